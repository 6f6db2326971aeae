// @ts-check
// Elements from plain values. Texts become text, never markup.

/**
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...any} children
 * @returns {any}
 */
export function make(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Record<string, any>} [props]
 * @param {...any} children
 * @returns {any}
 */
export function makeSvg(tag, props = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** @param {string} id @returns {any} */
export function byId(id) {
  return document.getElementById(id);
}

/** Says something to those who do not see the page. */
export function say(text) {
  byId("live").textContent = text;
}

let toastTimer = 0;
/** Shows a short notice. */
export function notice(text, isWrong = false) {
  const toast = byId("toast");
  toast.textContent = text;
  toast.classList.toggle("wrong", isWrong);
  toast.hidden = false;
  clearTimeout(toastTimer);
  toastTimer = window.setTimeout(() => (toast.hidden = true), isWrong ? 8000 : 3500);
}

/** A picture from the text of an SVG file. As an image it can do nothing but be looked at. */
export function picture(svg, alt) {
  return make("img", { src: "data:image/svg+xml;charset=utf-8," + encodeURIComponent(svg), alt, draggable: "false" });
}

/** A dialog with a heading; it goes when it is closed. */
export function dialog(title, ...children) {
  const close = make("button", { class: "close", "aria-label": "Close", onclick: () => box.close() }, "✕");
  const box = make("dialog", { "aria-label": title }, make("header", {}, make("h2", {}, title), close), make("div", { class: "inner" }, ...children));
  box.addEventListener("close", () => box.remove());
  box.addEventListener("pointerdown", (event) => {
    if (event.target === box) box.close();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

/** Remembers a value on this computer, if the browser lets us. */
export function keep(name, value) {
  try {
    localStorage.setItem("polydlx." + name, JSON.stringify(value));
  } catch {
    // A page from a file may have no storage: then nothing is remembered.
  }
}

/** What was remembered. */
export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem("polydlx." + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}
