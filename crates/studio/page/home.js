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

/** The program that serves the page: each request is answered by lines. */
class ServerHome {
  kind = "server";

  ask(request, onEvent = (_event) => {}) {
    const name = freshName();
    const post = (path, body) =>
      fetch(`${path}/${name}`, { method: "POST", headers: { "content-type": "application/json" }, body });
    const done = this.#lines(post("ask", JSON.stringify(request)), onEvent);
    return { done, stop: () => void post("stop", "{}").catch(() => {}) };
  }

  async #lines(response, onEvent) {
    let last = null;
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
        for (const line of lines) {
          const event = JSON.parse(line);
          if (event.event !== "progress") last = event;
          onEvent(event);
        }
        if (done) break;
      }
    } catch (error) {
      last = { event: "refusal", sentence: `polydlx does not answer (${error.message}). Is it still running?` };
      onEvent(last);
    }
    return last;
  }
}

/** The engine inside the page: a worker for what is quick, and one for each search, which ends if that is stopped. */
class EngineHome {
  kind = "engine";
  /** @type {Promise<{module: WebAssembly.Module, script: string}>} */
  #engine;
  /** @type {Promise<Worker> | null} */
  #quick = null;
  /** @type {Promise<Worker> | null} */
  #spare = null;
  /** What is asked of the quick worker, by its number. */
  #waiting = new Map();

  constructor() {
    this.#engine = this.#load();
    this.#quick = this.#worker();
    this.#quick.then((worker) => (worker.onmessage = ({ data }) => this.#waiting.get(data.id)?.(data)));
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

  ask(request, onEvent = (_event) => {}) {
    return SEARCHES.has(request.ask) ? this.#search(request, onEvent) : this.#ask(request, onEvent);
  }

  #ask(request, onEvent) {
    const id = freshName();
    let stopped = false;
    const done = new Promise((resolve) => {
      let last = null;
      const hear = (data) => {
        if (data.end) {
          this.#waiting.delete(id);
          if (data.broken) last = broken(data.broken, onEvent);
          resolve(last);
        } else {
          const event = JSON.parse(data.event);
          if (event.event !== "progress") last = event;
          if (!stopped) onEvent(event);
        }
      };
      this.#waiting.set(id, hear);
      this.#quick?.then((worker) => worker.postMessage({ id, request: JSON.stringify(request) }));
    });
    return { done, stop: () => void (stopped = true) };
  }

  #search(request, onEvent) {
    let stop = () => {};
    const done = new Promise((resolve) => {
      const begin = this.#spare ?? this.#worker();
      this.#spare = null;
      let last = null;
      let over = false;
      /** @type {Worker | null} */
      let mine = null;
      const end = (keep) => {
        over = true;
        if (mine && keep) this.#spare = Promise.resolve(mine);
        else mine?.terminate();
        resolve(last);
      };
      stop = () => {
        if (over) return;
        last = { event: SEARCH_ENDS[request.ask] ?? "answer", complete: false, count: null, text: null };
        onEvent(last);
        end(false);
      };
      begin.then((worker) => {
        mine = worker;
        if (over) return worker.terminate();
        worker.onmessage = ({ data }) => {
          if (over) return;
          if (data.end) {
            if (data.broken) last = broken(data.broken, onEvent);
            end(!data.broken);
          } else {
            const event = JSON.parse(data.event);
            if (event.event !== "progress") last = event;
            onEvent(event);
          }
        };
        worker.postMessage({ id: 0, request: JSON.stringify(request) });
      });
    });
    return { done, stop: () => stop() };
  }
}

const SEARCH_ENDS = { hints: "made", random: "made" };

function broken(error, onEvent) {
  const event = { event: "refusal", sentence: `The engine gave up: ${error}. The puzzle may be too large for it.` };
  onEvent(event);
  return event;
}
