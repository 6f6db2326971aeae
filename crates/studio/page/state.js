// @ts-check
// The puzzle: its text is all there is, and everything else is found out from it.

import { keep, kept, notice } from "./dom.js";
import { Tiles } from "./tiles.js";

export class Studio extends EventTarget {
  /** @param {import("./home.js").Home} home */
  constructor(home) {
    super();
    this.home = home;
    /** @type {any} */
    this.hello = null;
    this.text = "";
    /** What the text says: the event `puzzle`. @type {any} */
    this.puzzle = null;
    /** What is known of the last puzzle without mistakes. @type {any} */
    this.good = null;
    /** @type {any} */
    this.facts = null;
    /** @type {any} */
    this.price = null;
    this.past = [];
    this.future = [];
    this.safe = kept("safe", false);
    /** @type {import("./home.js").Job | null} */
    this.asking = null;
    this.number = 0;
    this.name = null;
  }

  async begin() {
    this.hello = await this.home.ask({ ask: "hello" }).done;
    if (this.hello.event !== "hello") throw new Error(this.hello.sentence);
  }

  lattice(name) {
    return this.hello.lattices.find((lattice) => lattice.name === name);
  }

  tiles() {
    return new Tiles(this.lattice(this.good.lattice));
  }

  /** The colour of a piece. */
  color(piece) {
    return piece.colors[this.safe ? 1 : 0];
  }

  look(more = {}) {
    return { palette: this.safe ? "safe" : "default", ...more };
  }

  /** Another text. What was there before can be had back. */
  setText(text, { remember = true, typed = false } = {}) {
    if (text === this.text) return;
    if (remember && this.text) {
      this.past.push(this.text);
      if (this.past.length > 200) this.past.shift();
      this.future = [];
    }
    this.text = text;
    keep("text", text);
    this.#tell("text", { typed });
    this.refresh();
  }

  undo() {
    this.#swap(this.past, this.future);
  }

  redo() {
    this.#swap(this.future, this.past);
  }

  #swap(from, to) {
    const text = from.pop();
    if (text === undefined) return;
    to.push(this.text);
    this.setText(text, { remember: false });
  }

  /** Finds out what the text says. */
  refresh() {
    this.asking?.stop();
    const number = ++this.number;
    const hear = (event) => {
      if (number !== this.number) return;
      if (event.event === "puzzle") {
        this.puzzle = event;
        this.facts = null;
        this.price = null;
        if (event.ok && !event.set) this.good = event;
        this.#tell("puzzle");
      } else if (event.event === "facts") {
        this.facts = event;
        this.#tell("facts");
      } else if (event.event === "price") {
        this.price = event;
        this.#tell("facts");
      } else if (event.event === "refusal") {
        notice(event.sentence, true);
      }
    };
    this.asking = this.home.ask({ ask: "facts", text: this.text, seconds: 3 }, hear);
    return this.asking.done;
  }

  /** Changes the puzzle as somebody has drawn it. */
  async change(change) {
    const event = await this.home.ask({ ask: "edit", text: this.text, change }).done;
    if (event.event === "text") this.setText(event.text);
    else notice(event.sentence, true);
    return event.event === "text";
  }

  /** Opens a puzzle of the library. */
  async open(name) {
    const event = await this.home.ask({ ask: "open", name }).done;
    if (event.event !== "text") return notice(event.sentence, true);
    this.name = name;
    this.setText(event.text);
  }

  #tell(kind, detail = {}) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  setSafe(safe) {
    this.safe = safe;
    keep("safe", safe);
    this.#tell("puzzle");
    this.#tell("facts");
  }
}

/** A number that tells texts apart. */
export function fingerprint(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(36);
}

/** How long something takes, in words. */
export function inWords(seconds) {
  if (seconds === null || seconds === undefined) return "nobody knows how long";
  if (seconds < 1) return "a moment";
  if (seconds < 90) return `about ${Math.round(seconds)} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} minutes`;
  if (seconds < 129600) return `about ${Math.round(seconds / 3600)} hours`;
  if (seconds < 4e7) return `about ${Math.round(seconds / 86400)} days`;
  const years = seconds / 31557600;
  if (years < 1e6) return `about ${Math.round(years).toLocaleString("en")} years`;
  return `about 10${superscript(Math.round(Math.log10(years)))} years`;
}

function superscript(number) {
  return [...String(number)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)] ?? "⁻").join("");
}

/** A number with gaps, so that it can be read. */
export function spaced(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, " ");
}

/** A puzzle as a part of an address. */
export async function toFragment(text) {
  const bytes = new TextEncoder().encode(text);
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  return packed.length < bytes.length ? "#p=" + base64(packed) : "#t=" + base64(bytes);
}

/** What a link ends with that is made to be sent: whoever opens it wants to play. */
const TO_PLAY = "&play";

/** A puzzle as a part of an address that is sent to somebody. */
export async function toSend(text) {
  return (await toFragment(text)) + TO_PLAY;
}

export function isToPlay(fragment) {
  return fragment.endsWith(TO_PLAY);
}

/** The puzzle in a part of an address; null if there is none. */
export async function fromFragment(fragment) {
  const match = /^#([pt])=([\w-]*)(&play)?$/.exec(fragment);
  if (!match) return null;
  try {
    const bytes = Uint8Array.from(atob(match[2].replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const text = match[1] === "p" ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes;
    return new TextDecoder().decode(text);
  } catch {
    return null;
  }
}

/** Sends bytes through a transformation; too many of them are refused, whoever sent them. */
async function through(bytes, transform) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > 1 << 20) throw new Error("too long");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function base64(bytes) {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
