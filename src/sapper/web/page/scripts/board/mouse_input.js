/**
 * The mouse and the pen on a board: which cell is pointed at, clicked, dragged over, wheeled on. What
 * a click means is for the room to say. Touch has a file of its own.
 */

/**
 * @typedef {object} MouseHandlers
 * @property {(x: number, y: number) => number | null} cellAt from a place on the screen
 * @property {(cell: number, event: PointerEvent) => void} main
 * @property {(cell: number) => void} second
 * @property {(cell: number) => void} middle
 * @property {(cell: number, button: number) => void} drag a further cell with the button held
 * @property {(cell: number, steps: number, event: WheelEvent) => boolean} wheel whether it was used
 * @property {(cell: number | null) => void} hover
 */

const MAIN = 0;
const MIDDLE = 1;
const SECOND = 2;

/**
 * @param {HTMLElement} element
 * @param {MouseHandlers} handlers
 */
export function listenToMouse(element, handlers) {
  /** @type {number | null} */
  let pressedOn = null;
  /** @type {number | null} */
  let draggedTo = null;
  let button = MAIN;
  /** Both main buttons at once are a chord, and then the releases mean nothing. */
  let chorded = false;

  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") return;
    pressedOn = handlers.cellAt(event.clientX, event.clientY);
    draggedTo = pressedOn;
    button = event.button;
    chorded = false;
  });

  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    const cell = handlers.cellAt(event.clientX, event.clientY);
    handlers.hover(cell);
    if (event.buttons === 3 && !chorded && cell !== null) {
      chorded = true;
      handlers.middle(cell);
      return;
    }
    if (chorded || event.buttons === 0 || pressedOn === null) return;
    if (cell !== null && cell !== draggedTo) {
      if (draggedTo === pressedOn && pressedOn !== null) handlers.drag(pressedOn, button);
      draggedTo = cell;
      handlers.drag(cell, button);
    }
  });

  element.addEventListener("pointerup", (event) => {
    if (event.pointerType === "touch") return;
    const cell = handlers.cellAt(event.clientX, event.clientY);
    const same = cell !== null && cell === pressedOn && draggedTo === pressedOn;
    pressedOn = null;
    if (!same || chorded || cell === null) return;
    if (event.button === MAIN) handlers.main(cell, event);
    else if (event.button === MIDDLE) handlers.middle(cell);
    else if (event.button === SECOND) handlers.second(cell);
  });

  element.addEventListener("pointerleave", () => handlers.hover(null));
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
