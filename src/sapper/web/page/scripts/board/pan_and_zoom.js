/**
 * Zooming and panning with the mouse: Ctrl and wheel zoom around the pointer; dragging with the middle
 * button, or with Ctrl, moves the board. The listeners run in the capture phase, so that a drag never
 * counts as a click.
 */

const MAIN = 0;
const MIDDLE = 1;

/** Pixels that the mouse must move before a press becomes a drag. */
const SLACK = 5;

/** The zoom factor per notch of the wheel (100 pixels). */
const NOTCH = 1.2;

/**
 * @param {HTMLElement} pane
 * @param {(factor: number, place: { clientX: number, clientY: number }) => void} zoom
 */
export function listenToPanAndZoom(pane, zoom) {
  pane.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      const notches = Math.max(-3, Math.min(3, -event.deltaY / 100));
      zoom(NOTCH ** notches, event);
    },
    { passive: false },
  );

  /** @type {{ x: number, y: number, left: number, top: number } | null} */
  let from = null;
  let panning = false;
  const capture = { capture: true };

  pane.addEventListener(
    "pointerdown",
    (event) => {
      if (event.pointerType === "touch") return;
      const held = event.button === MIDDLE || (event.button === MAIN && event.ctrlKey);
      from = held
        ? { x: event.clientX, y: event.clientY, left: pane.scrollLeft, top: pane.scrollTop }
        : null;
      panning = false;
      if (held && event.button === MAIN) event.stopImmediatePropagation();
    },
    capture,
  );
  pane.addEventListener(
    "pointermove",
    (event) => {
      if (from === null) return;
      const [across, along] = [event.clientX - from.x, event.clientY - from.y];
      if (!panning && Math.hypot(across, along) > SLACK) {
        panning = true;
        pane.setPointerCapture(event.pointerId);
      }
      if (!panning) return;
      event.stopImmediatePropagation();
      pane.scrollLeft = from.left - across;
      pane.scrollTop = from.top - along;
    },
    capture,
  );
  for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
    pane.addEventListener(
      type,
      (event) => {
        if (panning) event.stopImmediatePropagation();
        from = null;
        panning = false;
      },
      capture,
    );
  }
}
