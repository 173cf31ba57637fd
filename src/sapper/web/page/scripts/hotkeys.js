/**
 * Keys that work anywhere in a room, for the cell that is pointed at: whoever plays with the mouse
 * need not move the focus to the board. Fields and buttons keep their own keys.
 */

/** @import { BoardView } from "./board/board_view.js" */

const TYPED_INTO = "input, select, textarea, [contenteditable]";
const PRESSED = "button, a, summary";
const MOVES = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

/**
 * @param {BoardView} view
 * @param {() => boolean} isActive whether the room is the one shown
 */
export function listenForHotkeys(view, isActive) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    if (!isActive() || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (!(target instanceof Element) || target.closest("dialog, .cells")) return;
    if (target.closest(TYPED_INTO)) return;
    const pressing = event.key === "Enter" || event.key === " ";
    if (target.closest(PRESSED) && (pressing || MOVES.includes(event.key))) return;
    if (MOVES.includes(event.key) && !view.scrolls) {
      event.preventDefault();
      view.focusCell(view.pointedCell ?? view.grid.current);
      return;
    }
    if (view.handlers.key(event.key, view.pointedCell, event)) event.preventDefault();
  });
}
