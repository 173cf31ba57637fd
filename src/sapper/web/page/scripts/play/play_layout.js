/** The layout of the Play room: one row of choices, the board, its tools, and tabs for all the rest. */

import { zoomButtons } from "../board/zoom_buttons.js";
import { iconButton, panel } from "../controls.js";
import { el } from "../element.js";
import { SideTabs } from "../shared/side_tabs.js";
import { toolbar } from "../shared/toolbar.js";

/** @import { PlayRoom } from "./play_room.js" */

/**
 * @param {PlayRoom} room
 * @returns {SideTabs}
 */
export function sideTabs(room) {
  return new SideTabs([
    {
      name: "Help",
      icon: "why",
      title: "Why a cell is safe, your win chance and your luck",
      panels: [room.adviser.why.element, room.win.element, room.luck.element],
      assist: true,
    },
    {
      name: "Bot",
      icon: "play",
      title: "Watch a strategy play",
      panels: [room.strategy.element],
      assist: true,
    },
    {
      name: "Replay",
      icon: "back",
      title: "Go through the game that has just ended",
      panels: [room.replay.element],
    },
    {
      name: "Statistics",
      icon: "chart",
      title: "Your games on this device",
      panels: [room.end.history.element],
    },
    {
      name: "Options",
      icon: "options",
      title: "Assistance, practice, flags",
      panels: [panel("Options", room.options.element)],
    },
  ]);
}

/** @param {PlayRoom} room */
export function layOutPlay(room) {
  const tools = toolbar(
    "Game",
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
    zoomButtons(room.view),
    ...room.tabs.buttons,
  );
  const stage = el(
    "div",
    { class: "stage" },
    room.setup.element,
    el("div", { class: "stage-middle" }, room.status.element, room.notice.element, room.leadOn),
    el(
      "div",
      { class: "board-place" },
      room.view.element,
      room.view.far.map.element,
      room.end.card.element,
    ),
    el("div", { class: "stage-foot" }, tools),
  );
  for (const helper of [room.ask.button, room.chanceMode]) helper.classList.add("assist");
  const title = el("h1", { class: "visually-hidden" }, "Play");
  const { element: side } = room.tabs;
  side.setAttribute("aria-label", "Help, bot and statistics");
  return el("section", { class: "room play", "aria-label": "Play" }, title, stage, side);
}
