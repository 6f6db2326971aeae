// @ts-check
// Drawing: the board of the box, and beside it all that is said of the puzzle.

import { make, notice, picture, say } from "./dom.js";
import { Board } from "./board.js";
import { pieceDialog, piecePicture } from "./dialogs.js";
import { inWords, spaced } from "./state.js";
import { Tiles } from "./tiles.js";

/** Boxes with more cells are not drawn one by one. */
const MOST = 4000;
/** Free cells around the box. */
const MARGIN = 2.1;

export class DrawStage {
  /** @param {import("./state.js").Studio} studio */
  constructor(studio) {
    this.studio = studio;
    this.element = make("div", { class: "draw" });
    this.extra = 0;
    this.below = 0;
    /** @type {Board | null} */
    this.board = null;
    this.painting = null;
  }

  /** Shows the puzzle as it is now. */
  show() {
    const { good } = this.studio;
    if (!good) return this.element.replaceChildren(make("p", { class: "wait" }, "The text has mistakes: mend it, and the box appears."));
    if (this.painting) return;
    const { drawable } = this.studio.lattice(good.lattice);
    if (good.cells.length > MOST || !drawable) {
      this.board = null;
      const why = drawable ? `The box has ${spaced(good.cells.length)} cells: too many to be drawn by hand.` : "Such cells cannot be drawn by hand.";
      this.solid = make("div", { class: "solid" });
      this.element.replaceChildren(make("p", { class: "quiet hint" }, why, " Change the box in the text, or take one by its name."), this.solid);
      this.#showPicture("auto");
      return;
    }
    const focused = Boolean(this.board && document.activeElement === this.board.svg);
    if (this.of !== good.lattice || !this.board) {
      this.of = good.lattice;
      this.extra = 0;
      this.below = 0;
      /** @type {number[] | null} */
      this.window = null;
      this.tiles = new Tiles(this.studio.lattice(good.lattice));
      this.board = new Board(this.tiles, {
        label: "The box. Arrow keys move, Space adds or removes a cell, Page Up and Page Down change the layer.",
        down: (cell) => this.#down(cell),
        move: (cell) => this.#paint(cell),
        up: () => this.#up(),
        act: (cell) => {
          this.#down(cell);
          this.#up();
          say(this.inside.has(this.tiles.key(cell)) ? "added" : "removed");
        },
        walk: (cell) => say(`${this.tiles.name(cell)} ${this.inside.has(this.tiles.key(cell)) ? "inside" : "outside"}`),
      });
      this.solid = make("div", { class: "solid" });
      this.help = make("p", { class: "quiet hint" });
      this.element.replaceChildren(this.help, this.board.element, ...this.#layerButtons(), this.solid);
    }
    this.help.textContent = good.cells.length ? "Click or drag to add and remove cells." : "Click and drag to draw the box.";
    this.inside = new Set(good.cells.map((cell) => this.tiles.key(cell)));
    this.#showCells();
    if (focused) this.board?.svg.focus({ preventScroll: true });
    this.#showSolid();
  }

  #showCells() {
    const { good } = this.studio;
    const { tiles } = this;
    const layers = good.cells.map((cell) => tiles.layer(cell));
    const [low, high] = layers.length ? [Math.min(...layers), Math.max(...layers)] : [0, tiles.lattice.layer ? 1 : 0];
    const window = this.#frame();
    const cells = [];
    for (let layer = low - this.below; layer <= high + this.extra; layer++) cells.push(...tiles.within(/** @type {any} */ (window), layer));
    this.board?.show(cells);
    this.#look();
  }

  /** What is seen of the lattice: it stays as long as the box has room in it. */
  #frame() {
    const { good } = this.studio;
    const { tiles } = this;
    const [left, top, right, bottom] = good.cells.length ? tiles.bounds(good.cells) : [0, 0, 0, 0];
    const old = this.window;
    const least = 0.6;
    if (old && good.cells.length && left - old[0] > least && top - old[1] > least && old[2] - right > least && old[3] - bottom > least) return old;
    // Never less room than for a small puzzle.
    const [width, height] = tiles.lattice.layer ? [4.5, 4.5] : [13, 9];
    const wide = Math.max(MARGIN, (width - (right - left)) / 2);
    const high = Math.max(MARGIN, (height - (bottom - top)) / 2);
    /** @type {[number, number, number, number]} */
    const window = [left - wide, top - high, right + wide, bottom + high];
    this.window = window;
    return window;
  }

  #look() {
    const placed = new Map();
    for (const { piece, cells } of this.studio.good.placed) for (const cell of cells) placed.set(this.tiles.key(cell), piece);
    const colors = new Map(this.studio.good.pieces.map((piece) => [piece.name, this.studio.color(piece)]));
    this.board?.paint((_, key) => {
      if (!this.inside.has(key)) return { kind: "cell outside" };
      const piece = placed.get(key);
      return piece ? { owner: piece, color: colors.get(piece), kind: "cell piece" } : { owner: 0, kind: "cell inside" };
    });
    const names = this.studio.good.placed.map(({ piece, cells }) => [cells[0], piece]);
    this.board?.write([...this.studio.good.labels, ...names]);
  }

  #down(cell) {
    this.painting = { adds: !this.inside.has(this.tiles.key(cell)), changed: false };
    this.#paint(cell);
  }

  #paint(cell) {
    if (!cell || !this.painting) return;
    const key = this.tiles.key(cell);
    if (this.inside.has(key) === this.painting.adds) return;
    if (this.painting.adds) this.inside.add(key);
    else this.inside.delete(key);
    this.painting.changed = true;
    this.#look();
  }

  async #up() {
    const changed = this.painting?.changed;
    this.painting = null;
    if (!changed) return;
    this.extra = 0;
    this.below = 0;
    const cells = [...this.inside].map((key) => this.tiles.cell(key));
    // Cells below 0 move all others up, and the frame with them.
    const by = [0, 1, 2].map((axis) => Math.max(0, ...cells.map((cell) => -cell[axis])));
    const [[x, y], [u, v]] = [this.tiles.center([by[0], by[1], by[2], 0]), this.tiles.center([0, 0, 0, 0])];
    if (this.window) this.window = [this.window[0] + x - u, this.window[1] + y - v, this.window[2] + x - u, this.window[3] + y - v];
    if (!(await this.studio.change({ cells }))) this.show();
  }

  #layerButtons() {
    if (!this.tiles.lattice.layer) return [];
    const add = (what) => () => {
      this[what] += 1;
      this.#showCells();
    };
    return [make("div", { class: "row center" }, make("button", { onclick: add("below") }, "+ layer before"), make("button", { onclick: add("extra") }, "+ layer after"))];
  }

  /** A live picture of a solid. */
  #showSolid() {
    if (this.tiles.lattice.layer) this.#showPicture("solid");
    else this.solid.replaceChildren();
  }

  async #showPicture(view) {
    const text = this.studio.text;
    const event = await this.studio.home.ask({ ask: "picture", text, look: this.studio.look({ view, cell: 26, labels: false }) }).done;
    if (text === this.studio.text && event.svg) this.solid.replaceChildren(picture(event.svg, "The box"));
  }
}

/** All that is said of the puzzle: its title, box, pieces and facts beside the board, its text below. */
export class Side {
  /** @param {import("./state.js").Studio} studio */
  constructor(studio, element, below) {
    this.studio = studio;
    this.title = make("input", { id: "title", placeholder: "Title of the puzzle", "aria-label": "Title of the puzzle", maxlength: "120", onchange: () => studio.change({ title: this.title.value }) });
    this.box = make("div", {});
    this.pieces = make("div", {});
    this.facts = make("div", { id: "facts", role: "status" });
    this.area = make("textarea", { id: "text", spellcheck: "false", autocapitalize: "off", "aria-label": "The puzzle as text", rows: "12", wrap: "off" });
    this.mistakes = make("div", { id: "mistakes", role: "status" });
    let timer = 0;
    this.area.addEventListener("input", () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => studio.setText(this.area.value, { typed: true }), 250);
    });
    const part = (title, open, ...children) => make("details", { open, class: "part" }, make("summary", {}, title), ...children);
    element.replaceChildren(
      this.title,
      part("What is known", true, this.facts),
      part("Box", true, this.box),
      part("Pieces", true, this.pieces),
    );
    below.replaceChildren(part("The puzzle as text", window.innerWidth > 700, this.area, this.mistakes));
  }

  showText(typed) {
    if (!typed && this.area.value !== this.studio.text) this.area.value = this.studio.text;
  }

  show() {
    const { puzzle, good } = this.studio;
    this.showMistakes();
    if (!puzzle?.ok || !good) return;
    if (document.activeElement !== this.title) this.title.value = good.title ?? "";
    this.showBox();
    this.showPieces();
    document.title = good.title ? `${good.title} · polydlx studio` : "polydlx studio";
  }

  showMistakes() {
    const { puzzle } = this.studio;
    const told = (puzzle?.diagnostics ?? []).filter(({ kind }) => kind !== "empty-box");
    this.area.setAttribute("aria-invalid", String(told.some(({ severity }) => severity === "error")));
    this.mistakes.replaceChildren(
      ...told.map((mistake) => {
        const point = () => {
          if (!mistake.at) return;
          this.area.focus();
          this.area.setSelectionRange(mistake.at[0], Math.max(mistake.at[1], mistake.at[0] + 1));
        };
        return make("pre", { class: mistake.severity, tabindex: "0", onclick: point, onkeydown: (event) => event.key === "Enter" && point() }, mistake.shown.trimEnd());
      }),
      ...(puzzle?.set ? [make("p", { class: "quiet" }, "This is a piece set: without a box there is nothing to fill.")] : []),
    );
  }

  showBox() {
    const { good } = this.studio;
    const lattice = this.studio.lattice(good.lattice);
    const kind = make("select", { id: "box-name", "aria-label": "A box by its name" }, make("option", { value: "" }, "a box by its name …"), lattice.boxes.filter((box) => !box.ofPiece).map((box, number) => make("option", { value: String(number) }, `${box.name} ${box.numbers.join(" ")}`)));
    const numbers = make("div", { class: "row" });
    const boxes = lattice.boxes.filter((box) => !box.ofPiece);
    const put = () => {
      const box = boxes[Number(kind.value)];
      const values = [...numbers.querySelectorAll("input")].map((input) => input.value);
      this.studio.change({ box: [box.name, ...values].join(" ") });
    };
    kind.addEventListener("change", () => {
      const box = boxes[Number(kind.value)];
      if (!kind.value || !box) return numbers.replaceChildren();
      numbers.replaceChildren(
        ...box.numbers.map((name, at) => make("label", {}, `${name} `, make("input", { type: "number", class: "number", min: "0", max: "999", value: String(box.example[at]), onkeydown: (event) => event.key === "Enter" && put() }))),
        make("button", { id: "box-put", class: "main", onclick: put }, "Take it"),
        make("p", { class: "quiet" }, box.meaning),
      );
    });
    const optional = make("label", { class: "check" }, make("input", { type: "checkbox", checked: good.cellsOptional, onchange: (event) => this.studio.change({ optional: { cells: event.target.checked, pieces: good.piecesOptional } }) }), "cells may stay empty");
    this.box.replaceChildren(make("p", { class: "quiet" }, `${lattice.name} lattice, ${lattice.polyforms}`), make("div", { class: "row" }, kind, make("button", { onclick: () => this.studio.change({ cells: [] }) }, "Clear")), numbers, optional, ...good.rules.map((rule) => make("code", { class: "rule" }, rule)));
  }

  showPieces() {
    const { good } = this.studio;
    const lattice = this.studio.lattice(good.lattice);
    const tiles = this.studio.tiles();
    const used = new Set(good.sets.map(({ name }) => name));
    const sets = lattice.sets.map(({ name, title }) => {
      const tick = make("input", { type: "checkbox", checked: used.has(name), data: { set: name }, onchange: (event) => this.studio.change({ set: { name, on: event.target.checked } }) });
      return make("label", { class: "check", title: title ?? name }, tick, name);
    });
    const inPuzzle = new Map(good.pieces.map((piece) => [piece.name, piece]));
    const row = (piece, own) => {
      const present = inPuzzle.get(piece.name);
      const color = present ? this.studio.color(present) : "#c9c5ba";
      const times = piece.low === piece.high ? String(piece.high) : `${piece.low}:${piece.high}`;
      const set = (value) => this.studio.change({ times: { piece: piece.name, times: value } });
      const count = make("input", { class: "times", value: times, "aria-label": `How often ${piece.name} is used`, onchange: () => (/^\d+(:\d+)?$/.test(count.value) ? set(count.value) : notice("Write a number, or 0:3 for up to three.", true)) });
      const show = own ? make("button", { class: "bare", title: "Change this piece", onclick: () => pieceDialog(this.studio, piece) }, piecePicture(this.studio, tiles, piece.cells ?? [], color)) : piecePicture(this.studio, tiles, piece.cells ?? [], color);
      return make(
        "li",
        { class: piece.high ? "" : "unused", data: { piece: piece.name } },
        show,
        make("span", { class: "name" }, piece.name),
        make("button", { class: "step", "aria-label": `One ${piece.name} less`, onclick: () => set(String(Math.max(own ? 1 : 0, piece.high - 1))), disabled: piece.high <= (own ? 1 : 0) }, "−"),
        count,
        make("button", { class: "step", "aria-label": `One ${piece.name} more`, onclick: () => set(String(piece.high + 1)) }, "+"),
      );
    };
    const groups = good.sets.map((set) => [make("h3", {}, set.title ?? set.name), make("ul", { class: "pieces" }, set.pieces.map((piece) => row(piece, false)))]);
    const own = good.pieces.filter((piece) => piece.set === null);
    const sided = make("select", { "aria-label": "How pieces may be moved", onchange: () => this.studio.change({ sided: sided.value || null }) }, [["", `as usual (${lattice.sided})`], ["free", "turn and flip"], ["one", "turn only"], ["fixed", "neither turn nor flip"]].map(([value, words]) => make("option", { value, selected: (good.sided ?? "") === value }, words)));
    this.pieces.replaceChildren(
      make("div", { class: "sets" }, sets),
      ...groups.flat(),
      ...(own.length ? [make("h3", {}, "Your own"), make("ul", { class: "pieces" }, own.map((piece) => row(piece, true)))] : []),
      make("div", { class: "row" }, make("button", { id: "own-piece", disabled: !lattice.drawable, onclick: () => pieceDialog(this.studio, null) }, "Draw a piece …"), make("label", {}, "", sided)),
      make("label", { class: "check" }, make("input", { type: "checkbox", checked: good.piecesOptional, onchange: (event) => this.studio.change({ optional: { cells: good.cellsOptional, pieces: event.target.checked } }) }), "pieces may stay unused"),
    );
  }

  showFacts() {
    const { facts, price, puzzle } = this.studio;
    if (puzzle && !puzzle.ok) {
      const number = puzzle.diagnostics.filter(({ severity }) => severity === "error").length;
      return this.facts.replaceChildren(make("p", { class: "verdict bad" }, number === 1 ? "The text has a mistake: see below it." : `The text has ${number} mistakes: see below it.`));
    }
    if (!facts) return;
    const range = facts.least === facts.most ? spaced(facts.most) : `${spaced(facts.least)} to ${spaced(facts.most)}`;
    const [least, most] = facts.room;
    const fits = facts.most >= least && facts.least <= most;
    const rows = [
      ["cells to fill", least === most ? spaced(most) : `${spaced(least)} to ${spaced(most)}`],
      ["cells of the pieces", range, fits ? "good" : "bad"],
    ];
    if (facts.options !== undefined) {
      rows.push(["ways to place a piece", spaced(facts.options)]);
      const names = facts.generators.length ? ` (${facts.generators.join(", ")})` : "";
      rows.push(["symmetries", facts.symmetries === 1 ? "none" : `${facts.symmetries}${names}`]);
    }
    const nothing = !facts.cells || !facts.pieces;
    const reasons = nothing ? [] : (facts.reasons ?? []);
    const verdict = nothing
      ? make("p", { class: "verdict" }, facts.cells ? "Choose some pieces." : "Draw a box.")
      : facts.tooLarge
        ? make("p", { class: "verdict bad" }, facts.tooLarge)
        : reasons.length
          ? make("p", { class: "verdict bad" }, "No solution: ", reasons.join("; "), ".")
          : make("p", { class: "verdict good" }, "Nothing speaks against a solution. ", price ? `To find all: ${inWords(price.seconds)}.` : "");
    const boxes = facts.boxes?.length ? make("div", { class: "row", id: "fitting" }, make("span", { class: "quiet" }, `Boxes with ${spaced(facts.most)} cells: `), facts.boxes.map((box) => make("button", { onclick: () => this.studio.change({ box }) }, box))) : null;
    this.facts.replaceChildren(verdict, ...(boxes ? [boxes] : []), make("dl", {}, rows.map(([name, value, kind]) => [make("dt", {}, name), make("dd", { class: kind }, value)])));
  }
}
