// @ts-check
// Who answers: the program that serves this page, or the engine inside it. Nobody else needs to know which.

import { byId } from "./dom.js";

/**
 * @typedef {{done: Promise<any>, stop: () => void}} Job `done` is the last event.
 * @typedef {{ask: (request: any, onEvent?: (event: any) => void) => Job, kind: string}} Home
 */

const SEARCHES = new Set(["solve", "count", "best", "hints", "random"]);

/** @returns {Home} */
export function openHome() {
  return byId("engine") ? new EngineHome() : new ServerHome();
}

let lastName = 0;
function freshName() {
  lastName += 1;
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}-${lastName}`;
}

/** How long whoever stops a search waits for its last word, in milliseconds. */
const PATIENCE = 80;

/** The program that serves the page: each request is answered by lines. */
class ServerHome {
  kind = "server";

  ask(request, onEvent = (_event) => {}) {
    const name = freshName();
    const connection = new AbortController();
    const post = (path, body, signal) =>
      fetch(`${path}/${name}`, { method: "POST", headers: { "content-type": "application/json" }, body, signal });
    /** @type {any} */
    const job = { request, onEvent, last: null, over: false };
    job.done = new Promise((resolve) => (job.resolve = resolve));
    const end = () => {
      job.over = true;
      job.resolve(job.last);
    };
    this.#lines(post("ask", JSON.stringify(request), connection.signal), job).then(() => job.over || end());
    const stop = () => {
      if (job.over) return;
      post("stop", "{}").catch(() => {});
      // A search that is busy hears of it a little later; whoever asked need not wait.
      setTimeout(() => {
        if (job.over) return;
        if (SEARCHES.has(request.ask)) onEvent((job.last = partial(request)));
        end();
        connection.abort();
      }, PATIENCE);
    };
    return { done: job.done, stop };
  }

  async #lines(response, job) {
    const hear = (event) => {
      if (job.over) return;
      if (event.event !== "progress") job.last = event;
      job.onEvent(event);
    };
    try {
      const answer = await response;
      if (!answer.ok) throw new Error(`${answer.status} ${answer.statusText}`);
      const reader = answer.body.getReader();
      const decoder = new TextDecoder();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        rest += decoder.decode(value, { stream: !done });
        const lines = rest.split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) hear(JSON.parse(line));
        if (done) break;
      }
    } catch (error) {
      hear({ event: "refusal", sentence: `polydlx does not answer (${error.message}). Is it still running?` });
    }
  }
}

/** The engine inside the page: a worker for what is quick, and one for each search. A worker that is told to stop ends. */
class EngineHome {
  kind = "engine";
  /** @type {Promise<{module: WebAssembly.Module, script: string}>} */
  #engine;
  /** @type {Promise<Worker>} */
  #quick;
  /** A worker that has nothing to do. @type {Promise<Worker> | null} */
  #spare = null;
  /** What waits for the quick worker. @type {any[]} */
  #queue = [];
  /** What the quick worker does. @type {any} */
  #current = null;

  constructor() {
    this.#engine = this.#load();
    this.#quick = this.#worker();
  }

  async #load() {
    const packed = Uint8Array.from(atob(byId("engine").textContent.trim()), (c) => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
    const script = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));
    return { module, script };
  }

  async #worker() {
    const { module, script } = await this.#engine;
    const worker = new Worker(script);
    await new Promise((resolve) => {
      worker.onmessage = resolve;
      worker.postMessage({ module });
    });
    return worker;
  }

  /** A worker, at once if there is a spare one. */
  #take() {
    const worker = this.#spare ?? this.#worker();
    this.#spare = null;
    setTimeout(() => (this.#spare ??= this.#worker()), 100);
    return worker;
  }

  ask(request, onEvent = (_event) => {}) {
    return SEARCHES.has(request.ask) ? this.#search(request, onEvent) : this.#ask(request, onEvent);
  }

  /** One after the other. */
  #ask(request, onEvent) {
    /** @type {any} */
    const job = { request, onEvent, last: null };
    job.done = new Promise((resolve) => (job.resolve = resolve));
    this.#queue.push(job);
    this.#next();
    return { done: job.done, stop: () => this.#drop(job) };
  }

  #next() {
    if (this.#current || !this.#queue.length) return;
    const job = this.#queue.shift();
    this.#current = job;
    this.#quick.then((worker) => {
      if (this.#current !== job) return;
      run(worker, job, () => {
        if (this.#current !== job) return;
        this.#current = null;
        job.resolve(job.last);
        this.#next();
      });
    });
  }

  #drop(job) {
    if (this.#queue.includes(job)) this.#queue.splice(this.#queue.indexOf(job), 1);
    else if (this.#current === job) {
      this.#quick.then((worker) => worker.terminate());
      this.#quick = this.#take();
      this.#current = null;
    } else return;
    job.onEvent = () => {};
    job.resolve(job.last);
    this.#next();
  }

  #search(request, onEvent) {
    /** @type {any} */
    const job = { request, onEvent, last: null, over: false };
    job.done = new Promise((resolve) => (job.resolve = resolve));
    const worker = this.#take();
    const end = () => {
      job.over = true;
      worker.then((worker) => worker.terminate());
      job.resolve(job.last);
    };
    worker.then((worker) => job.over || run(worker, job, () => job.over || end()));
    const stop = () => {
      if (job.over) return;
      onEvent((job.last = partial(request)));
      end();
    };
    return { done: job.done, stop };
  }
}

/** Lets a worker answer; `end` is called when it has. */
function run(worker, job, end) {
  worker.onmessage = ({ data }) => {
    if (data.end) {
      if (data.broken) job.last = broken(data.broken, job.onEvent);
      return end();
    }
    const event = JSON.parse(data.event);
    if (event.event !== "progress") job.last = event;
    if (!job.over) job.onEvent(event);
  };
  worker.postMessage({ id: 0, request: JSON.stringify(job.request) });
}

/** The last event of a search of which nothing is known. */
function partial(request) {
  const kind = request.ask === "hints" || request.ask === "random" ? "made" : "answer";
  return { event: kind, complete: false, count: null, text: null };
}

function broken(error, onEvent) {
  const event = { event: "refusal", sentence: `The engine gave up: ${error}. The puzzle may be too large for it.` };
  onEvent(event);
  return event;
}
