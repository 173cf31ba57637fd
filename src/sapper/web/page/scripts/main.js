/** Begins: the theme, the help, and the three rooms, each entered by its address. */

import { sentence } from "./api.js";
import { AnalyseRoom } from "./analyse/analyse_room.js";
import { el, fill } from "./element.js";
import { HelpDialog } from "./help_dialog.js";
import { LabRoom } from "./lab/lab_room.js";
import { PlayRoom } from "./play/play_room.js";
import { currentRoute, forgetAddress } from "./router.js";
import { applyTheme, chosenTheme, nextTheme, watchSystemTheme } from "./theme.js";

/**
 * @typedef {object} Room
 * @property {HTMLElement} element
 * @property {(params: URLSearchParams) => Promise<void>} enter
 * @property {() => void} leave
 * @property {() => Promise<void>} [load] fetches once what the room needs
 */

/** @type {Record<string, () => Room>} */
const MAKERS = {
  play: () => new PlayRoom(),
  analyse: () => new AnalyseRoom(),
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
  made.load?.().catch(report);
  return made;
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
    await room.enter(route.params);
  } catch (error) {
    report(error);
  }
}

/** @param {unknown} error */
function report(error) {
  const box = /** @type {HTMLElement} */ (document.querySelector(".page-problem"));
  fill(box, el("span", {}, sentence(error)));
  box.hidden = false;
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
  addEventListener("hashchange", () => void follow());
  void follow();
}

begin();
