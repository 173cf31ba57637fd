/**
 * Touch input on a board: tap, long press, pinch to zoom and, if the room asks for it, drag. Otherwise
 * a drag scrolls the board.
 */

/**
 * @typedef {object} TouchHandlers
 * @property {(x: number, y: number) => number | null} cellAt
 * @property {(cell: number) => void} tap
 * @property {(cell: number) => void} longPress
 * @property {(cell: number | null) => void} press the cell under a finger that may become a tap
 * @property {(cell: number) => void} drag a cell that the finger moved over, including the first
 * @property {() => boolean} drags whether a drag goes to the room instead of scrolling
 * @property {(factor: number) => void} pinch
 */

/** Milliseconds of a long press. */
const LONG = 380;
/** Pixels that a finger may move during a tap. */
const SLACK = 12;

/**
 * @param {HTMLElement} element
 * @param {TouchHandlers} handlers
 */
export function listenToTouch(element, handlers) {
  /** The place of the first touch by the finger that may tap or draw. */
  /** @type {{ x: number, y: number } | null} */
  let from = null;
  /** @type {number | null} */
  let pressedOn = null;
  /** @type {number | null} */
  let draggedTo = null;
  let timer = 0;
  let spread = 0;

  const cancel = () => {
    clearTimeout(timer);
    pressedOn = null;
    draggedTo = null;
    from = null;
    handlers.press(null);
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    if (!event.isPrimary) {
      cancel();
      return;
    }
    from = { x: event.clientX, y: event.clientY };
    const cell = handlers.cellAt(event.clientX, event.clientY);
    pressedOn = cell;
    if (cell === null || handlers.drags()) return;
    handlers.press(cell);
    timer = window.setTimeout(() => {
      pressedOn = null;
      handlers.press(null);
      navigator.vibrate?.(18);
      handlers.longPress(cell);
    }, LONG);
  });

  element.addEventListener("pointermove", (event) => {
    if (event.pointerType !== "touch" || !event.isPrimary || from === null) return;
    if (handlers.drags() && pressedOn !== null) {
      const cell = handlers.cellAt(event.clientX, event.clientY);
      if (cell === null || cell === (draggedTo ?? pressedOn)) return;
      if (draggedTo === null) handlers.drag(pressedOn);
      draggedTo = cell;
      handlers.drag(cell);
    } else if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > SLACK) {
      cancel();
    }
  });

  element.addEventListener("pointerup", (event) => {
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    const cell = pressedOn;
    const dragged = draggedTo !== null;
    cancel();
    if (cell !== null && !dragged) handlers.tap(cell);
  });

  element.addEventListener("pointercancel", cancel);

  // Only touch events can keep the browser from scrolling or zooming the page with two fingers.
  const pinches = (/** @type {TouchEvent} */ event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const now = distance(event.touches);
    if (event.type === "touchmove" && spread > 0) handlers.pinch(now / spread);
    spread = now;
  };
  element.addEventListener("touchstart", pinches, { passive: false });
  element.addEventListener("touchmove", pinches, { passive: false });
}

/** @param {TouchList} fingers */
function distance(fingers) {
  const [one, other] = [fingers[0], fingers[1]];
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
