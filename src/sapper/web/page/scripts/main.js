/** Starts the page: the theme, the help, file input, and the rooms, which are selected by the address. */

import { sentence } from "./api.js";
import { AnalyseRoom } from "./analyse/analyse_room.js";
import { positionHash } from "./analyse/position_link.js";
import { iconButton } from "./controls.js";
import { el, fill } from "./element.js";
import { FileIntake } from "./files/file_intake.js";
import { HelpDialog } from "./help_dialog.js";
import { LabRoom } from "./lab/lab_room.js";
import { positionGameHash } from "./play/game_link.js";
import { PlayRoom } from "./play/play_room.js";
import { ReplayRoom } from "./replay/replay_room.js";
import { currentRoute, forgetAddress } from "./router.js";
import { watchServer } from "./server_watch.js";
import { applyTheme, chosenTheme, nextTheme, watchSystemTheme } from "./theme.js";

/** @import { FileFound } from "./api_types.js" */

/**
 * @typedef {object} Room
 * @property {HTMLElement} element
 * @property {(params: URLSearchParams) => Promise<void>} enter
 * @property {() => void} leave
 * @property {() => Promise<void>} [load] fetches the data that the room needs, once
 * @property {() => Promise<void>} [again] called when the server answers again
 */

const analyse = once(
  () =>
    new AnalyseRoom(
      () => intake,
      ({ ref, mines, clues, flags }) =>
        void go(
          positionGameHash(ref, Number(mines ?? 0), { clues: [...clues], flags: new Set(flags) }),
        ),
    ),
);
const replay = once(
  () =>
    new ReplayRoom(
      () => intake.open(),
      (position) => void go(positionHash({ ...position, flags: new Set(), density: null }, "mine")),
    ),
);

/** @type {Record<string, () => Room>} */
const MAKERS = {
  play: () => new PlayRoom((position) => void go(positionHash(position, "mine"))),
  analyse,
  replay,
  lab: () => new LabRoom(),
};

/** @type {Map<string, Room>} */
const rooms = new Map();
/** @type {Room | null} */
let shown = null;
const main = /** @type {HTMLElement} */ (document.querySelector("main"));

/** @param {string} name */
function roomOf(name) {
  const known = rooms.get(name);
  if (known !== undefined) return known;
  const made = MAKERS[name]();
  rooms.set(name, made);
  main.append(made.element);
  void busyDuring(made, load(made));
  return made;
}

/** The number of pending tasks per room. */
/** @type {Map<Room, number>} */
const awaited = new Map();

/**
 * Marks a room as busy (aria-busy) until a task is done.
 *
 * @param {Room} room
 * @param {Promise<void>} work
 */
async function busyDuring(room, work) {
  awaited.set(room, (awaited.get(room) ?? 0) + 1);
  room.element.setAttribute("aria-busy", "true");
  try {
    await work;
  } finally {
    const left = (awaited.get(room) ?? 1) - 1;
    awaited.set(room, left);
    if (left === 0) room.element.removeAttribute("aria-busy");
  }
}

/** Rooms whose data could not be loaded because the server did not answer. */
/** @type {Set<Room>} */
const unloaded = new Set();

/** @param {Room} room */
async function load(room) {
  unloaded.delete(room);
  try {
    await room.load?.();
  } catch (error) {
    unloaded.add(room);
    report(error);
  }
}

/**
 * A function that creates its value at the first call and returns the same value afterwards.
 *
 * @template T
 * @param {() => T} make
 * @returns {() => T}
 */
function once(make) {
  /** @type {T | null} */
  let made = null;
  return () => (made ??= make());
}

/**
 * Opens an address of the page.
 *
 * @param {string} hash
 */
async function go(hash) {
  if (location.hash !== hash) history.pushState(null, "", hash);
  await follow();
}

/** Shows the room of the current address. */
async function follow() {
  // The skip link goes to an element of the page, not to a room.
  if (shown !== null && location.hash !== "" && !location.hash.startsWith("#/")) return;
  const route = currentRoute();
  const name = route.room in MAKERS ? route.room : "play";
  const room = roomOf(name);
  forgetAddress();
  if (shown !== null && shown !== room) {
    shown.leave();
    problemBox.hidden = true;
  }
  shown = room;
  for (const [other, { element }] of rooms) element.hidden = other !== name;
  for (const link of document.querySelectorAll("nav a")) {
    const current = link.getAttribute("href") === `#/${name}`;
    if (current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `Sapper: ${name}`;
  try {
    await busyDuring(room, room.enter(route.params));
  } catch (error) {
    report(error);
  }
}

watchServer((away) => {
  if (away) report(new Error("Can't reach the server. Trying again…"));
  else void serverBack();
});

/** Loads the data that could not be fetched while the server was unreachable; nothing else changes. */
async function serverBack() {
  problemBox.hidden = true;
  for (const room of [...unloaded]) await busyDuring(room, load(room));
  await shown?.again?.().catch(report);
}

const problemBox = /** @type {HTMLElement} */ (document.querySelector(".page-problem"));

/** @param {unknown} error */
function report(error) {
  const close = iconButton("Close", "close", () => (problemBox.hidden = true), {
    class: "button bare",
  });
  fill(problemBox, el("span", {}, sentence(error)), close);
  problemBox.hidden = false;
}

const intake = new FileIntake({
  text: async (text) => {
    problemBox.hidden = true;
    if (shown !== analyse()) await go("#/analyse");
    await analyse().read(text);
  },
  found: async (found, name) => {
    problemBox.hidden = true;
    await show(found, name);
  },
  problem: report,
});

/**
 * Opens the content of a file in its room: a position in Analyse, a layout or a replay in Replay.
 *
 * @param {FileFound} found
 * @param {string} name
 */
async function show(found, name) {
  const { position } = found;
  if (position === null) {
    replay().take(found, name);
    await go("#/replay");
    return;
  }
  const { board: ref, clues, flags = [], mines = null, density = null } = position;
  const maxPerCell = position.max_per_cell ?? 1;
  await go(positionHash({ ref, clues, flags: new Set(flags), mines, density, maxPerCell }, "mine"));
}

function start() {
  applyTheme(chosenTheme());
  watchSystemTheme();
  const help = new HelpDialog();
  document.body.append(help.element);
  const theme = /** @type {HTMLElement} */ (document.querySelector("#theme"));
  const named = (/** @type {string} */ choice) => {
    theme.title = `Theme: ${choice}`;
    theme.setAttribute("aria-label", `Theme: ${choice}. Press to change.`);
  };
  named(chosenTheme());
  theme.addEventListener("click", () => named(nextTheme()));
  document.querySelector("#help")?.addEventListener("click", () => help.open());
  document.addEventListener("keydown", (event) => {
    const typing =
      event.target instanceof Element && event.target.closest("input, textarea, select");
    if (event.key === "?" && !typing) help.open();
  });
  addEventListener("hashchange", (event) => {
    // A room may have replaced the address between the click on a link and this event.
    if (location.href !== event.newURL) history.replaceState(null, "", event.newURL);
    void follow();
  });
  void follow();
  registerServiceWorker();
}

/** Registers the service worker, which makes the page installable; some browsers have none. */
function registerServiceWorker() {
  addEventListener("load", () => {
    navigator.serviceWorker?.register("service_worker.js").catch(() => undefined);
  });
}

start();
