/** Buttons to zoom out, to fit the whole board, and to zoom in. */

import { iconButton } from "../controls.js";
import { el } from "../element.js";

/** @param {import("./board_view.js").BoardView} view */
export function zoomButtons(view) {
  const bare = { class: "button bare" };
  return el(
    "div",
    { class: "zoom", role: "group", "aria-label": "Zoom" },
    iconButton("Smaller", "minus", () => view.zoomOut(), bare),
    iconButton("Fit", "fit", () => view.zoomToFit(), bare),
    iconButton("Larger", "plus", () => view.zoomIn(), bare),
  );
}
