// @ts-check
// Solving: searches that are started, watched and stopped, and the solutions that they find.

import { make, notice, picture, say } from "./dom.js";
import { solutionDialog } from "./dialogs.js";
import { inWords, spaced } from "./state.js";

/** How many solutions are shown at once. */
const PAGE = 24;

export class SolveStage {
  /** @param {import("./state.js").Studio} studio */
  constructor(studio, showMode, share) {
    this.studio = studio;
    this.showMode = showMode;
    this.share = share;
    /** @type {any[]} */
    this.solutions = [];
    /** @type {import("./home.js").Job | null} */
    this.job = null;
    this.which = make("select", { id: "which", "aria-label": "Which solutions are told apart" }, [["symmetry", "up to symmetry"], ["rotation", "up to rotation"], ["all", "all"]].map(([value, words]) => make("option", { value }, words)));
    this.by = make("select", { id: "by", "aria-label": "Property" });
    this.way = make("select", { id: "way", "aria-label": "Best or worst" }, make("option", { value: "" }, "the best by"), make("option", { value: "worst" }, "the worst by"));
    this.status = make("div", { id: "status", role: "status" });
    this.bar = make("progress", { max: "1" });
    this.detail = make("span", { class: "quiet" });
    this.stop = make("button", { id: "stop", class: "main", onclick: () => this.job?.stop() }, "Stop");
    this.running = make("div", { class: "running", hidden: true }, this.bar, this.detail, this.stop);
    this.cards = make("div", { class: "cards solutions", id: "solutions" });
    this.more = make("button", { id: "more", hidden: true, onclick: () => this.solve(this.solutions.length) }, "More …");
    const button = (id, words, act, title, kind = "") => make("button", { id, title, class: kind, onclick: act }, words);
    this.element = make(
      "div",
      { class: "solve" },
      make("div", { class: "row" }, button("solve", "Find solutions", () => this.solve(0), "Show solutions as they are found", "main"), button("count", "Count", () => this.count(), "Only their number"), this.which),
      make("div", { class: "row" }, button("hints", "Leave one solution", () => this.hints(), "Place as few pieces as possible so that one solution is left"), make("span", { class: "quiet" }, "places a few pieces, so that there is just one way to place the others")),
      make("div", { class: "row" }, button("best", "Show", () => this.best(), "Look at all solutions, and show these"), this.way, this.by),
      this.running,
      this.status,
      this.cards,
      make("div", { class: "row center" }, this.more),
    );
  }

  show() {
    const { good, text } = this.studio;
    if (!good) return;
    if (this.of !== good.lattice) {
      this.of = good.lattice;
      const { properties } = this.studio.lattice(good.lattice);
      this.by.replaceChildren(...properties.map(({ name, meaning }) => make("option", { value: name, title: meaning }, name)));
    }
    if (this.text !== text) {
      this.text = text;
      this.job?.stop();
      this.#forget("");
    }
  }

  #forget(words) {
    this.solutions = [];
    this.cards.replaceChildren();
    this.more.hidden = true;
    this.status.replaceChildren(words);
  }

  /** Asks, shows how far it has come, and gives the last event. */
  async #run(request, hear = (_event) => {}) {
    if (this.studio.puzzle && !this.studio.puzzle.ok) {
      notice("The text has mistakes: mend it first.", true);
      return null;
    }
    this.job?.stop();
    const begin = performance.now();
    const job = this.studio.home.ask(request, (event) => {
      if (job !== this.job) return;
      if (event.event === "progress") this.#progress(event, begin);
      else hear(event);
    });
    this.job = job;
    this.running.hidden = false;
    this.bar.removeAttribute("value");
    this.detail.textContent = "getting ready";
    this.status.replaceChildren();
    const last = await job.done;
    if (job !== this.job) return null;
    this.job = null;
    this.running.hidden = true;
    if (last?.event === "refusal") {
      this.status.replaceChildren(make("pre", { class: "error" }, last.sentence));
      return null;
    }
    return { ...last, seconds: (performance.now() - begin) / 1000 };
  }

  #progress({ phase, done, solutions, nodes, sweep }, begin) {
    const elapsed = (performance.now() - begin) / 1000;
    const parts = [phase];
    if (done > 0) {
      this.bar.value = done;
      const percent = 100 * done;
      parts.push(`${percent < 1 ? percent.toPrecision(2) : percent.toFixed(percent < 10 ? 1 : 0)} %`);
      if (elapsed > 2 && done > 1e-9) parts.push(`${inWords((elapsed * (1 - done)) / done)} to go`);
    } else this.bar.removeAttribute("value");
    if (solutions) parts.push(`${spaced(solutions)} found`);
    if (sweep?.steps) parts.push(`step ${sweep.step} of ${sweep.steps}`);
    else if (nodes) parts.push(`${spaced(nodes)} steps`);
    this.detail.textContent = parts.filter(Boolean).join(" · ");
  }

  #names(number) {
    const what = { symmetry: " up to symmetry", rotation: " up to rotation", all: "" }[this.which.value];
    return `${spaced(number)} ${number === "1" ? "solution" : "solutions"}${what}`;
  }

  /** Says what came of it. */
  #answer(answer) {
    const took = answer.seconds < 0.1 ? "" : ` (${answer.seconds.toFixed(1)} s)`;
    let words;
    if (answer.complete && answer.count === "0") words = `There is no solution${answer.reasons?.length ? `: ${answer.reasons.join("; ")}` : ""}.${took}`;
    else if (answer.complete) words = `${answer.count === "1" ? "There is just" : "There are"} ${this.#names(answer.count)}.${took}`;
    else if (answer.count === null) words = "Stopped before the number was known.";
    else words = `Stopped: there are at least ${this.#names(answer.count)}.${took}`;
    this.status.replaceChildren(make("p", { class: `verdict ${answer.complete ? (answer.count === "0" ? "bad" : "good") : ""}`, id: "answer" }, words));
    say(words);
  }

  async count() {
    const answer = await this.#run({ ask: "count", text: this.studio.text, which: this.which.value });
    if (answer) this.#answer(answer);
  }

  async solve(skip) {
    if (!skip) this.#forget("");
    this.more.hidden = true;
    const request = { ask: "solve", text: this.studio.text, which: this.which.value, skip, limit: PAGE, look: this.studio.look({ cell: 20 }) };
    const answer = await this.#run(request, (event) => event.event === "solution" && this.#add(event));
    if (!answer) return;
    if (answer.limited) {
      this.more.hidden = false;
      this.status.replaceChildren(make("p", { class: "verdict", id: "answer" }, `The first ${this.solutions.length} solutions; there may be more.`));
    } else if (answer.complete) this.#answer({ ...answer, count: String(this.solutions.length) });
    else this.status.replaceChildren(make("p", { class: "verdict", id: "answer" }, `Stopped: ${this.solutions.length} solutions so far.`));
  }

  async best() {
    this.#forget("");
    const request = { ask: "best", text: this.studio.text, which: this.which.value, by: this.by.value, worst: this.way.value === "worst", limit: PAGE, look: this.studio.look({ cell: 20 }) };
    const answer = await this.#run(request, (event) => event.event === "solution" && this.#add(event));
    if (!answer) return;
    if (answer.complete) this.status.replaceChildren(make("p", { class: "verdict good", id: "answer" }, `${this.#names(answer.count)}; here are the first ${this.solutions.length} by ${this.by.value}.`));
    else this.#answer(answer);
  }

  async hints() {
    const before = this.studio.good.placed.length;
    const made = await this.#run({ ask: "hints", text: this.studio.text, seed: Math.floor(Math.random() * 2 ** 32) });
    if (!made) return;
    if (!made.text) return this.status.replaceChildren(make("p", { class: "verdict", id: "answer" }, "Stopped before it was done."));
    this.text = made.text;
    const few = made.scope === "all" ? "no fewer would do" : "others may do with fewer";
    const words = made.hints === 0 ? "There is just one solution already: nothing needs to be placed." : `${made.hints === 1 ? "One piece is" : `${made.hints} pieces are`} placed${before ? ", besides those that were," : ""} so that one solution is left (${few}).`;
    this.studio.setText(made.text);
    this.#forget("");
    this.status.replaceChildren(make("p", { class: "verdict good", id: "answer" }, words), make("div", { class: "row" }, make("button", { class: "main", onclick: () => this.showMode("play") }, "Play it"), make("button", { onclick: () => this.share() }, "Share or print it …")));
    say(words);
  }

  #add(solution) {
    const number = this.solutions.push(solution) - 1;
    const value = solution.value === undefined ? "" : ` · ${this.by.value} ${solution.value}`;
    const text = this.studio.text;
    this.cards.append(
      make("button", { class: "card", title: "Look at it", onclick: () => solutionDialog(this.studio, text, this.solutions, number) }, picture(solution.svg, `Solution ${solution.number}`), make("small", {}, `${solution.number}${value}`)),
    );
  }
}
