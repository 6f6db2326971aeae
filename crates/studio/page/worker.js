// @ts-check
// The engine in a worker: one request at a time, whose events go to the page as they come.

/** @type {any} */
let engine = null;
/** @type {any} */
let current = null;

function text(at, length) {
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, at, length));
}

self.onmessage = async ({ data }) => {
  if (data.module) {
    const imports = {
      studio: {
        emit: (at, length) => self.postMessage({ id: current, event: text(at, length) }),
        now: () => performance.now(),
      },
    };
    /** @type {any} */
    const instance = await WebAssembly.instantiate(data.module, imports);
    engine = instance.exports;
    self.postMessage({ ready: true });
    return;
  }
  current = data.id;
  const request = new TextEncoder().encode(data.request);
  const at = engine.room(request.length);
  new Uint8Array(engine.memory.buffer, at, request.length).set(request);
  try {
    engine.answer();
    self.postMessage({ id: data.id, end: true });
  } catch (error) {
    self.postMessage({ id: data.id, end: true, broken: String(error) });
  }
};
