/** The layout of the Play room. */

import { zoomButtons } from "../board/zoom_buttons.js";
import { iconButton, panel } from "../controls.js";
import { el } from "../element.js";

/** @import { PlayRoom } from "./play_room.js" */

/** @param {PlayRoom} room */
export function layOutPlay(room) {
  const tools = el(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "Game" },
    room.flagMode,
    iconButton("Hint", "hint", () => void room.adviser.hint(false), {
      title: "Show a safe cell or the best move, and why (H)",
      class: "button assist",
    }),
    iconButton("Play best", "best", () => void room.adviser.hint(true), {
      title: "Play the best move (B)",
      class: "button assist",
    }),
    room.ask.button,
    room.chanceMode,
    room.undo,
    iconButton("New", "new", () => void room.setup.startFresh(), { title: "New game (N)" }),
  );
  const stage = el(
    "div",
    { class: "stage" },
    room.status.element,
    el("div", { class: "stage-middle" }, room.notice.element, room.leadOn, zoomButtons(room.view)),
    room.view.element,
    el("div", { class: "stage-foot" }, tools),
  );
  const side = el(
    "aside",
    { class: "side", "aria-label": "Game, help and statistics" },
    panel("Game", room.setup.element, room.options.element),
    room.end.card.element,
    room.view.far.map.element,
    room.adviser.why.element,
    room.replay.element,
    room.luck.element,
    room.win.element,
    room.end.history.element,
    room.strategy.element,
  );
  const assisting = [room.adviser.why, room.luck, room.win, room.strategy].map(
    ({ element }) => element,
  );
  for (const helper of [...assisting, room.ask.button, room.chanceMode])
    helper.classList.add("assist");
  const title = el("h1", { class: "visually-hidden" }, "Play");
  return el("section", { class: "room play", "aria-label": "Play" }, title, stage, side);
}
