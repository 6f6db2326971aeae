// @ts-check
// Where cells are: what the protocol says of a lattice, made use of.

/**
 * @typedef {[number, number, number, number]} Cell x, y, z and class
 * @typedef {[number, number]} Point
 */

export class Tiles {
  /** @param {any} lattice as in the event `hello` */
  constructor(lattice) {
    this.lattice = lattice;
    /** @type {Point[][]} */
    this.tiles = lattice.tiles;
    this.round = this.tiles[0].length === 1;
    /** @type {number[][]} to the right, down, layers up */
    this.steps = [...lattice.steps];
    while (this.steps.length < 3) this.steps.push([0, 0, 1]);
    this.inverse = inverse(this.steps);
  }

  /** @param {Cell} cell */
  key(cell) {
    return cell.join(",");
  }

  /** @param {string} key @returns {Cell} */
  cell(key) {
    return /** @type {Cell} */ (key.split(",").map(Number));
  }

  /** @param {Cell} cell */
  layer(cell) {
    return this.lattice.layer ? cell[0] * this.steps[0][2] + cell[1] * this.steps[1][2] + cell[2] * this.steps[2][2] : 0;
  }

  /** @param {Cell} cell @returns {Point} */
  #origin([x, y, z]) {
    const along = (axis) => x * this.steps[0][axis] + y * this.steps[1][axis] + z * this.steps[2][axis];
    return this.lattice.layer ? [along(0), along(1)] : [x * this.steps[0][0] + y * this.steps[1][0], x * this.steps[0][1] + y * this.steps[1][1]];
  }

  /** The corners; of a ball the centre. @param {Cell} cell @returns {Point[]} */
  corners(cell) {
    const [ox, oy] = this.#origin(cell);
    return this.tiles[cell[3]].map(([x, y]) => [x + ox, y + oy]);
  }

  /** @param {Cell} cell @returns {Point} */
  center(cell) {
    const corners = this.corners(cell);
    const sum = corners.reduce(([a, b], [x, y]) => [a + x, b + y], [0, 0]);
    return [sum[0] / corners.length, sum[1] / corners.length];
  }

  /** What cells cover together: [left, top, right, bottom]. @param {Cell[]} cells */
  bounds(cells) {
    const edge = this.round ? 0.5 : 0;
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const cell of cells) {
      for (const [x, y] of this.corners(cell)) {
        left = Math.min(left, x - edge);
        right = Math.max(right, x + edge);
        top = Math.min(top, y - edge);
        bottom = Math.max(bottom, y + edge);
      }
    }
    return cells.length ? [left, top, right, bottom] : [0, 0, 1, 1];
  }

  /** All cells of a layer with their centres inside a window. @returns {Cell[]} */
  within([left, top, right, bottom], layer) {
    /** @type {Cell[]} */
    const found = [];
    this.tiles.forEach((_, kind) => {
      const [cx, cy] = this.center([0, 0, 0, kind]);
      const corners = [[left, top], [right, top], [left, bottom], [right, bottom]].map(([x, y]) =>
        apply(this.inverse, [x - cx, y - cy, this.lattice.layer ? layer : 0]),
      );
      const range = [0, 1, 2].map((axis) => {
        const values = corners.map((corner) => corner[axis]);
        return [Math.floor(Math.min(...values) + 1e-9), Math.ceil(Math.max(...values) - 1e-9)];
      });
      if (!this.lattice.layer) range[2] = [0, 0];
      for (let x = range[0][0]; x <= range[0][1]; x++) {
        for (let y = range[1][0]; y <= range[1][1]; y++) {
          for (let z = range[2][0]; z <= range[2][1]; z++) {
            /** @type {Cell} */
            const cell = [x, y, z, kind];
            const [a, b] = this.center(cell);
            const inside = a > left - 1e-9 && a < right + 1e-9 && b > top - 1e-9 && b < bottom + 1e-9;
            if (inside && this.layer(cell) === layer) found.push(cell);
          }
        }
      }
    });
    return found;
  }

  /** Whether a point lies in a cell. @param {Cell} cell @param {Point} point */
  contains(cell, [x, y]) {
    const corners = this.corners(cell);
    if (this.round) return Math.hypot(corners[0][0] - x, corners[0][1] - y) <= 0.5;
    let inside = false;
    corners.forEach(([ax, ay], number) => {
      const [bx, by] = corners[(number + 1) % corners.length];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    });
    return inside;
  }

  /** The same cells, so that one of them comes to a place; null if it cannot. @param {Cell[]} cells */
  moved(cells, from, to) {
    if (from[3] !== to[3]) return null;
    return cells.map((cell) => /** @type {Cell} */ ([cell[0] + to[0] - from[0], cell[1] + to[1] - from[1], cell[2] + to[2] - from[2], cell[3]]));
  }

  /** How a person would call a cell. @param {Cell} cell */
  name(cell) {
    const [x, y, z, kind] = cell;
    const place = this.lattice.dimension === 3 ? `${x} ${y} ${z}` : `${x} ${y}`;
    return this.tiles.length > 1 ? `${place}, kind ${kind + 1}` : place;
  }
}

/** The sides of cells of one layer: those between different owners are the outlines. */
export function outlines(tiles, cells, owner) {
  const sides = new Map();
  const round = (d) => Math.round(d * 1000);
  for (const cell of cells) {
    const corners = tiles.corners(cell);
    corners.forEach((a, number) => {
      const b = corners[(number + 1) % corners.length];
      const [p, q] = [a, b].map(([x, y]) => `${round(x)} ${round(y)}`);
      const key = p < q ? `${p} ${q}` : `${q} ${p}`;
      const side = sides.get(key) ?? { a, b, owners: [] };
      side.owners.push(owner(cell));
      sides.set(key, side);
    });
  }
  return [...sides.values()].filter(({ owners }) => owners.length === 1 || owners[0] !== owners[1]);
}

/** @param {number[][]} steps */
function inverse(steps) {
  const [u, v, w] = steps;
  // Columns are the steps: a cell (x,y,z) is at x·u + y·v + z·w.
  const det = u[0] * (v[1] * w[2] - v[2] * w[1]) - v[0] * (u[1] * w[2] - u[2] * w[1]) + w[0] * (u[1] * v[2] - u[2] * v[1]);
  return [
    [(v[1] * w[2] - v[2] * w[1]) / det, (v[2] * w[0] - v[0] * w[2]) / det, (v[0] * w[1] - v[1] * w[0]) / det],
    [(u[2] * w[1] - u[1] * w[2]) / det, (u[0] * w[2] - u[2] * w[0]) / det, (u[1] * w[0] - u[0] * w[1]) / det],
    [(u[1] * v[2] - u[2] * v[1]) / det, (u[2] * v[0] - u[0] * v[2]) / det, (u[0] * v[1] - u[1] * v[0]) / det],
  ];
}

function apply(matrix, point) {
  return matrix.map((row) => row[0] * point[0] + row[1] * point[1] + row[2] * point[2]);
}
