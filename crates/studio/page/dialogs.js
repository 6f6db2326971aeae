// @ts-check
// Dialogs: the library, a new puzzle, a piece of one's own, a solution in full.

import { byId, dialog, keep, kept, make, notice, picture } from "./dom.js";
import { Board, miniature } from "./board.js";
import { spaced } from "./state.js";
import { Tiles } from "./tiles.js";

/** @param {import("./state.js").Studio} studio */
export function libraryDialog(studio) {
  const solved = kept("solved", {});
  const search = make("input", { type: "search", placeholder: "Search: soma, 6x10, hexagon …", "aria-label": "Search the library" });
  const lattice = make("select", { "aria-label": "Lattice" }, make("option", { value: "" }, "all lattices"), studio.hello.lattices.map(({ name, polyforms }) => make("option", { value: name }, polyforms)));
  const list = make("div", { class: "cards" });
  const number = make("p", { class: "quiet", role: "status" });
  // Pictures are made when they come into view.
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      watcher.unobserve(target);
      const name = /** @type {HTMLElement} */ (target).dataset.name;
      studio.home.ask({ ask: "picture", name, look: studio.look({ cell: 12, labels: false, view: "solid" }) }).done.then((event) => {
        if (event?.svg) target.replaceChildren(picture(event.svg, ""));
      });
    }
  });
  const show = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (puzzle) => {
      const text = `${puzzle.name} ${puzzle.title ?? ""} ${puzzle.lattice} ${puzzle.source ?? ""}`.toLowerCase();
      return (!lattice.value || puzzle.lattice === lattice.value) && words.every((word) => text.includes(word));
    };
    const found = studio.hello.puzzles.filter(fits);
    number.textContent = `${found.length} puzzles`;
    list.replaceChildren(
      ...found.map((puzzle) => {
        const thumb = make("span", { class: "thumb", data: { name: puzzle.name } });
        watcher.observe(thumb);
        const many = puzzle.solutions === "1" ? "one solution" : puzzle.solutions ? `${spaced(puzzle.solutions)} solutions` : "";
        const done = solved[puzzle.name] ? make("span", { class: "done", title: "You have solved it" }, " ✓ solved") : "";
        const open = () => {
          studio.open(puzzle.name);
          box.close();
        };
        return make("button", { class: "card", onclick: open, data: { puzzle: puzzle.name } }, thumb, make("b", {}, puzzle.title ?? puzzle.name), make("small", {}, many, done));
      }),
    );
  };
  search.addEventListener("input", show);
  lattice.addEventListener("change", show);
  const box = dialog("Library", make("div", { class: "row" }, search, lattice), number, list);
  box.classList.add("wide");
  if (studio.good) lattice.value = studio.good.lattice;
  show();
  search.focus();
}

/** @param {import("./state.js").Studio} studio */
export function newDialog(studio, showMode) {
  const begin = async (lattice) => {
    const event = await studio.home.ask({ ask: "fresh", lattice }).done;
    studio.name = null;
    studio.setText(event.text);
    showMode("draw");
    box.close();
  };
  // Those with the most sets of pieces first: they are what most people look for.
  const known = [...studio.hello.lattices].sort((a, b) => b.sets.length - a.sets.length);
  const lattices = known.map(({ name, polyforms, tiles, steps, layer }) => {
    const shown = new Tiles({ tiles, steps, layer, name });
    const cells = shown.within([-0.1, -1.9, 2.6, 2.1], 0).slice(0, 14);
    const board = new Board(shown, { label: "" });
    board.show(cells);
    const colors = ["#e15759", "#4e79d0", "#f5c945", "#59b35c"];
    const number = new Map(cells.map((cell, at) => [shown.key(cell), at]));
    board.paint((_, key) => ({ owner: key, color: colors[Math.floor((number.get(key) ?? 0) / 4)], kind: "cell" }));
    board.words.remove();
    board.svg.setAttribute("class", "mini");
    board.svg.removeAttribute("tabindex");
    board.svg.setAttribute("aria-hidden", "true");
    // Solids look like solids.
    const solid = [0, 1].flatMap((number) => shown.within([-0.1, -0.1, 1.9, 1.9], number)).slice(0, 7);
    const look = layer ? piecePicture(studio, shown, solid, colors[1]) : board.svg;
    return make("button", { class: "card", onclick: () => begin(name), data: { lattice: name } }, look, make("b", {}, name), make("small", {}, polyforms));
  });
  const sets = studio.hello.lattices.flatMap((lattice) => lattice.sets.map((set) => ({ ...set, lattice: lattice.name })));
  const from = make("select", { id: "random-set", "aria-label": "Pieces" }, sets.map((set) => make("option", { value: set.name, selected: set.name === "pentominoes" }, set.name)));
  const number = make("input", { id: "random-pieces", type: "number", min: "2", max: "30", value: "6" });
  const level = make("select", { id: "random-level" }, [["easy", "easy: many solutions"], ["medium", "medium: a few solutions"], ["hard", "hard: one solution"]].map(([value, words]) => make("option", { value, selected: value === "hard" }, words)));
  const state = make("p", { class: "quiet", role: "status" });
  /** @type {any} */
  let job = null;
  const go = make("button", { id: "random-go", class: "main" }, "Surprise me");
  go.addEventListener("click", async () => {
    if (job) return job.stop();
    go.textContent = "Stop";
    state.textContent = "Trying boxes …";
    const seed = Math.floor(Math.random() * 2 ** 32);
    const wish = { ask: "random", set: from.value, pieces: Number(number.value), difficulty: level.value, seed };
    job = studio.home.ask(wish, (event) => {
      if (event.event === "progress" && event.phase) state.textContent = `Trying boxes … ${event.nodes.toLocaleString("en")} steps`;
    });
    const made = await job.done;
    job = null;
    go.textContent = "Surprise me";
    if (made?.text) {
      studio.name = null;
      studio.setText(made.text);
      box.close();
      showMode("play");
      notice(made.classes === 1 ? "Here is a puzzle with one solution." : "Here is a puzzle.");
    } else state.textContent = made?.sentence ?? "Stopped.";
  });
  const box = dialog(
    "A new puzzle",
    make("h3", {}, "Draw it yourself"),
    make("div", { class: "cards small" }, lattices),
    make("h3", {}, "Or let chance make one"),
    make("div", { class: "row" }, make("label", {}, "pieces of ", from), make("label", {}, "how many ", number), make("label", {}, "", level), go),
    state,
  );
  box.addEventListener("close", () => job?.stop());
}

const pictures = new Map();

/** A small picture of a piece: in the plane as it lies, in space as a solid. @param {import("./state.js").Studio} studio */
export function piecePicture(studio, tiles, cells, color) {
  if (!tiles.lattice.layer || !cells.length) return miniature(tiles, cells, color);
  const key = JSON.stringify([tiles.lattice.name, cells, color]);
  const frame = make("span", { class: "mini" });
  const svg = pictures.get(key) ?? studio.home.ask({ ask: "piece", lattice: tiles.lattice.name, cells, color, look: { cell: 24 } }).done.then((event) => event?.svg);
  pictures.set(key, svg);
  svg.then((text) => text && frame.replaceChildren(picture(text, "")));
  return frame;
}

/** Draws a piece. @param {import("./state.js").Studio} studio */
export function pieceDialog(studio, piece) {
  const tiles = studio.tiles();
  const chosen = new Set((piece?.cells ?? []).map((cell) => tiles.key(cell)));
  const taken = new Set(studio.good.pieces.map(({ name }) => name));
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => `my${letter}`);
  const name = make("input", { id: "piece-name", value: piece?.name ?? letters.find((letter) => !taken.has(letter)) ?? "mine", pattern: "\\S+", maxlength: "20", disabled: Boolean(piece) });
  let adding = true;
  const toggle = (cell) => {
    const key = tiles.key(cell);
    if (adding) chosen.add(key);
    else chosen.delete(key);
    paint();
  };
  const board = new Board(tiles, {
    label: "Cells of the piece: arrows move, Space adds or removes",
    down: (cell) => {
      adding = !chosen.has(tiles.key(cell));
      toggle(cell);
    },
    move: (cell) => cell && toggle(cell),
    act: (cell) => {
      adding = !chosen.has(tiles.key(cell));
      toggle(cell);
    },
  });
  const paint = () => board.paint((_, key) => (chosen.has(key) ? { owner: 1, kind: "cell inside" } : { kind: "cell outside" }));
  const own = [...chosen].map((key) => tiles.cell(key));
  const layers = tiles.lattice.layer ? [0, 1, 2] : [0];
  const [left, top, right, bottom] = own.length ? tiles.bounds(own) : [0, 0, 1, 1];
  const middle = [(left + right) / 2, (top + bottom) / 2];
  const reach = tiles.lattice.layer ? 2.2 : 3.3;
  const low = own.length ? Math.min(...own.map((cell) => tiles.layer(cell))) : 0;
  board.show(layers.flatMap((layer) => tiles.within([middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach], low + layer)));
  paint();
  const put = async () => {
    if (!/^\S+$/.test(name.value)) return notice("A name is a word without spaces.", true);
    if (!chosen.size) return notice("Choose some cells first.", true);
    const cells = [...chosen].map((key) => tiles.cell(key));
    if (await studio.change({ piece: { name: name.value, cells } })) box.close();
  };
  const remove = piece && make("button", { onclick: async () => (await studio.change({ piece: { name: piece.name, cells: [] } })) && box.close() }, "Remove it");
  const box = dialog(piece ? `Piece ${piece.name}` : "A piece of your own", board.element, make("div", { class: "row" }, make("label", {}, "name ", name), make("button", { id: "piece-put", class: "main", onclick: put }, piece ? "Change it" : "Add it"), remove));
}

/** A solution in full: other views, next and previous. @param {import("./state.js").Studio} studio */
export function solutionDialog(studio, text, solutions, at) {
  const solid = Boolean(studio.lattice(studio.good.lattice).layer);
  const names = solid ? { solid: "solid", layers: "layers", both: "solid and layers", exploded: "pulled apart", assembly: "step by step" } : { auto: "as it lies", exploded: "pulled apart", assembly: "step by step" };
  const view = make("select", { id: "view", "aria-label": "View" }, Object.entries(names).map(([value, words]) => make("option", { value }, words)));
  const corner = make("select", { "aria-label": "Seen from" }, ["xyZ", "XyZ", "XYZ", "xYZ", "xyz", "Xyz", "XYz", "xYz"].map((name) => make("option", { value: name }, `seen from ${name}`)));
  const frame = make("div", { class: "picture" });
  const title = make("span", { class: "quiet", id: "solution-number" });
  let number = at;
  let asked = 0;
  const show = async () => {
    const mine = ++asked;
    const solution = solutions[number];
    title.textContent = `solution ${solution.number}${solution.value === undefined ? "" : ` · ${solution.value}`}`;
    const look = studio.look({ view: view.value, corner: corner.value, cell: 40 });
    const event = await studio.home.ask({ ask: "picture", text, placements: solution.placements, look }).done;
    if (mine !== asked) return;
    frame.replaceChildren(event.svg ? picture(event.svg, `Solution ${solution.number}`) : make("p", {}, event.sentence));
  };
  const go = (by) => {
    number = (number + by + solutions.length) % solutions.length;
    show();
  };
  view.addEventListener("change", show);
  corner.addEventListener("change", show);
  const box = dialog(
    "Solution",
    make("div", { class: "row" }, make("button", { onclick: () => go(-1), "aria-label": "Previous solution" }, "←"), title, make("button", { id: "next-solution", onclick: () => go(1), "aria-label": "Next solution" }, "→"), view, solid && corner),
    frame,
  );
  box.classList.add("wide");
  box.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLSelectElement) return;
    if (event.key === "ArrowLeft") go(-1);
    if (event.key === "ArrowRight") go(1);
  });
  show();
}

/** Light or dark: as chosen, or else as the system has it. */
export function showTheme(chosen = kept("theme", null)) {
  const theme = chosen ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset.theme = theme;
  byId("theme").textContent = theme === "dark" ? "☾" : "☀";
}

export function toggleTheme() {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  keep("theme", theme);
  showTheme(theme);
}
