// @ts-check
// The page as a whole.

import { byId, keep, kept, make, notice } from "./dom.js";
import { openHome } from "./home.js";
import { fromFragment, isToPlay, Studio, toFragment } from "./state.js";
import { libraryDialog, newDialog, showTheme, toggleTheme } from "./dialogs.js";
import { DrawStage, Side } from "./draw.js";
import { SolveStage } from "./solve.js";
import { PlayStage } from "./play.js";
import { importFile, shareDialog } from "./share.js";

const MODES = ["draw", "solve", "play"];

async function start() {
  const studio = new Studio(openHome());
  showTheme();
  try {
    await studio.begin();
  } catch (error) {
    byId("stage").replaceChildren(make("p", { class: "wait" }, `The studio cannot begin: ${error.message}`));
    return;
  }
  const side = new Side(studio, byId("side"), byId("below"));
  let mode = "draw";
  const showMode = (name) => {
    mode = name;
    document.body.dataset.mode = name;
    for (const other of MODES) byId(`tab-${other}`).setAttribute("aria-selected", String(other === name));
    byId("stage").replaceChildren(stages[name].element);
    stages[name].show();
    keep("mode", name);
  };
  const stages = { draw: new DrawStage(studio), solve: new SolveStage(studio, showMode, () => share()), play: new PlayStage(studio) };
  for (const name of MODES) byId(`tab-${name}`).addEventListener("click", () => showMode(name));
  byId("modes").addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const next = MODES[(MODES.indexOf(mode) + by + MODES.length) % MODES.length];
    showMode(next);
    byId(`tab-${next}`).focus();
  });

  /** The address that we wrote ourselves. */
  let written = "";
  studio.addEventListener("text", async (event) => {
    side.showText(/** @type {CustomEvent} */ (event).detail.typed);
    byId("undo").disabled = !studio.past.length;
    byId("redo").disabled = !studio.future.length;
    const { text } = studio;
    const fragment = await toFragment(text);
    if (text !== studio.text) return;
    written = fragment;
    history.replaceState(null, "", fragment);
  });
  studio.addEventListener("puzzle", () => {
    side.show();
    side.showFacts();
    if (studio.puzzle.ok) stages[mode].show();
  });
  studio.addEventListener("facts", () => side.showFacts());

  byId("new").addEventListener("click", () => newDialog(studio, showMode));
  byId("library").addEventListener("click", () => libraryDialog(studio));
  const share = () => shareDialog(studio, stages.solve.text === studio.text ? stages.solve.solutions : []);
  byId("share").addEventListener("click", share);
  byId("undo").addEventListener("click", () => studio.undo());
  byId("redo").addEventListener("click", () => studio.redo());
  byId("theme").addEventListener("click", () => toggleTheme());
  byId("colors").setAttribute("aria-pressed", String(studio.safe));
  byId("colors").addEventListener("click", () => {
    studio.setSafe(!studio.safe);
    byId("colors").setAttribute("aria-pressed", String(studio.safe));
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) mode === "play" ? stages.play.undo() : studio.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) studio.redo();
    else return;
    event.preventDefault();
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) importFile(studio, file);
  });
  window.addEventListener("hashchange", async () => {
    if (location.hash === written) return;
    const fragment = location.hash;
    const text = await fromFragment(fragment);
    if (text !== null) {
      studio.setText(text);
      if (isToPlay(fragment)) showMode("play");
    } else notice("There is no puzzle in this address.", true);
  });

  // For tests, and for whoever is curious.
  Object.assign(window, { polydlx: { studio, stages } });
  const fragment = location.hash || (document.body.dataset.puzzle ?? "");
  const given = await fromFragment(fragment);
  if (location.hash && given === null) notice("There is no puzzle in this address.", true);
  const begin = isToPlay(fragment) ? "play" : kept("mode", "draw");
  showMode("draw");
  const text = given ?? kept("text", null);
  if (text) studio.setText(text);
  else await studio.open("pentominoes-6x10");
  if (given) showMode(begin);
  document.body.dataset.ready = studio.home.kind;
}

start();
