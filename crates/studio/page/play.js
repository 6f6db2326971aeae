// @ts-check
// Playing: pieces are taken from a tray, turned, flipped and put into the box, by hand or by key.

import { keep, kept, make, notice, picture, say } from "./dom.js";
import { Board, miniature } from "./board.js";
import { piecePicture } from "./dialogs.js";
import { fingerprint } from "./state.js";
import { Places } from "./places.js";
import { Tiles } from "./tiles.js";

const LIGHTS = {
  yes: ["good", "This can be completed."],
  no: ["bad", "This cannot be completed."],
  solved: ["good", "Solved!"],
  unknown: ["", "Nobody knows whether this can be completed."],
  wait: ["", "…"],
};
/** The keys of the turns of a lattice, in order. */
const TURNS = ["r", "t", "y"];

export class PlayStage {
  /** @param {import("./state.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.element = make("div", { class: "play", tabindex: "-1" });
    this.light = make("span", { class: "light", id: "light", role: "status" });
    this.trayBox = make("div", { class: "tray", id: "tray", role: "listbox", "aria-label": "Pieces. Enter takes one." });
    this.element.addEventListener("keydown", (event) => this.#key(event));
    window.addEventListener("pointermove", (event) => this.#dragged(event));
    window.addEventListener("pointerup", (event) => this.#dropped(event));
    this.element.addEventListener("wheel", (event) => {
      if (!this.held) return;
      event.preventDefault();
      this.turn(0, event.deltaY < 0);
    }, { passive: false });
    /** What lies in the box. @type {{piece: string, cells: any[], fixed?: boolean}[]} */
    this.lying = [];
    this.past = [];
    /** What is in the hand: a piece, how it lies, and by which of its cells it is held. @type {any} */
    this.held = null;
    this.drag = null;
    this.asked = 0;
    this.shown = 0;
  }

  async show() {
    const { studio } = this;
    if (!studio.good || !studio.puzzle?.ok) return this.element.replaceChildren(make("p", { class: "wait" }, "The text has mistakes: mend it, and play."));
    if (!studio.lattice(studio.good.lattice).drawable) return this.element.replaceChildren(make("p", { class: "wait" }, "Such cells cannot be played upon by hand."));
    if (this.text === studio.text && this.safe === studio.safe) return;
    const again = this.text === studio.text;
    this.text = studio.text;
    this.safe = studio.safe;
    const event = await studio.home.ask({ ask: "tray", text: this.text }).done;
    if (event.event !== "tray") return this.element.replaceChildren(make("p", { class: "wait" }, event.sentence));
    this.tray = event;
    this.ways ??= new Map();
    this.tiles = new Tiles(studio.lattice(event.lattice));
    this.places = new Places(this.tiles, event);
    this.pieces = this.places.pieces;
    if (!again) {
      this.ways = new Map(event.pieces.map((piece) => [piece.name, 0]));
      this.lying = event.placed.map((placed) => ({ ...placed, fixed: true }));
      this.past = [];
      this.held = null;
    }
    this.board = new Board(this.tiles, {
      label: "The box. Take a piece, move with arrow keys, turn with R, flip with F, Enter puts it down or lifts it.",
      down: (cell, pointer) => this.#down(cell, pointer),
      hover: (cell) => this.#aim(cell),
      act: (cell) => this.#act(cell),
      walk: (cell) => this.#walked(cell),
    });
    const button = (id, words, title, act) => make("button", { id, title, onclick: act }, words);
    const turns = Array.from({ length: studio.lattice(event.lattice).turns }, (_, number) => button(`turn-${number}`, number ? `⟳ ${TURNS[number].toUpperCase()}` : "⟳ Turn", `Turn (${TURNS[number].toUpperCase()})`, () => this.turn(number)));
    const solved = kept("solved", {})[this.#name()] ?? kept("solved", {})[fingerprint(this.text)];
    this.solid = make("div", { class: "solid" });
    this.element.replaceChildren(
      make("h2", {}, studio.good.title ?? "A puzzle"),
      make("div", { class: "row" }, this.light, button("hint", "Hint", "One more piece (H)", () => this.hint()), button("back", "Undo", "Take back (U)", () => this.undo()), button("clear", "Start again", "All pieces back", () => this.clear()), ...turns, button("flip", "⇋ Flip", "Flip (F)", () => this.flip())),
      make("div", { class: "play-field" }, make("div", {}, this.board.element, this.solid), this.trayBox),
      make("p", { class: "quiet hint" }, event.beyond.length ? "Ends of this box are joined: what leaves it at the pale cells comes in again elsewhere. " : "", "Drag pieces into the box, or choose one and then a cell.", make("span", { class: "keys" }, " R turns, F flips, Enter puts down, H helps, U takes back."), solved ? " You have solved this one before." : ""),
    );
    // Cells beyond the ends are shown, too, so that pieces can be put across.
    this.board.show([...event.cells, ...event.beyond]);
    this.redraw();
    this.#ask();
  }

  #name() {
    return this.studio.name ?? "";
  }

  color(name) {
    return this.studio.color(this.pieces.get(name));
  }

  left(name) {
    return this.pieces.get(name).high - this.lying.filter(({ piece }) => piece === name).length;
  }

  redraw() {
    const owners = new Map();
    this.lying.forEach(({ cells }, number) => cells.forEach((cell) => owners.set(this.tiles.key(cell), number)));
    this.owners = owners;
    this.board.paint((cell, key) => {
      const number = owners.get(this.places.key(cell));
      const beyond = this.places.inside.has(key) ? "" : " beyond";
      if (number === undefined) return { owner: beyond ? null : "free", kind: `cell inside${beyond}` };
      const { piece, fixed } = this.lying[number];
      return { owner: beyond ? null : number, color: this.color(piece), kind: `cell piece${fixed ? " fixed" : ""}${beyond}` };
    });
    this.board.write([...this.studio.good.labels, ...this.lying.map(({ piece, cells, fixed }) => [cells[Math.floor(cells.length / 2)], fixed ? `${piece}•` : piece, "on-piece"])]);
    const focused = document.activeElement instanceof HTMLElement && this.trayBox.contains(document.activeElement) ? document.activeElement.dataset.piece : null;
    this.trayBox.replaceChildren(
      ...this.tray.pieces.map((piece) => {
        const left = this.left(piece.name);
        const isHeld = this.held?.piece === piece.name;
        const name = left > 1 ? `${piece.name} × ${left}` : piece.name;
        const shape = piecePicture(this.studio, this.tiles, piece.ways[this.ways.get(piece.name)], this.color(piece.name));
        const item = make("button", { role: "option", class: `tray-piece${isHeld ? " held" : ""}${left ? "" : " used"}`, "aria-selected": String(isHeld), disabled: !left && !isHeld, data: { piece: piece.name }, title: `Piece ${piece.name}` }, shape, make("small", {}, name));
        item.addEventListener("pointerdown", (event) => this.#pick(piece.name, event));
        item.addEventListener("keydown", (event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.take(piece.name);
            this.board.svg.focus();
          } else if (event.key === "ArrowRight" || event.key === "ArrowDown") item.nextElementSibling?.focus();
          else if (event.key === "ArrowLeft" || event.key === "ArrowUp") item.previousElementSibling?.focus();
        });
        return item;
      }),
    );
    if (focused) [...this.trayBox.children].find((item) => item.dataset.piece === focused)?.focus();
    this.#aim(this.aimed);
  }

  /** A picture of a solid, as far as it is built. */
  async #showSolid() {
    if (!this.tiles.lattice.layer) return;
    const number = ++this.shown;
    const look = this.studio.look({ view: "solid", cell: 26 });
    const event = await this.studio.home.ask({ ask: "picture", text: this.text, placements: this.#placements(), built: true, look }).done;
    if (number === this.shown && event.svg) this.solid.replaceChildren(picture(event.svg, "What lies there, as a solid"));
  }

  /** Takes a piece into the hand. */
  take(name, way = this.ways.get(name), grab = null) {
    const cells = this.pieces.get(name).ways[way];
    this.held = { piece: name, way, grab: grab ?? this.places.middle(cells) };
    this.ways.set(name, way);
    say(`${name} in hand`);
    this.redraw();
  }

  turn(number, back = false) {
    const name = this.held?.piece;
    if (!name) return notice("Take a piece first.");
    const table = this.pieces.get(name).turns[number] ?? [];
    const next = back ? table.indexOf(this.held.way) : table[this.held.way];
    if (next === null || next === undefined || next < 0) return notice("This piece cannot be turned like that.");
    this.#lie(next);
  }

  flip() {
    const name = this.held?.piece;
    if (!name) return notice("Take a piece first.");
    const next = this.pieces.get(name).flips[this.held.way];
    if (next === null || next === undefined) return notice("This piece may not be flipped.");
    this.#lie(next);
  }

  #lie(way) {
    this.take(this.held.piece, way);
    this.#aim(this.aimed);
    this.#showDrag();
  }

  /** Where the piece in hand would lie with its held cell upon a cell. */
  target(cell) {
    return this.held && cell ? this.places.target(this.held, cell, this.owners) : null;
  }

  #aim(cell) {
    this.aimed = cell;
    const target = this.target(cell);
    this.board.ghost(this.places.shown(target?.cells ?? []), this.held ? this.color(this.held.piece) : "", target?.fits);
    return target;
  }

  #walked(cell) {
    const target = this.#aim(cell);
    const number = this.#owner(cell);
    say(`${this.tiles.name(cell)}${number === undefined ? "" : `, ${this.lying[number].piece}`}${target ? (target.fits ? ", fits" : ", does not fit") : ""}`);
  }

  /** Enter: puts down what is in the hand, or lifts what lies there. */
  #act(cell) {
    if (this.held) return this.put(cell);
    this.#lift(cell);
    this.#aim(cell);
  }

  put(cell) {
    const target = this.target(cell);
    if (!target?.fits) return notice("It does not fit here.");
    this.#remember();
    this.lying.push({ piece: this.held.piece, cells: target.cells });
    say(`${this.held.piece} put down`);
    this.held = null;
    this.redraw();
    this.#ask();
  }

  /** The number of what lies upon a cell. */
  #owner(cell) {
    return this.owners.get(this.places.key(cell));
  }

  #lift(cell) {
    const number = this.#owner(cell);
    if (number === undefined) return false;
    const { piece, cells, fixed } = this.lying[number];
    if (fixed) {
      notice("This piece belongs to the puzzle and stays where it is.");
      return false;
    }
    this.#remember();
    this.lying.splice(number, 1);
    const [way, grab] = this.places.wayOf(piece, cells, cell);
    this.take(piece, way, grab);
    this.#ask();
    return true;
  }

  #pick(name, event) {
    if (event.button > 0 || (!this.left(name) && this.held?.piece !== name)) return;
    event.preventDefault();
    const wasHeld = this.held?.piece === name;
    if (event.target instanceof Element && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    this.take(name);
    this.drag = { x: event.clientX, y: event.clientY, moved: false, from: "tray", wasHeld };
  }

  #down(cell, event) {
    if (this.held) {
      const target = this.target(cell);
      if (target?.fits) return this.put(cell);
      if (this.#owner(cell) === undefined) return notice("It does not fit here.");
    }
    if (this.#lift(cell)) this.drag = { x: event.clientX, y: event.clientY, moved: false, from: "board", cell };
  }

  #dragged(event) {
    if (!this.drag || !this.held) return;
    if (Math.hypot(event.clientX - this.drag.x, event.clientY - this.drag.y) > 6) this.drag.moved = true;
    if (!this.drag.moved) return;
    this.drag.at = [event.clientX, event.clientY];
    this.#aim(this.board.hit(event.clientX, event.clientY, 0.9));
    this.#showDrag();
  }

  /** The piece under the pointer. */
  #showDrag() {
    this.flying?.remove();
    this.flying = null;
    if (!this.drag?.moved || !this.held) return;
    const target = this.target(this.aimed);
    const cells = this.pieces.get(this.held.piece).ways[this.held.way];
    const svg = miniature(this.tiles, cells, this.color(this.held.piece));
    const [, , width, height] = (svg.getAttribute("viewBox") ?? "0 0 1 1").split(" ").map(Number);
    const scale = this.board.scale();
    svg.setAttribute("class", target?.fits ? "mini flying snapped" : "mini flying");
    svg.style.width = `${width * scale}px`;
    svg.style.height = `${height * scale}px`;
    // The held cell is under the pointer, as far as it lies in the plane.
    const flat = !this.tiles.lattice.layer;
    const [left, top] = this.tiles.bounds(cells);
    const [x, y] = flat ? this.tiles.center(cells[this.held.grab]) : [left + width / 2, top + height / 2];
    svg.style.left = `${this.drag.at[0] - (x - left + 0.12) * scale}px`;
    svg.style.top = `${this.drag.at[1] - (y - top + 0.12) * scale}px`;
    document.body.append(svg);
    this.flying = svg;
  }

  #dropped(event) {
    if (!this.drag) return;
    const { moved, from, wasHeld } = this.drag;
    this.drag = null;
    this.#showDrag();
    if (!this.held) return;
    if (moved) {
      const cell = this.board.hit(event.clientX, event.clientY, 0.9);
      if (this.target(cell)?.fits) this.put(cell);
      else {
        this.held = null;
        this.redraw();
      }
    } else if (from === "tray" && wasHeld) {
      this.held = null;
      this.redraw();
    }
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase();
    const turn = TURNS.indexOf(key);
    if (turn >= 0 && turn < (this.tray?.pieces[0]?.turns.length ?? 0)) this.turn(turn, event.shiftKey);
    else if (key === "f") this.flip();
    else if (key === "h") this.hint();
    else if (key === "u") this.undo();
    else if (key === "escape") {
      this.held = null;
      this.redraw();
    } else if ((key === "delete" || key === "backspace") && this.board.cursor) {
      if (!this.held) this.#lift(this.board.cursor);
      this.held = null;
      this.redraw();
    } else if (key === "n") this.#next(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Takes the next piece that is left. */
  #next(by) {
    const names = this.tray.pieces.map(({ name }) => name).filter((name) => this.left(name) > 0);
    if (!names.length) return;
    const at = names.indexOf(this.held?.piece);
    this.take(names[(at + by + names.length) % names.length]);
    this.#aim(this.board.cursor);
  }

  #remember() {
    this.past.push(this.lying.map((placed) => ({ ...placed })));
  }

  undo() {
    const before = this.past.pop();
    if (!before) return notice("There is nothing to take back.");
    this.lying = before;
    this.held = null;
    this.redraw();
    this.#ask();
  }

  clear() {
    this.#remember();
    this.lying = this.lying.filter(({ fixed }) => fixed);
    this.held = null;
    this.redraw();
    this.#ask();
  }

  #placements() {
    return this.lying.map(({ piece, cells }) => ({ piece, cells }));
  }

  /** Asks whether what lies there can be completed. */
  async #ask() {
    const mine = ++this.asked;
    this.job?.stop();
    this.#showSolid();
    this.#shine("wait");
    this.job = this.studio.home.ask({ ask: "light", text: this.text, placements: this.#placements(), seconds: 5 });
    const event = await this.job.done;
    if (mine !== this.asked || !event) return;
    if (event.event === "refusal") return notice(event.sentence, true);
    this.#shine(event.light);
    if (event.light === "solved") this.#celebrate();
  }

  #shine(light) {
    const [kind, words] = LIGHTS[light];
    this.light.className = `light ${kind}`;
    this.light.dataset.light = light;
    this.light.textContent = words;
  }

  async hint() {
    this.held = null;
    const event = await this.studio.home.ask({ ask: "light", text: this.text, placements: this.#placements(), hint: true, seconds: 30 }).done;
    if (event.event === "refusal") return notice(event.sentence, true);
    if (!event.hint) return notice({ no: "This cannot be completed: take something back.", solved: "It is solved.", unknown: "No hint was found in time." }[event.light] ?? "");
    this.#remember();
    this.lying.push(event.hint);
    say(`${event.hint.piece} placed as a hint`);
    this.redraw();
    this.#ask();
  }

  #celebrate() {
    const solved = kept("solved", {});
    solved[fingerprint(this.text)] = Date.now();
    if (this.studio.name) solved[this.studio.name] = Date.now();
    keep("solved", solved);
    say("Solved!");
    const confetti = Array.from({ length: 60 }, (_, number) => {
      const piece = this.tray.pieces[number % this.tray.pieces.length];
      const bit = make("i", { class: "bit" });
      bit.style.background = this.color(piece.name);
      bit.style.left = `${(number * 37) % 100}%`;
      bit.style.animationDelay = `${(number % 12) * 60}ms`;
      return bit;
    });
    const party = make("div", { class: "party", "aria-hidden": "true" }, make("b", {}, "Solved!"), confetti);
    document.body.append(party);
    setTimeout(() => party.remove(), 4500);
  }
}
