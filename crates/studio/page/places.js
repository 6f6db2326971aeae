// @ts-check
// Where pieces can lie in a box; ends of the box may be joined.

export class Places {
  /**
   * @param {import("./tiles.js").Tiles} tiles
   * @param {any} tray the event
   */
  constructor(tiles, tray) {
    this.tiles = tiles;
    this.beyond = tray.beyond;
    this.pieces = new Map(tray.pieces.map((piece) => [piece.name, piece]));
    this.inside = new Set(tray.cells.map((cell) => tiles.key(cell)));
    /** Where ends are joined: which cell of the box a cell beyond them is. */
    this.seam = new Map(tray.seam.map(([cell, same]) => [tiles.key(cell), same]));
  }

  /** The key of the cell of the box that a cell is; its own if there is none. */
  key(cell) {
    return this.tiles.key(this.same(cell));
  }

  same(cell) {
    return this.seam.get(this.tiles.key(cell)) ?? cell;
  }

  /** The cells of a board that show some cells of the box: themselves, and those beyond the ends. */
  shown(cells) {
    const keys = new Set(cells.map((cell) => this.tiles.key(cell)));
    return [...cells, ...this.beyond.filter((cell) => keys.has(this.key(cell)))];
  }

  /** The number of the cell in the middle of some: there a piece is held. */
  middle(cells) {
    const centers = cells.map((cell) => this.tiles.center(cell));
    const mean = [0, 1].map((axis) => centers.reduce((sum, point) => sum + point[axis], 0) / centers.length);
    const far = centers.map((point) => Math.hypot(point[0] - mean[0], point[1] - mean[1]));
    return far.indexOf(Math.min(...far));
  }

  /** Where a piece in hand would lie with its held cell upon a cell, if nothing lies there that is in `owners`. */
  target({ piece, way, grab }, cell, owners) {
    const cells = this.pieces.get(piece).ways[way];
    const own = this.tiles.center(cells[grab]);
    const far = (other) => Math.hypot(this.tiles.center(other)[0] - own[0], this.tiles.center(other)[1] - own[1]);
    // Of the cells of the right kind, the one nearest to where it is held.
    const anchors = cells.filter((other) => other[3] === cell[3]).sort((a, b) => far(a) - far(b));
    if (!anchors.length) return null;
    const there = this.#put(cells, anchors[0], cell);
    const keys = there.map((other) => this.tiles.key(other));
    const fits = new Set(keys).size === keys.length && keys.every((key) => this.inside.has(key) && !owners.has(key));
    return { cells: there, fits };
  }

  /** How a piece lies that lies there, and which of its cells is at a cell. */
  wayOf(piece, cells, at) {
    const { ways } = this.pieces.get(piece);
    const together = (list) => list.map((cell) => this.tiles.key(cell)).sort().join(";");
    const wanted = together(cells);
    for (const [way, list] of ways.entries()) {
      const grab = list.findIndex((from) => from[3] === at[3] && together(this.#put(list, from, at)) === wanted);
      if (grab >= 0) return [way, grab];
    }
    return [0, 0];
  }

  /** The cells of the box that a piece covers when one of its cells comes upon a cell. */
  #put(cells, from, to) {
    return (this.tiles.moved(cells, from, to) ?? []).map((cell) => this.same(cell));
  }
}
