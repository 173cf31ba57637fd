/**
 * Mouse and pen input on a board: hover, press, click, drag and wheel, each with its cell. A click acts
 * on the cell under the pointer when the button is released. The room decides what an input does. Touch is handled in
 * touch_input.js.
 */

/**
 * @typedef {object} MouseHandlers
 * @property {(x: number, y: number) => number | null} cellAt the cell at a place on the screen
 * @property {(cell: number) => void} main
 * @property {(cell: number) => boolean} secondDown right button pressed; returns whether the press is handled
 * @property {(cell: number) => void} second
 * @property {(cell: number) => void} middle middle button, or left and right button together
 * @property {(cell: number) => boolean} hold left button held on a cell; returns whether the press is handled
 * @property {(cell: number | null, chord: boolean) => void} press the cell under a held button
 * @property {((cell: number, button: number) => void) | null} drag another cell reached with the button held
 * @property {(cell: number, steps: number, event: WheelEvent) => boolean} wheel returns whether the event was used
 * @property {(cell: number | null) => void} hover
 */

const MAIN = 0;
const MIDDLE = 1;
const SECOND = 2;
const BOTH = 3;

/** Milliseconds after which a pressed button counts as held. */
const HOLD = 380;

/**
 * @param {HTMLElement} element
 * @param {MouseHandlers} handlers
 */
export function listenToMouse(element, handlers) {
  /** The cell of the first press; null if no press started on a cell. */
  /** @type {number | null} */
  let from = null;
  let button = MAIN;
  let dragged = false;
  /** @type {number | null} */
  let draggedTo = null;
  /** Left and right button are down: releasing one of them is a chord. */
  let chording = false;
  /** The press is handled, and its release is ignored. */
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
  // By default the middle button starts scrolling and, on Linux, pastes the selected text.
  for (const type of /** @type {const} */ (["mousedown", "mouseup"]))
    element.addEventListener(type, (event) => {
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
