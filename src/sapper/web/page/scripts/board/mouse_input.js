/**
 * The mouse and the pen on a board: which cell is pointed at, pressed, clicked, dragged over, wheeled
 * on. A click counts where the button is released. What it means is for the room to say. Touch has a
 * file of its own.
 */

/**
 * @typedef {object} MouseHandlers
 * @property {(x: number, y: number) => number | null} cellAt from a place on the screen
 * @property {(cell: number) => void} main
 * @property {(cell: number) => boolean} secondDown the second button went down: whether that was all
 * @property {(cell: number) => void} second
 * @property {(cell: number) => void} middle also both main buttons at once
 * @property {(cell: number) => boolean} hold the main button rests on a cell: whether that was all
 * @property {(cell: number | null, chord: boolean) => void} press the cell under a button that is held
 * @property {((cell: number, button: number) => void) | null} drag a further cell with the button held
 * @property {(cell: number, steps: number, event: WheelEvent) => boolean} wheel whether it was used
 * @property {(cell: number | null) => void} hover
 */

const MAIN = 0;
const MIDDLE = 1;
const SECOND = 2;
const BOTH = 3;

/** Milliseconds after which a button rests on a cell. */
const HOLD = 380;

/**
 * @param {HTMLElement} element
 * @param {MouseHandlers} handlers
 */
export function listenToMouse(element, handlers) {
  /** Where the first button went down; null where no press began on a cell. */
  /** @type {number | null} */
  let from = null;
  let button = MAIN;
  let dragged = false;
  /** @type {number | null} */
  let draggedTo = null;
  /** Both main buttons are down: releasing one of them is a chord. */
  let chording = false;
  /** The press has done what it was for, and its release means nothing. */
  let spent = false;
  let timer = 0;

  const reset = () => {
    clearTimeout(timer);
    from = null;
    dragged = false;
    chording = false;
    spent = false;
    handlers.press(null, false);
  };

  /** @param {number | null} cell */
  const chord = (cell) => {
    chording = false;
    spent = true;
    handlers.press(null, false);
    if (cell !== null) handlers.middle(cell);
  };

  /** @param {number} cell */
  const drag = (cell) => {
    if (from === null || handlers.drag === null || cell === draggedTo) return;
    if (!dragged) handlers.drag(from, button);
    dragged = true;
    draggedTo = cell;
    handlers.drag(cell, button);
  };

  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") return;
    reset();
    const cell = handlers.cellAt(event.clientX, event.clientY);
    from = cell;
    draggedTo = cell;
    button = event.button;
    if (cell === null) return;
    if (button === SECOND) {
      spent = handlers.secondDown(cell);
      return;
    }
    handlers.press(cell, button === MIDDLE);
    if (button !== MAIN) return;
    timer = window.setTimeout(() => {
      spent = handlers.hold(cell);
      if (spent) handlers.press(null, false);
    }, HOLD);
  });

  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    const cell = handlers.cellAt(event.clientX, event.clientY);
    handlers.hover(cell);
    if (event.buttons === 0) {
      if (from !== null) reset();
      return;
    }
    if (from === null) return;
    if (cell !== from) clearTimeout(timer);
    const both = (event.buttons & BOTH) === BOTH;
    if (both) {
      clearTimeout(timer);
      chording = true;
      handlers.press(cell, true);
    } else if (chording) {
      chord(cell);
    } else if (!spent) {
      if (handlers.drag !== null && cell !== null) drag(cell);
      else if (button !== SECOND) handlers.press(cell, button === MIDDLE);
    }
  });

  element.addEventListener("pointerup", (event) => {
    if (event.pointerType === "touch") return;
    const cell = handlers.cellAt(event.clientX, event.clientY);
    if (chording) chord(cell);
    const acts = from !== null && cell !== null && !spent && !dragged;
    reset();
    if (!acts || cell === null) return;
    if (event.button === MAIN) handlers.main(cell);
    else if (event.button === MIDDLE) handlers.middle(cell);
    else if (event.button === SECOND) handlers.second(cell);
  });

  element.addEventListener("pointercancel", reset);
  element.addEventListener("pointerleave", () => {
    handlers.hover(null);
    handlers.press(null, false);
    clearTimeout(timer);
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  element.addEventListener("auxclick", (event) => event.preventDefault());
  // The middle button would begin to scroll.
  element.addEventListener("mousedown", (event) => {
    if (event.button === MIDDLE) event.preventDefault();
  });

  element.addEventListener(
    "wheel",
    (event) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      const cell = handlers.cellAt(event.clientX, event.clientY);
      if (cell === null) return;
      if (handlers.wheel(cell, event.deltaY < 0 ? 1 : -1, event)) event.preventDefault();
    },
    { passive: false },
  );
}
