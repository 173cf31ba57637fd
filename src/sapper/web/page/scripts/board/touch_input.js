/**
 * Fingers on a board: tap, long press, and, where the room wants it, drag. Elsewhere a drag scrolls
 * the board as it does everywhere on the device, and two fingers zoom it.
 */

/**
 * @typedef {object} TouchHandlers
 * @property {(x: number, y: number) => number | null} cellAt
 * @property {(cell: number) => void} tap
 * @property {(cell: number) => void} longPress
 * @property {(cell: number | null) => void} press the cell under a finger that may yet tap
 * @property {(cell: number) => void} drag a cell a finger went over, the first included
 * @property {() => boolean} drags whether a drag is for the room and not for scrolling
 * @property {(factor: number) => void} pinch
 */

const LONG = 380;
const SLACK = 12;

/**
 * @param {HTMLElement} element
 * @param {TouchHandlers} handlers
 */
export function listenToTouch(element, handlers) {
  /** Where the one finger that may tap or draw came down. */
  /** @type {{ x: number, y: number } | null} */
  let from = null;
  /** @type {number | null} */
  let pressedOn = null;
  /** @type {number | null} */
  let draggedTo = null;
  let timer = 0;
  let apart = 0;

  const giveUp = () => {
    clearTimeout(timer);
    pressedOn = null;
    draggedTo = null;
    from = null;
    handlers.press(null);
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch") return;
    if (!event.isPrimary) {
      giveUp();
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
      giveUp();
    }
  });

  element.addEventListener("pointerup", (event) => {
    if (event.pointerType !== "touch" || !event.isPrimary) return;
    const cell = pressedOn;
    const dragged = draggedTo !== null;
    giveUp();
    if (cell !== null && !dragged) handlers.tap(cell);
  });

  element.addEventListener("pointercancel", giveUp);

  // The browser takes two fingers for scrolling unless it is told not to, by these older events.
  const pinches = (/** @type {TouchEvent} */ event) => {
    if (event.touches.length !== 2) return;
    event.preventDefault();
    const now = distance(event.touches);
    if (event.type === "touchmove" && apart > 0) handlers.pinch(now / apart);
    apart = now;
  };
  element.addEventListener("touchstart", pinches, { passive: false });
  element.addEventListener("touchmove", pinches, { passive: false });
}

/** @param {TouchList} fingers */
function distance(fingers) {
  const [one, other] = [fingers[0], fingers[1]];
  return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
}
