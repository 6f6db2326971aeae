// @ts-check
// Out and in: links, files, pictures, paper.

import { byId, dialog, make, notice, picture } from "./dom.js";
import { fromFragment, toSend } from "./state.js";

/** The page as it came, to be saved with another puzzle inside; only the one with the engine is a whole. */
const pristine = byId("engine") ? document.documentElement.outerHTML : null;

/** @param {import("./state.js").Studio} studio */
export function shareDialog(studio, solutions) {
  const name = (studio.good?.title ?? studio.name ?? "puzzle").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "puzzle";
  const link = make("input", { id: "link", readonly: true, "aria-label": "Link" });
  toSend(studio.text).then((fragment) => (link.value = location.href.split("#")[0] + fragment));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link.value);
      notice("The link is copied.");
    } catch {
      link.select();
      notice("Copy the link that is marked.");
    }
  };
  const withSvg = async (then, look = {}) => {
    const event = await studio.home.ask({ ask: "picture", text: studio.text, look: studio.look({ cell: 40, view: "both", ...look }) }).done;
    if (event.svg) then(event.svg);
    else notice(event.sentence, true);
  };
  const lines = async () => {
    const event = await studio.home.ask({ ask: "lines", text: studio.text, solutions: solutions.map(({ placements }) => placements) }).done;
    if (event.text) download(`${name}.jsonl`, "application/x-ndjson", event.text);
    else notice(event.sentence, true);
  };
  const size = make("input", { id: "print-size", type: "number", min: "2", max: "100", step: "0.5", value: String(studio.good ? paperSize(studio) : 15) });
  const answer = make("input", { type: "checkbox", disabled: !solutions.length });
  const file = make("input", { id: "import", type: "file", accept: ".spec,.txt,text/plain", onchange: () => importFile(studio, file.files[0]).then(() => box.close()) });
  const where = pristine
    ? "Send the file: whoever opens it in a browser can play at once, without anything else. Who has a studio already needs only the link, which carries the whole puzzle, and pastes it below."
    : "The link carries the whole puzzle. It opens on this computer only; your friend copies it, and pastes it below in a studio of their own.";
  const pasted = make("input", { id: "pasted", placeholder: "paste a link", "aria-label": "A link", onchange: () => openLink() });
  const openLink = async () => {
    const text = await fromFragment(pasted.value.slice(Math.max(0, pasted.value.indexOf("#"))).trim());
    if (text === null) return notice("There is no puzzle in this link.", true);
    studio.name = null;
    studio.setText(text);
    box.close();
  };
  const box = dialog(
    "Share",
    make("h3", {}, "To a friend"),
    pristine ? make("div", { class: "row" }, make("button", { id: "save-page", class: "main", onclick: () => savePage(studio, name) }, "Save the puzzle as a page")) : null,
    make("div", { class: "row" }, link, make("button", { id: "copy", class: pristine ? "" : "main", onclick: copy }, "Copy link")),
    make("p", { class: "quiet" }, where),
    make("h3", {}, "As a file"),
    make(
      "div",
      { class: "row" },
      make("button", { id: "save-spec", onclick: () => download(`${name}.spec`, "text/plain", studio.text) }, "Spec"),
      make("button", { id: "save-svg", onclick: () => withSvg((svg) => download(`${name}.svg`, "image/svg+xml", svg)) }, "SVG"),
      make("button", { id: "save-png", onclick: () => withSvg((svg) => toPng(svg, name)) }, "PNG"),
      make("button", { id: "save-lines", disabled: !solutions.length, title: "The solutions that are shown", onclick: lines }, "Solutions (JSON lines)"),
    ),
    make("h3", {}, "On paper"),
    make("div", { class: "row" }, make("label", {}, "a cell is ", size, " mm"), make("label", { class: "check" }, answer, "with a solution"), make("button", { id: "print", class: "main", onclick: () => print(studio, Number(size.value), answer.checked ? solutions[0] : null) }, "Print")),
    make("p", { class: "quiet" }, "Box and pieces in true size, to be cut out. Print at 100 %."),
    make("h3", {}, "Open another one"),
    make("div", { class: "row" }, pasted, file),
    make("p", { class: "quiet" }, "A file can also be dropped anywhere on the page."),
  );
}

/** The page, with a puzzle to begin with. */
async function savePage(studio, name) {
  const fragment = await toSend(studio.text);
  download(`${name}.html`, "text/html", "<!doctype html>\n" + pristine?.replace(/<body[^>]*>/, `<body data-puzzle="${fragment}">`));
}

function download(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function toPng(svg, name) {
  const image = picture(svg, "");
  image.onload = () => {
    const scale = 2;
    const canvas = make("canvas", { width: String(Math.ceil(image.naturalWidth * scale)), height: String(Math.ceil(image.naturalHeight * scale)) });
    const context = canvas.getContext("2d");
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => blob && download(`${name}.png`, "image/png", blob));
  };
}

/** How large a cell is in millimetres so that the box has room on a sheet of paper. */
function paperSize(studio) {
  const tiles = studio.tiles();
  const layers = new Set(studio.good.cells.map((cell) => tiles.layer(cell))).size || 1;
  const [left, , right] = tiles.bounds(studio.good.cells);
  const columns = Math.min(layers, 6);
  return Math.max(3, Math.min(25, Math.floor(180 / (columns * (right - left + 0.75) + 0.5))));
}

/** Box and pieces, in true size: each piece by itself, so that they go to the next line where paper ends. */
async function print(studio, millimetres, solution) {
  const look = studio.look({ cell: millimetres, millimetres: true });
  const ask = (more) => studio.home.ask({ ask: "picture", text: studio.text, ...more }).done;
  const { good } = studio;
  const piece = ({ cells, ...piece }) => studio.home.ask({ ask: "piece", lattice: good.lattice, cells, color: studio.color(piece), look }).done;
  const copies = good.pieces.flatMap((one) => Array.from({ length: Math.min(one.high, 40) }, () => one));
  const box = await ask({ look: { ...look, view: "layers" } });
  const pieces = await Promise.all(copies.slice(0, 200).map(piece));
  const answer = solution ? await ask({ look: { ...look, cell: millimetres / 2 }, placements: solution.placements }) : null;
  const wrong = [box, ...pieces, answer].find((event) => event && !event.svg);
  if (wrong) return notice(wrong.sentence, true);
  const show = (event) => picture(event.svg, "");
  const paper = byId("paper");
  paper.replaceChildren(
    make("h1", {}, good.title ?? "A puzzle"),
    make("section", {}, show(box)),
    make("section", { class: "loose" }, make("h2", {}, "Pieces"), pieces.map((event, number) => make("figure", {}, show(event), make("figcaption", {}, copies[number].name)))),
    ...(answer ? [make("section", { class: "answer" }, make("h2", {}, "Solution"), show(answer))] : []),
    make("footer", {}, "made with polydlx studio"),
  );
  await Promise.all([...paper.querySelectorAll("img")].map((image) => image.decode().catch(() => {})));
  window.print();
}

/** Opens a file that somebody chose or dropped. */
export async function importFile(studio, file) {
  if (!file) return;
  if (file.size > 1 << 20) return notice("The file is too large.", true);
  const text = await file.text();
  if (file.name.endsWith(".dlx")) return notice("A DLX file has no geometry: it cannot be drawn.", true);
  studio.name = null;
  studio.setText(text);
  notice(`${file.name} is open.`);
}
