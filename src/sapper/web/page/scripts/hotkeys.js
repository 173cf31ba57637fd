/**
 * Keys that work anywhere in a room. They act on the cell under the pointer, so that a player with a
 * mouse does not have to focus the board. Fields and buttons keep their own keys, and a text field
 * keeps Ctrl+Z; elsewhere Ctrl+Z goes to the room, because the browser would undo an edit in a text
 * field that is not focused.
 */

/** @import { BoardView } from "./board/board_view.js" */

const CHOSEN = "input:is([type=radio], [type=checkbox], [type=range])";
const TYPED_INTO = `input:not(${CHOSEN}), select, textarea, [contenteditable]`;
const PRESSED = `button, a, summary, ${CHOSEN}`;
const MOVES = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];
const PRESSES = ["Enter", " ", "Home", "End", "PageUp", "PageDown", ...MOVES];

/**
 * @param {BoardView} view
 * @param {() => boolean} isActive whether the room is shown
 */
export function listenForHotkeys(view, isActive) {
  document.addEventListener("keydown", (event) => {
    const { target } = event;
    const takesBack = event.key === "z" && (event.ctrlKey || event.metaKey) && !event.shiftKey;
    if (!isActive() || event.defaultPrevented || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && !takesBack) return;
    if (!(target instanceof Element) || target.closest("dialog, .cells")) return;
    if (target.closest(TYPED_INTO)) return;
    if (target.closest(PRESSED) && PRESSES.includes(event.key)) return;
    if (MOVES.includes(event.key) && !view.scrolls) {
      event.preventDefault();
      view.focusCell(view.pointedCell ?? view.grid.current);
      return;
    }
    if (view.handlers.key(event.key, view.pointedCell, event)) event.preventDefault();
  });
}
