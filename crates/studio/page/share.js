// @ts-check
// Out and in: links, files, pictures, paper.

import { byId, dialog, make, notice, picture } from "./dom.js";
import { toFragment } from "./state.js";

/** @param {import("./state.js").Studio} studio */
export function shareDialog(studio, solutions) {
  const name = (studio.good?.title ?? studio.name ?? "puzzle").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 60) || "puzzle";
  const link = make("input", { id: "link", readonly: true, "aria-label": "Link" });
  toFragment(studio.text).then((fragment) => (link.value = address(studio) + fragment));
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
  const size = make("input", { id: "print-size", type: "number", min: "2", max: "100", step: "0.5", value: "20" });
  const answer = make("input", { type: "checkbox" });
  const file = make("input", { id: "import", type: "file", accept: ".spec,.txt,text/plain", onchange: () => importFile(studio, file.files[0]).then(() => box.close()) });
  const where = studio.home.kind === "server" ? "It works wherever polydlx studio is, also in the page that works without it: the puzzle is in the part behind #." : "The whole puzzle is in the link.";
  const box = dialog(
    "Share",
    make("h3", {}, "Link"),
    make("div", { class: "row" }, link, make("button", { id: "copy", class: "main", onclick: copy }, "Copy")),
    make("p", { class: "quiet" }, where),
    make("h3", {}, "Files"),
    make(
      "div",
      { class: "row" },
      make("button", { id: "save-spec", onclick: () => download(`${name}.spec`, "text/plain", studio.text) }, "Spec"),
      make("button", { id: "save-svg", onclick: () => withSvg((svg) => download(`${name}.svg`, "image/svg+xml", svg)) }, "SVG"),
      make("button", { id: "save-png", onclick: () => withSvg((svg) => toPng(svg, name)) }, "PNG"),
      make("button", { id: "save-lines", disabled: !solutions.length, title: "The solutions that are shown", onclick: lines }, "Solutions (JSON lines)"),
    ),
    make("h3", {}, "Paper"),
    make("div", { class: "row" }, make("label", {}, "a cell is ", size, " mm"), make("label", { class: "check" }, answer, "with a solution"), make("button", { id: "print", class: "main", onclick: () => print(studio, Number(size.value), answer.checked ? solutions[0] : null) }, "Print")),
    make("p", { class: "quiet" }, "Box and pieces in true size, to be cut out. Print at 100 %."),
    make("h3", {}, "Open a file"),
    make("div", { class: "row" }, file),
    make("p", { class: "quiet" }, "Or drop it anywhere on the page."),
  );
}

function address(studio) {
  // The token of a server is for this browser only.
  return studio.home.kind === "server" ? location.href.split("#")[0] : location.href.split("#")[0];
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

/** Box and pieces, in true size. */
async function print(studio, millimetres, solution) {
  const look = studio.look({ cell: millimetres, millimetres: true });
  const ask = (more) => studio.home.ask({ ask: "picture", text: studio.text, ...more }).done;
  const pictures = await Promise.all([
    ask({ look: { ...look, view: "layers" } }),
    ask({ look: { ...look, labels: true }, pieces: true }),
    ...(solution ? [ask({ look: { ...look, cell: millimetres / 2 }, placements: solution.placements })] : []),
  ]);
  const wrong = pictures.find((event) => !event.svg);
  if (wrong) return notice(wrong.sentence, true);
  const titles = ["", "Pieces", "Solution"];
  const paper = byId("paper");
  const images = pictures.map((event) => picture(event.svg, ""));
  paper.replaceChildren(make("h1", {}, studio.good.title ?? "A puzzle"), ...images.map((image, number) => make("section", {}, titles[number] ? make("h2", {}, titles[number]) : null, image)), make("footer", {}, "made with polydlx studio"));
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
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
