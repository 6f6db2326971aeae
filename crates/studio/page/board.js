// @ts-check
// A board: cells of a lattice, layer beside layer, to be clicked, dragged over and walked upon by keys.

import { make, makeSvg } from "./dom.js";
import { outlines } from "./tiles.js";

/** The gap between layers, in cells. */
const GAP = 0.8;
const CAPTION = 0.7;

export class Board {
  /**
   * @param {import("./tiles.js").Tiles} tiles
   * @param {{label: string, down?: Function, move?: Function, up?: Function, hover?: Function, act?: Function, walk?: Function}} hands
   */
  constructor(tiles, hands) {
    this.tiles = tiles;
    this.hands = hands;
    /** @type {any} */
    this.cursor = null;
    this.svg = makeSvg("svg", { class: "board", tabindex: "0", role: "application", "aria-label": hands.label });
    this.element = make("div", { class: "board-frame" }, this.svg);
    this.svg.addEventListener("pointerdown", (event) => this.#down(event));
    this.svg.addEventListener("pointermove", (event) => this.#move(event));
    this.svg.addEventListener("pointerup", (event) => this.#up(event));
    this.svg.addEventListener("pointercancel", (event) => this.#up(event));
    this.svg.addEventListener("pointerleave", () => this.hands.hover?.(null));
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("focus", () => this.#showCursor());
    this.svg.addEventListener("blur", () => this.#showCursor());
    this.isDown = false;
  }

  /**
   * Shows other cells.
   * @param {import("./tiles.js").Cell[]} cells
   */
  show(cells) {
    this.cells = cells;
    const tiles = this.tiles;
    const layers = [...new Set(cells.map((cell) => tiles.layer(cell)))].sort((a, b) => a - b);
    const [left, top, right, bottom] = tiles.bounds(cells);
    const [width, height] = [right - left, bottom - top];
    // As many layers side by side as make the whole about as wide as a screen is.
    const ratio = 1.5;
    let columns = 1;
    const shape = (n) => (n * (width + GAP)) / (Math.ceil(layers.length / n) * (height + GAP + CAPTION));
    while (columns < layers.length && Math.abs(Math.log(shape(columns + 1) / ratio)) <= Math.abs(Math.log(shape(columns) / ratio))) columns++;
    const rows = Math.max(1, Math.ceil(layers.length / columns));
    const named = Boolean(tiles.lattice.layer);
    this.places = new Map(
      layers.map((layer, number) => [
        layer,
        [(number % columns) * (width + GAP) - left, Math.floor(number / columns) * (height + GAP + (named ? CAPTION : 0)) - top],
      ]),
    );
    const pad = 0.12;
    this.size = [columns * (width + GAP) - GAP + 2 * pad, rows * (height + GAP + (named ? CAPTION : 0)) - GAP + 2 * pad];
    this.svg.setAttribute("viewBox", `${-pad} ${-pad} ${this.size[0]} ${this.size[1]}`);
    this.svg.style.setProperty("--wide", String(this.size[0]));
    this.svg.style.setProperty("--high", String(this.size[1]));
    this.elements = new Map();
    this.owners = new Map();
    this.byLayer = new Map(layers.map((layer) => [layer, []]));
    this.ground = makeSvg("g", { class: "ground" });
    this.lines = makeSvg("g", { class: "lines" });
    this.words = makeSvg("g", { class: "words" });
    this.over = makeSvg("g", { class: "over" });
    for (const cell of cells) {
      const layer = tiles.layer(cell);
      this.byLayer.get(layer).push(cell);
      const element = this.shape(cell, { "data-cell": tiles.key(cell) });
      this.elements.set(tiles.key(cell), element);
      this.ground.append(element);
    }
    if (named) {
      for (const layer of layers) {
        const [x, y] = this.places.get(layer);
        this.words.append(makeSvg("text", { x: x + left + width / 2, y: y + top + height + CAPTION * 0.75, class: "layer" }, `${tiles.lattice.layer} = ${layer}`));
      }
    }
    this.svg.replaceChildren(this.ground, this.lines, this.words, this.over);
    if (this.cursor && !this.elements.has(tiles.key(this.cursor))) this.cursor = null;
    this.#showCursor();
  }

  /** A cell as an SVG element, where it lies on the board. */
  shape(cell, props) {
    const [dx, dy] = this.places.get(this.tiles.layer(cell)) ?? [0, 0];
    const corners = this.tiles.corners(cell).map(([x, y]) => [x + dx, y + dy]);
    return this.tiles.round
      ? makeSvg("circle", { cx: corners[0][0], cy: corners[0][1], r: 0.46, ...props })
      : makeSvg("polygon", { points: corners.map(([x, y]) => `${x.toFixed(4)},${y.toFixed(4)}`).join(" "), ...props });
  }

  /**
   * Paints all cells, and draws lines where owners differ.
   * @param {(cell: any, key: string) => {owner?: any, color?: string, kind: string}} look
   */
  paint(look) {
    for (const [key, element] of this.elements) {
      const { owner, color, kind } = look(this.tiles.cell(key), key);
      this.owners.set(key, owner ?? null);
      element.setAttribute("class", kind);
      if (color) element.style.fill = color;
      else element.style.removeProperty("fill");
    }
    this.lines.replaceChildren();
    if (this.tiles.round) return;
    for (const [layer, cells] of this.byLayer) {
      const [dx, dy] = this.places.get(layer);
      const sides = outlines(this.tiles, cells, (cell) => this.owners.get(this.tiles.key(cell)));
      const path = sides
        .filter(({ owners }) => owners.some((owner) => owner !== null))
        .map(({ a, b }) => `M${(a[0] + dx).toFixed(4)} ${(a[1] + dy).toFixed(4)}L${(b[0] + dx).toFixed(4)} ${(b[1] + dy).toFixed(4)}`);
      this.lines.append(makeSvg("path", { d: path.join("") }));
    }
  }

  /** Writes words upon cells. @param {[any, string, string?][]} words */
  write(words) {
    this.words.querySelectorAll(".word").forEach((word) => word.remove());
    for (const [cell, word, kind] of words) {
      const place = this.places.get(this.tiles.layer(cell));
      if (!place) continue;
      const [x, y] = this.tiles.center(cell);
      const size = Math.min(0.42, 1.1 / Math.max(1, word.length));
      this.words.append(makeSvg("text", { x: x + place[0], y: y + place[1] + size * 0.35, "font-size": size, class: `word ${kind ?? ""}` }, word));
    }
  }

  /** Shows cells above all others, such as a piece that is about to be put down. */
  ghost(cells, color, fits) {
    this.over.querySelectorAll(".ghost").forEach((cell) => cell.remove());
    for (const cell of cells) {
      if (!this.places.has(this.tiles.layer(cell))) continue;
      const element = this.shape(cell, { class: fits ? "ghost fits" : "ghost" });
      if (color) element.style.fill = color;
      this.over.append(element);
    }
  }

  /** The cell at a place of the window; if there is none, the nearest within a reach. */
  hit(clientX, clientY, reach = 0) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    let [best, least] = [null, reach];
    for (const [layer, cells] of this.byLayer) {
      const [dx, dy] = this.places.get(layer);
      /** @type {[number, number]} */
      const here = [point.x - dx, point.y - dy];
      for (const cell of cells) {
        const [x, y] = this.tiles.center(cell);
        const distance = Math.hypot(x - here[0], y - here[1]);
        if (distance < 1 && this.tiles.contains(cell, here)) return cell;
        if (distance < least) [best, least] = [cell, distance];
      }
    }
    return best;
  }

  /** How many pixels of the window a cell is wide. */
  scale() {
    return this.svg.getScreenCTM()?.a ?? 30;
  }

  #down(event) {
    if (event.button > 0) return;
    const cell = this.hit(event.clientX, event.clientY);
    if (!cell) return;
    event.preventDefault();
    this.svg.focus({ preventScroll: true });
    this.svg.setPointerCapture(event.pointerId);
    this.isDown = true;
    this.cursor = cell;
    this.#showCursor();
    this.hands.down?.(cell, event);
  }

  #move(event) {
    const cell = this.hit(event.clientX, event.clientY);
    if (this.isDown) this.hands.move?.(cell, event);
    else this.hands.hover?.(cell, event);
  }

  #up(event) {
    if (!this.isDown) return;
    this.isDown = false;
    this.hands.up?.(this.hit(event.clientX, event.clientY), event);
  }

  #key(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (ways[event.key]) this.walk(ways[event.key][0], ways[event.key][1]);
    else if (event.key === "PageUp" || event.key === "PageDown") this.climb(event.key === "PageUp" ? 1 : -1);
    else if (event.key === " " || event.key === "Enter") {
      this.#start();
      this.hands.act?.(this.cursor, event);
    } else return;
    event.preventDefault();
  }

  #start() {
    this.cursor ??= this.cells[0] ?? null;
    this.#showCursor();
  }

  /** Goes to the next cell in a direction; at the end of a layer to the one beside it. */
  walk(dx, dy) {
    if (!this.cursor) return this.#start();
    const at = (cell) => {
      const [ox, oy] = this.places.get(this.tiles.layer(cell));
      const [x, y] = this.tiles.center(cell);
      return [x + ox, y + oy];
    };
    const [x, y] = at(this.cursor);
    let [best, least] = [null, Infinity];
    for (const cell of this.cells) {
      const [u, v] = at(cell);
      const along = (u - x) * dx + (v - y) * dy;
      const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      const price = along + 2.5 * aside;
      if (along > 0.2 && aside < along + 0.7 && price < least) [best, least] = [cell, price];
    }
    this.#goTo(best);
  }

  /** Goes up or down a layer. */
  climb(by) {
    if (!this.cursor) return this.#start();
    const layer = this.tiles.layer(this.cursor) + by;
    const [x, y] = this.tiles.center(this.cursor);
    const far = (cell) => Math.hypot(this.tiles.center(cell)[0] - x, this.tiles.center(cell)[1] - y);
    const there = this.byLayer.get(layer) ?? [];
    this.#goTo([...there].sort((a, b) => far(a) - far(b))[0]);
  }

  #goTo(cell) {
    if (!cell) return;
    this.cursor = cell;
    this.#showCursor();
    this.hands.walk?.(cell);
  }

  #showCursor() {
    this.over?.querySelectorAll(".cursor").forEach((cell) => cell.remove());
    if (this.cursor && document.activeElement === this.svg) this.over.append(this.shape(this.cursor, { class: "cursor" }));
  }
}

/** A small picture of cells, layer beside layer. */
export function miniature(tiles, cells, color) {
  const board = new Board(tiles, { label: "" });
  board.show(cells);
  board.paint(() => ({ owner: 1, color, kind: "piece" }));
  board.words.remove();
  const [width, height] = board.size;
  const svg = board.svg;
  svg.removeAttribute("tabindex");
  svg.removeAttribute("role");
  svg.removeAttribute("aria-label");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "mini");
  const named = tiles.lattice.layer ? CAPTION * 0.9 : 0;
  svg.setAttribute("viewBox", `-0.12 -0.12 ${width} ${height - (board.byLayer.size > 0 ? named : 0)}`);
  return svg;
}
