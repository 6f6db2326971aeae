// The studio as people use it, in a real browser: both homes, all lattices, desktop and phone.
//
//   node studio.mjs POLYDLX [STUDIO.HTML] [--only WORDS] [--shots FOLDER]
//
// POLYDLX is the command, STUDIO.HTML the page with the engine inside (cargo xtask studio). CHROMIUM may name the browser.

import { chromium } from "playwright-core";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, unlinkSync } from "node:fs";
import { resolve } from "node:path";

const args = process.argv.slice(2);
const option = (name) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : undefined);
const only = option("--only");
const shots = option("--shots");
const [command, file] = args;
if (shots) mkdirSync(shots, { recursive: true });

const DESKTOP = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const SETS = { square: "pentominoes", triangle: "hexiamonds", hex: "tetrahexes", cube: "soma", sphere: "tetraspheres" };
const FOREVER = "|! lattice square\n|! use heptominoes\n|! pieces optional\n[0-9a-k][0-9a-k]\n";

const server = spawn(command, ["studio", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((found) => {
  server.stdout.on("data", (data) => {
    const match = /http:\S+/.exec(String(data));
    if (match) found(match[0]);
  });
});
const homes = { server: address, ...(file ? { engine: `file://${resolve(file)}` } : {}) };
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: flags });

/** A page that is ready; what goes wrong on it is remembered. */
async function open(home, size, fragment = "") {
  const context = await browser.newContext(size);
  context.home = home;
  const page = await context.newPage();
  page.wrong = [];
  page.on("pageerror", (error) => page.wrong.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.wrong.push(message.text()));
  await page.goto(homes[home] + fragment);
  await page.waitForSelector(`body[data-ready="${home}"]`, { timeout: 60000 });
  return page;
}

async function setText(page, text) {
  await page.evaluate((text) => window.polydlx.studio.setText(text), text);
  await settled(page);
}

/** Waits until the page has heard all about the text. */
async function settled(page) {
  await page.waitForFunction(async () => {
    const { studio } = window.polydlx;
    await studio.asking?.done;
    return studio.puzzle !== null;
  });
}

const ask = (page, request) => page.evaluate((request) => window.polydlx.studio.home.ask(request).done, request);

/** Where a cell of the board is on the screen. */
async function place(page, cell) {
  const found = await page.waitForFunction((cell) => {
    const element = document.querySelector(`#stage .board .ground [data-cell="${cell}"]`);
    if (!element) return null;
    element.scrollIntoView({ block: "nearest" });
    const box = element.getBoundingClientRect();
    // The middle of the box of a triangle lies in it, too.
    return [box.x + box.width / 2, box.y + box.height / 2];
  }, cell.join(","));
  return found.jsonValue();
}

async function drawBox(page) {
  await page.click("#new");
  await page.click('[data-lattice="square"]');
  await page.waitForFunction(() => window.polydlx.studio.text.includes("|! box"));
  await settled(page);
  await page.click("text=Clear");
  await page.waitForFunction(() => window.polydlx.studio.good.cells.length === 0);
  await settled(page);
  // Row by row, with the mouse held down; the first row moves all coordinates up to 0.
  for (let row = 0; row < 6; row++) {
    const from = row ? [row, 0, 0, 0] : [-3, -5, 0, 0];
    const [a, b] = [await place(page, from), await place(page, [from[0], from[1] + 9, 0, 0])];
    await page.mouse.move(a[0], a[1]);
    await page.mouse.down();
    await page.mouse.move(b[0], b[1], { steps: 24 });
    await page.mouse.up();
    await page.waitForFunction((number) => window.polydlx.studio.good.cells.length === number, row * 10 + 10);
    await page.waitForFunction((cell) => document.querySelector(`#stage .board [data-cell="${cell}"]`), `${row + 1},9,0,0`);
  }
  assert.match(await page.evaluate(() => window.polydlx.studio.text), /\[0-5\]\[0-9\]|[0-5]\[0-9\]/);
}

/** How to turn and flip a piece in the hand until it can be put where it is wanted: keys to press. */
async function keysTo(page, piece, cells) {
  return page.evaluate(
    ([piece, cells]) => {
      const stage = window.polydlx.stages.play;
      const { ways: all, turns, flips } = stage.pieces.get(piece);
      const together = (list) => list.map(String).sort().join(";");
      const leads = (way) => stage.board.cells.some((cell) => together(stage.places.target({ piece, way, grab: stage.places.middle(all[way]) }, cell, new Map())?.cells ?? []) === together(cells));
      const seen = new Map([[stage.ways.get(piece), []]]);
      const queue = [stage.ways.get(piece)];
      for (const at of queue) {
        if (leads(at)) return seen.get(at);
        [...turns.map((turn, number) => ["RTY"[number], turn[at]]), ["F", flips[at]]].forEach(([key, next]) => {
          if (next === null || next === undefined || seen.has(next)) return;
          seen.set(next, [...seen.get(at), key]);
          queue.push(next);
        });
      }
      return null;
    },
    [piece, cells],
  );
}

/** A cell upon which the held cell of the piece comes when it lies on others. */
const landing = (page, cells) =>
  page.evaluate((cells) => {
    const stage = window.polydlx.stages.play;
    const together = (list) => list.map(String).sort().join(";");
    return stage.board.cells.find((cell) => together(stage.target(cell)?.cells ?? []) === together(cells));
  }, cells);

async function light(page) {
  await page.waitForFunction(() => (document.querySelector("#light")?.dataset.light ?? "wait") !== "wait");
  return page.getAttribute("#light", "data-light");
}

async function byDrag(page, { piece, cells }) {
  const item = page.locator(`#tray [data-piece="${piece}"]`);
  await item.click();
  for (const key of await keysTo(page, piece, cells)) await page.click(key === "F" ? "#flip" : `#turn-${"RTY".indexOf(key)}`);
  await page.keyboard.press("Escape");
  await page.locator("#tray").focus().catch(() => {});
  await page.evaluate(() => {
    window.polydlx.stages.play.held = null;
    window.polydlx.stages.play.redraw();
  });
  await item.scrollIntoViewIfNeeded();
  const box = await item.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  const to = await place(page, await landing(page, cells));
  await page.mouse.move(to[0] - 40, to[1] - 20, { steps: 4 });
  await page.mouse.move(to[0], to[1], { steps: 4 });
  await page.mouse.up();
}

async function byTap(page, { piece, cells }) {
  await page.locator(`#tray [data-piece="${piece}"]`).tap();
  for (const key of await keysTo(page, piece, cells)) await page.locator(key === "F" ? "#flip" : `#turn-${"RTY".indexOf(key)}`).tap();
  const to = await place(page, await landing(page, cells));
  await page.touchscreen.tap(to[0], to[1]);
}

/** The keys that lead from the cursor of the board to a cell; null if there are none. */
function routeTo(goal) {
  const { board, tiles } = window.polydlx.stages.play;
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], PageUp: 1, PageDown: -1 };
  const start = board.cursor;
  const seen = new Map([[tiles.key(start), []]]);
  const queue = [start];
  for (const cell of queue) {
    for (const [key, way] of Object.entries(ways)) {
      board.cursor = cell;
      if (Array.isArray(way)) board.walk(way[0], way[1]);
      else board.climb(way);
      const next = tiles.key(board.cursor);
      if (seen.has(next)) continue;
      seen.set(next, [...seen.get(tiles.key(cell)), key]);
      queue.push(board.cursor);
    }
  }
  board.cursor = start;
  return seen.get(goal.join(",")) ?? null;
}

async function byKeyboard(page, { piece, cells }) {
  await page.locator(`#tray [data-piece="${piece}"]`).focus();
  await page.keyboard.press("Enter");
  for (const key of await keysTo(page, piece, cells)) await page.keyboard.press(key.toLowerCase());
  const goal = await landing(page, cells);
  // The cursor comes to the first cell by any key.
  if (await page.evaluate(() => !window.polydlx.stages.play.board.cursor)) await page.keyboard.press("ArrowRight");
  const route = await page.evaluate(routeTo, goal);
  assert.ok(route, `no keys lead to ${goal}`);
  for (const key of route) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
}

/** Plays a puzzle to the end, piece by piece: as in a solution, the first one unless another is given. */
async function play(page, text, put, solution = null) {
  await setText(page, text);
  await page.click("#tab-play");
  await page.waitForFunction((text) => window.polydlx.stages.play.text === text && window.polydlx.stages.play.board, text);
  const placements = solution ?? (await page.evaluate(async (text) => {
    let found = null;
    await window.polydlx.studio.home.ask({ ask: "solve", text, which: "all", limit: 1 }, (event) => event.event === "solution" && (found = event)).done;
    return found.placements;
  }, text));
  for (const placement of placements) {
    assert.equal(await light(page), "yes");
    await put(page, placement);
    await page.waitForFunction((number) => window.polydlx.stages.play.lying.length === number, placements.indexOf(placement) + 1, { timeout: 10000 });
  }
  assert.equal(await light(page), "solved");
  await page.waitForSelector(".party");
}

const tests = {
  async "draw a 6x10, count 2339, step through solutions"(home, size) {
    const page = await open(home, size);
    await drawBox(page);
    await page.locator('[data-set="pentominoes"]').check();
    await page.waitForFunction(() => document.querySelector("#facts")?.textContent.includes("Nothing speaks against"));
    await shot(page, home, size, "draw");
    await page.click("#tab-solve");
    await page.click("#count");
    await page.waitForSelector("#answer", { timeout: 120000 });
    assert.match(await page.textContent("#answer"), /There are 2.339 solutions up to symmetry/);
    await page.click("#solve");
    await page.waitForFunction(() => document.querySelectorAll("#solutions .card").length === 24, null, { timeout: 60000 });
    await page.click("#more");
    await page.waitForFunction(() => document.querySelectorAll("#solutions .card").length === 48, null, { timeout: 60000 });
    await shot(page, home, size, "solve");
    await page.locator("#solutions .card").first().click();
    assert.match(await page.textContent("#solution-number"), /solution 1/);
    await page.click("#next-solution");
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.querySelector("#solution-number").textContent === "solution 3");
    await page.selectOption("#view", "exploded");
    await page.waitForFunction(() => document.querySelector(".picture img")?.complete);
    await shot(page, home, size, "solution");
    return page;
  },

  async "mistakes in the text are shown with carets, and what is drawn becomes text"(home, size) {
    const page = await open(home, size);
    if (!(await page.isVisible("#text"))) await page.click("#below summary");
    await page.fill("#text", "|! lattice square\n|! use pentominos\n[0-5][0-9]\n");
    await page.waitForSelector("#mistakes pre.error");
    const shown = await page.textContent("#mistakes");
    assert.match(shown, /there is no piece set `pentominos`/);
    assert.match(shown, /\^\^\^\^\^\^\^\^\^\^/);
    assert.match(shown, /did you mean `pentominoes`/);
    await page.click("#mistakes pre");
    assert.equal(await page.evaluate(() => { const area = document.querySelector("#text"); return area.value.slice(area.selectionStart, area.selectionEnd); }), "pentominos");
    await shot(page, home, size, "mistake");
    await page.fill("#text", "|! lattice square\n|! use pentominoes\n| Mine.\n[0-4][0-b]\n");
    await page.waitForFunction(() => window.polydlx.studio.puzzle?.ok && window.polydlx.studio.good.cells.length === 60);
    const to = await place(page, [0, 0, 0, 0]);
    await page.mouse.click(to[0], to[1]);
    await page.waitForFunction(() => document.querySelector("#text").value.includes("0[1-b]"));
    assert.match(await page.inputValue("#text"), /\| Mine\./);
    await page.waitForFunction(() => document.querySelector("#facts").textContent.includes("No solution: the box has 59 cells, the pieces have 60"));
    await page.click("#undo");
    await page.waitForFunction(() => window.polydlx.studio.good.cells.length === 60);
    return page;
  },

  async "a link carries the whole puzzle"(home, size) {
    const page = await open(home, size);
    const text = "|! title Für dich <b>🧩</b>\n|! lattice hex\n|! use tetrahexes\n[0-3][0-6]\n";
    await setText(page, text);
    await page.waitForFunction(() => location.hash.startsWith("#p=") || location.hash.startsWith("#t="));
    await page.click("#share");
    await page.waitForFunction(() => document.querySelector("#link").value.includes("#"));
    const link = await page.inputValue("#link");
    await shot(page, home, size, "share");
    const other = await open(home, size, new URL(link).hash);
    await settled(other);
    assert.equal(await other.evaluate(() => window.polydlx.studio.text), text);
    assert.equal(await other.inputValue("#title"), "Für dich <b>🧩</b>");
    // Whoever gets a puzzle wants to play, and after that the page stays as they left it.
    assert.equal(await other.evaluate(() => document.body.dataset.mode), "play");
    await other.click("#tab-solve");
    await other.reload();
    await other.waitForSelector("body[data-ready]");
    assert.equal(await other.evaluate(() => document.body.dataset.mode), "solve");
    await other.context().close();
    // What a friend does with it.
    const friend = await open(home, size);
    await friend.click("#share");
    await friend.fill("#pasted", link);
    await friend.keyboard.press("Tab");
    await friend.waitForFunction((text) => window.polydlx.studio.text === text, text);
    await friend.context().close();
    if (home === "engine") {
      const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#save-page")]);
      const whole = await page.context().newPage();
      const path = resolve(process.env.TMPDIR ?? "/tmp", `studio-${process.pid}.html`);
      await saved.saveAs(path);
      await whole.goto(`file://${path}`);
      await whole.waitForSelector("body[data-ready]");
      assert.equal(await whole.evaluate(() => window.polydlx.studio.text), text);
      unlinkSync(path);
    }
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    assert.equal(await page.evaluate(() => window.polydlx.studio.text), text);
    return page;
  },

  async "a search that would take for ever is stopped within a tenth of a second"(home, size) {
    const page = await open(home, size);
    await setText(page, FOREVER);
    await page.click("#tab-solve");
    await page.selectOption("#which", "all");
    const times = [];
    // Each phase of a search can be stopped; a busy machine may be late once or twice, but not always.
    for (const wait of [1500, 100, 600, 300]) {
      await page.click("#count");
      await page.waitForFunction(() => /\d|ready|listing|estimating|search/.test(document.querySelector(".running .quiet").textContent));
      await page.waitForTimeout(wait);
      // The page is alive meanwhile.
      assert.equal((await ask(page, { ask: "fresh", lattice: "hex" })).event, "text");
      const took = await page.evaluate(async () => {
        const begin = performance.now();
        const answered = new Promise((resolve) => {
          const watcher = new MutationObserver(() => document.querySelector("#answer") && resolve(watcher.disconnect()));
          watcher.observe(document.querySelector("#status"), { childList: true, subtree: true });
        });
        document.querySelector("#stop").click();
        await answered;
        return performance.now() - begin;
      });
      times.push(took);
      assert.match(await page.textContent("#answer"), /Stopped/);
    }
    console.log(`        stopped after ${times.map((took) => took.toFixed(0)).join(", ")} ms`);
    assert.ok(Math.min(...times) < 100 && Math.max(...times) < 500, `${times} ms`);
    return page;
  },

  async "nothing in a puzzle becomes a part of the page"(home, size) {
    const page = await open(home, size);
    const evil = "<img/src=x/onerror=window.hacked=1><script>window.hacked=1</script>";
    await setText(page, `|! title ${evil}\n|! source ${evil}\n|! lattice square\n|! label 00 <svg/onload=window.hacked=1>\n[0-1][0-2]\n3|<b>x</b> 00 01\n`);
    for (const tab of ["solve", "play", "draw"]) await page.click(`#tab-${tab}`);
    await page.click("#tab-solve");
    await page.click("#solve");
    await page.waitForSelector("#answer");
    await page.locator("#solutions .card").first().click();
    await page.waitForTimeout(300);
    assert.equal(await page.evaluate(() => window.hacked), undefined);
    assert.equal(await page.evaluate(() => document.querySelectorAll("main script, main img[src='x'], dialog script, b b").length), 0);
    return page;
  },

  async "somebody new makes a puzzle with one solution, plays it and has it printed"(home, size) {
    const page = await open(home, size);
    await page.evaluate(() => (window.print = () => (window.printed = true)));
    await page.click("#new");
    await page.click('[data-lattice="square"]');
    await page.waitForFunction(() => window.polydlx.studio.good?.cells.length === 15);
    await settled(page);
    await page.locator('[data-set="pentominoes"]').check();
    await page.click('#fitting >> text="rectangle 6 10"');
    await page.waitForFunction(() => document.querySelector("#facts").textContent.includes("Nothing speaks against"));
    await page.click("#tab-solve");
    await page.click("#hints");
    await page.waitForSelector("#answer", { timeout: 60000 });
    await shot(page, home, size, "hints");
    const text = await page.evaluate(() => window.polydlx.studio.text);
    assert.equal((await ask(page, { ask: "count", text, which: "all" })).count, "1");
    await page.click("text=Share or print it");
    await page.click("#print");
    await page.waitForFunction(() => window.printed);
    await page.keyboard.press("Escape");
    await page.click("text=Play it");
    assert.equal(await light(page), "yes");
    while ((await light(page)) !== "solved") {
      const number = await page.evaluate(() => window.polydlx.stages.play.lying.length);
      await page.click("#hint");
      await page.waitForFunction((number) => window.polydlx.stages.play.lying.length > number, number);
    }
    await page.waitForSelector(".party");
    return page;
  },

  async "one solution is left by hints, and a file is saved and opened"(home, size) {
    const page = await open(home, size);
    await setText(page, "|! lattice square\n|! use pentominoes only P U V X Y Z\n[0-4][0-5]\n");
    await page.click("#tab-solve");
    await page.click("#hints");
    await page.waitForSelector("#answer, #status pre", { timeout: 60000 });
    const text = await page.evaluate(() => window.polydlx.studio.text);
    const count = await ask(page, { ask: "count", text, which: "all" });
    if (text.includes("|! place")) assert.equal(count.count, "1");
    await page.click("#share");
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save-spec")]);
    const saved = await download.path();
    assert.equal(readFileSync(saved, "utf8"), text);
    const [svg] = await Promise.all([page.waitForEvent("download"), page.click("#save-svg")]);
    assert.match(readFileSync(await svg.path(), "utf8"), /^<svg/);
    const [png] = await Promise.all([page.waitForEvent("download"), page.click("#save-png")]);
    assert.equal(readFileSync(await png.path()).subarray(1, 4).toString(), "PNG");
    await page.setInputFiles("#import", { name: "mine.spec", mimeType: "text/plain", buffer: Buffer.from("|! lattice square\n|! use trominoes\n[0-1][0-2]\n") });
    await page.waitForFunction(() => window.polydlx.studio.text.includes("trominoes"));
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(["|! lattice hex\n|! use trihexes\n[0-2][0-2]\n"], "dropped.spec"));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => window.polydlx.studio.text.includes("trihexes"));
    return page;
  },

  async "searches find what the library says"(home, size) {
    const page = await open(home, size);
    for (const name of ["pentominoes-5x12", "pentominoes-4x15", "hexiamonds-6x6", "tetrahexes-propeller", "soma-3x3x3", "solid-pentominoes-2x5x6", "tetraspheres-R2x7", "y-5x10"]) {
      const { text } = await ask(page, { ask: "open", name });
      const expected = await page.evaluate((name) => window.polydlx.studio.hello.puzzles.find((puzzle) => puzzle.name === name).solutions, name);
      const counted = await ask(page, { ask: "count", text, which: "symmetry" });
      assert.deepEqual([name, counted.count], [name, expected]);
      // Nothing is shown, so that the tree is walked to its end.
      const walked = await ask(page, { ask: "solve", text, which: "symmetry", skip: 1e9, limit: 1 });
      assert.deepEqual([name, walked.count, walked.complete], [name, expected, true]);
    }
    return page;
  },

  async "print in true size"(home, size) {
    const page = await open(home, size);
    await page.evaluate(() => (window.print = () => (window.printed = document.querySelector("#paper").children.length)));
    await page.click("#share");
    await page.fill("#print-size", "15");
    await page.click("#print");
    await page.waitForFunction(() => window.printed >= 4 && document.querySelectorAll("#paper figure").length === 12);
    await page.emulateMedia({ media: "print" });
    const width = await page.evaluate(() => document.querySelector("#paper img").getBoundingClientRect().width);
    // Ten cells and a quarter of a cell on either side.
    assert.ok(Math.abs(width - (10.5 * 15 * 96) / 25.4) < 12, `${width}`);
    await shot(page, home, size, "print");
    await page.emulateMedia({ media: "screen" });
    return page;
  },

  async "the library is searched and opened"(home, size) {
    const page = await open(home, size);
    await page.click("#library");
    await page.fill("dialog input[type=search]", "soma w");
    await page.locator("dialog select").selectOption("");
    await page.waitForSelector('[data-puzzle="soma-w-wall"] img');
    await shot(page, home, size, "library");
    await page.click('[data-puzzle="soma-w-wall"]');
    await page.waitForFunction(() => window.polydlx.studio.good?.lattice === "cube");
    await page.waitForSelector(".solid img");
    await shot(page, home, size, "solid");
    return page;
  },
};

/** Boxes without ends: a cylinder, a torus, a Möbius strip, a Klein bottle, and a torus of hexagons. */
const WRAPPED = {
  cylinder: "|! lattice square\n|! use pentominoes only P U V X Y Z\n|! wrap y\n[0-4][0-5]\n",
  torus: "|! lattice square\n|! use tetrominoes\n|! wrap x\n|! wrap y\n[0-3][0-4]\n",
  "Möbius strip": "|! lattice square\n|! use pentominoes only P U V X Y Z\n|! wrap y flip\n[0-4][0-5]\n",
  "Klein bottle": "|! lattice square\n|! use pentominoes only P U V X Y Z\n|! wrap x\n|! wrap y flip\n[0-4][0-5]\n",
  "torus of hexagons": "|! lattice hex\n|! use tetrahexes\n|! wrap x\n|! wrap y\n[0-3][0-6]\n",
};
for (const [name, text] of Object.entries(WRAPPED)) {
  tests[`play on a ${name}`] = async (home, size) => {
    const page = await open(home, size);
    const found = await acrossSeam(page, text);
    await play(page, text, size === PHONE ? byTap : byDrag, found);
    await shot(page, home, size, `wrapped-${name.split(" ")[0]}`);
    await page.evaluate(() => document.querySelector(".party")?.remove());
    // What lies across the seam can be lifted on either side, and put down again as it was.
    const ends = await page.evaluate(() => {
      const stage = window.polydlx.stages.play;
      const cell = stage.tray.beyond.find((cell) => stage.owners.has(stage.places.key(cell)));
      return [cell, stage.owners.get(stage.places.key(cell))];
    });
    const [x, y] = await place(page, ends[0]);
    if (size === PHONE) await page.touchscreen.tap(x, y);
    else await page.mouse.click(x, y);
    await page.waitForFunction((number) => window.polydlx.stages.play.lying.length === number - 1, found.length);
    const back = await place(page, ends[0]);
    if (size === PHONE) await page.touchscreen.tap(back[0], back[1]);
    else await page.mouse.click(back[0], back[1]);
    await page.waitForFunction((number) => window.polydlx.stages.play.lying.length === number, found.length);
    assert.equal(await light(page), "solved");
    if (size === PHONE) return page;
    await page.click("#clear");
    await play(page, text, byKeyboard, found);
    return page;
  };
}

/** A solution in which some piece lies across the seam. */
async function acrossSeam(page, text) {
  const found = await page.evaluate(async (text) => {
    const { home } = window.polydlx.studio;
    const list = [];
    await home.ask({ ask: "solve", text, which: "all", limit: 20 }, (event) => event.event === "solution" && list.push(event.placements)).done;
    return list;
  }, text);
  // Across the seam there are gaps between the rows or columns of a piece.
  const gap = (cells, axis) => {
    const at = [...new Set(cells.map((cell) => cell[axis]))].sort((a, b) => a - b);
    return at.at(-1) - at[0] >= at.length;
  };
  const crossing = found.find((placements) => placements.some(({ cells }) => gap(cells, 0) || gap(cells, 1)));
  assert.ok(crossing, "some solution makes use of the seam");
  return crossing;
}

const first = await open("server", DESKTOP);
const lattices = await first.evaluate(() => window.polydlx.studio.hello.lattices.filter(({ drawable }) => drawable).map(({ name }) => name));
await first.context().close();
assert.ok(lattices.length >= 5);
for (const lattice of lattices) {
  const set = SETS[lattice];
  tests[`draw on ${lattice}`] = async (home, size) => {
    const page = await open(home, size);
    await page.click("#new");
    if (lattice === "square") await shot(page, home, size, "new");
    // The puzzle that was there before may be one of squares, too.
    const old = await page.evaluate(() => window.polydlx.studio.text);
    await page.click(`[data-lattice="${lattice}"]`);
    await page.waitForFunction((old) => window.polydlx.studio.text !== old, old);
    await settled(page);
    await page.waitForFunction((name) => window.polydlx.studio.good?.lattice === name, lattice);
    const before = await page.evaluate(() => window.polydlx.studio.good.cells);
    // A cell goes, by hand and by key, and a piece is drawn.
    if (!before.length) return page;
    const to = await place(page, before[0]);
    await page.mouse.click(to[0], to[1]);
    await page.waitForFunction((number) => window.polydlx.studio.good.cells.length === number, before.length - 1);
    await settled(page);
    await page.keyboard.press("Space");
    await page.waitForFunction((number) => window.polydlx.studio.good.cells.length === number, before.length);
    await page.click("#own-piece");
    const cells = page.locator("dialog .board .ground > *");
    const number = await cells.count();
    const one = await cells.nth(Math.floor(number / 2)).boundingBox();
    await page.mouse.click(one.x + one.width / 2, one.y + one.height / 2);
    await page.fill("#piece-name", "mine");
    await page.click("#piece-put");
    await page.waitForFunction(() => window.polydlx.studio.good.pieces.some(({ name }) => name === "mine"));
    await shot(page, home, size, `draw-${lattice}`);
    return page;
  };
  if (!set) continue;
  tests[`play on ${lattice} by hand and by key`] = async (home, size) => {
    const page = await open(home, size);
    const made = await ask(page, { ask: "random", set, pieces: 4, difficulty: "medium", seed: 3 });
    await play(page, made.text, size === PHONE ? byTap : byDrag);
    await shot(page, home, size, `solved-${lattice}`);
    await page.evaluate(() => document.querySelector(".party")?.remove());
    await page.click("#clear");
    await page.click("#hint");
    await page.waitForFunction(() => window.polydlx.stages.play.lying.length === 1);
    assert.equal(await light(page), "yes");
    await shot(page, home, size, `play-${lattice}`);
    await page.click("#back");
    await page.waitForFunction(() => window.polydlx.stages.play.lying.length === 0);
    if (size === PHONE) return page;
    const other = await ask(page, { ask: "random", set, pieces: 3, difficulty: "hard", seed: 5 });
    await play(page, other.text, byKeyboard);
    return page;
  };
}

async function shot(page, home, size, name) {
  if (shots) await page.screenshot({ path: `${shots}/${home}-${size === PHONE ? "phone" : "desktop"}-${name}.png` });
}

let failures = 0;

/** All tests with one home, one after the other. */
async function through(home) {
  for (const [sizeName, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    for (const [name, test] of Object.entries(tests)) {
      const title = `${home}, ${sizeName}: ${name}`;
      if (only && !only.split(" ").every((word) => title.includes(word))) continue;
      // On a small screen the lattices that everybody knows stand for the others.
      if (size === PHONE && name.startsWith("draw on ") && !SETS[name.slice(8)]) continue;
      const begin = Date.now();
      try {
        const page = await test(home, size);
        assert.deepEqual(page.wrong, []);
        await page.context().close();
        console.log(`ok      ${title} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
      } catch (error) {
        failures += 1;
        console.log(`FAILED  ${title}\n${error.stack}`);
        for (const context of browser.contexts().filter((context) => context.home === home)) {
          if (shots) await context.pages()[0]?.screenshot({ path: `${shots}/failed-${failures}.png` }).catch(() => {});
          await context.close();
        }
      }
    }
  }
}

try {
  await Promise.all(Object.keys(homes).map(through));
} finally {
  await browser.close();
  server.kill();
}
console.log(failures ? `${failures} failed` : "all is well");
process.exitCode = failures ? 1 : 0;
