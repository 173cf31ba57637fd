/** Line icons for buttons, as paths in a 24 by 24 view box. */

import { svg } from "./element.js";

/** @type {Record<string, string>} */
const PATHS = {
  flag: "M6 21V4m0 1 11 4-11 5",
  hint: "M9 18h6m-5 3h4M12 3a6 6 0 0 0-4 10.5c.8.8 1 1.500 1 2.500h6c0-1 .2-1.700 1-2.500A6 6 0 0 0 12 3Z",
  best: "m12 3 2.600 5.600 6.100.700-4.500 4.200 1.200 6-5.400-3-5.400 3 1.200-6L3.300 9.300l6.100-.7Z",
  why: "M9.500 9a2.600 2.600 0 1 1 3.800 2.300c-.9.500-1.300 1-1.300 2.200M12 17.500v.01M12 21a9 9 0 1 1 0-18 9 9 0 0 1 0 18Z",
  percent:
    "M18.500 5.500l-13 13M7.500 10a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Zm9 9a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5Z",
  undo: "M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12H9",
  play: "M7 4.500v15l12-7.500Z",
  pause: "M8 5v14M16 5v14",
  step: "M6 5v14l9-7ZM18 5v14",
  back: "M18 5v14l-9-7ZM6 5v14",
  new: "M4 12a8 8 0 1 0 2.500-5.800M4 4v4.500h4.500",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  dice: "M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Zm3.500 4.500v.01m7 0v.01M12 12v.01m-3.500 3.500v.01m7 0v.01",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4.200 4.200 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4.200 4.200 0 0 0 6 6l1-1",
  copy: "M9 9h10v11H9ZM5 15V4h10",
  download: "M12 4v11m-4.500-4.500L12 15l4.500-4.500M5 20h14",
  open: "M4 19V6h6l2 2h8v11Z",
  clear: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  hand: "M12 3v18M3 12h18M12 3 9.500 5.500M12 3l2.500 2.500M12 21l-2.500-2.500M12 21l2.500-2.500M3 12l2.500-2.500M3 12l2.500 2.500M21 12l-2.500-2.500M21 12l-2.500 2.500",
  theme: "M12 3a9 9 0 1 0 0 18Zm0 0a9 9 0 0 1 0 18",
  stop: "M7 7h10v10H7Z",
  close: "M6 6l12 12M18 6 6 18",
  chart: "M4 20h16M7 16v-5M12 16V6M17 16v-8",
  options: "M4 7h9m5 0h2M4 17h3m5 0h8M13 5v4M9 15v4",
};

/**
 * @param {string} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: PATHS[name] }),
  );
}
