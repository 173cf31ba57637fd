/** Begins: the theme, the help, what comes from files, and the rooms, each entered by its address. */

import { sentence } from "./api.js";
import { AnalyseRoom } from "./analyse/analyse_room.js";
import { positionHash } from "./analyse/position_link.js";
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
 * @property {() => Promise<void>} [load] fetches once what the room needs
 * @property {() => Promise<void>} [again] the server was away and is back
 */

const analyse = once(
  () =>
    new AnalyseRoom(
      () => intake,
      ({ ref, mines, clues, flags }) =>
        void go(positionGameHash(ref, mines ?? 0, { clues: [...clues], flags: new Set(flags) })),
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

/** How many answers each room waits for. */
/** @type {Map<Room, number>} */
const awaited = new Map();

/**
 * Marks a room as busy until some work is done, so that nobody takes it for complete before.
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

/** Rooms that lack what they need, as the server did not answer. */
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
 * Goes to an address of the page.
 *
 * @param {string} hash
 */
async function go(hash) {
  if (location.hash !== hash) history.pushState(null, "", hash);
  await follow();
}

async function follow() {
  // The skip link leads to a place on the page, not to a room.
  if (shown !== null && location.hash !== "" && !location.hash.startsWith("#/")) return;
  const route = currentRoute();
  const name = route.room in MAKERS ? route.room : "play";
  const room = roomOf(name);
  forgetAddress();
  if (shown !== null && shown !== room) shown.leave();
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
  if (away) report(new Error("The server does not answer. Is sapper serve still running?"));
  else void serverBack();
});

/** What could not be fetched while the server was away is fetched now; all else is as it was. */
async function serverBack() {
  problemBox.hidden = true;
  for (const room of [...unloaded]) await busyDuring(room, load(room));
  await shown?.again?.().catch(report);
}

const problemBox = /** @type {HTMLElement} */ (document.querySelector(".page-problem"));

/** @param {unknown} error */
function report(error) {
  fill(problemBox, el("span", {}, sentence(error)));
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
 * Shows what a file held in the room that it belongs to.
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

function begin() {
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
    // A room may have written its own address after the link was followed and before this is heard.
    if (location.href !== event.newURL) history.replaceState(null, "", event.newURL);
    void follow();
  });
  void follow();
  keepForLater();
}

/** Lets the browser keep the page's own files, so that it can be installed; not all browsers can. */
function keepForLater() {
  addEventListener("load", () => {
    navigator.serviceWorker?.register("/service_worker.js").catch(() => undefined);
  });
}

begin();
