/**
 * The phase diagram: square boards by number of cells (logarithmic) and mine density. The colour of a
 * point is its share of games; lines show where theory predicts shares of 10, 50 and 90 %.
 */

import { colorAlong, readScale } from "../board/colors.js";
import { el, fill, svg } from "../element.js";
import { grouped } from "../words/quantities.js";
import { linearScale, roundTicks } from "./chart_scale.js";

/** @import { PhasePoint, Phases } from "../api_types.js" */
/** @import { PhaseShown } from "./lab_link.js" */

const HEIGHT = 360;
const EDGE = { top: 16, right: 18, bottom: 46, left: 56 };
const SIDE = 9;

export class PhaseChart {
  constructor() {
    /** @type {Phases | null} */
    this.phases = null;
    /** @type {PhaseShown} */
    this.share = "won";
    this.picture = svg("svg", { class: "chart phases", role: "img" });
    this.legend = el("p", { class: "soft" });
    this.element = el("div", { class: "chart-box" }, this.picture, this.legend);
    new ResizeObserver(() => this.draw()).observe(this.element);
    document.addEventListener("themechange", () => this.draw());
  }

  /**
   * @param {Phases} phases
   * @param {PhaseShown} share
   */
  show(phases, share) {
    this.phases = phases;
    this.share = share;
    this.draw();
  }

  draw() {
    const { phases, share } = this;
    const width = this.element.clientWidth;
    if (width === 0 || phases === null) return;
    const { points, strategy, first } = phases;
    this.picture.toggleAttribute("hidden", points.length === 0);
    if (points.length === 0) {
      this.legend.textContent = `The store has no games of ${strategy} on square boards with first click ${first}. Run a sweep over boards such as 8x8, 16x16 to fill this diagram.`;
      return;
    }
    this.picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.picture.setAttribute("height", String(HEIGHT));
    const what = share === "won" ? "won" : "won without a guess";
    const label = `Share of games ${what} by number of cells and mine density, ${points.length} boards`;
    this.picture.setAttribute("aria-label", label);
    const cells = points.map((point) => Math.log10(point.cells));
    const least = Math.min(...cells);
    const most = Math.max(...cells);
    const pad = least === most ? 0.5 : 0.05 * (most - least);
    const top = Math.max(...points.map(({ density }) => density));
    const x = linearScale(least - pad, most + pad, EDGE.left, width - EDGE.right);
    const y = linearScale(0, top * 1.06, HEIGHT - EDGE.bottom, EDGE.top);
    const stops = readScale(this.element, "scale");
    fill(
      this.picture,
      ...axes(x, y, least - pad, most + pad, top * 1.06, width),
      ...phases.lines.map(({ rate, won, guess_free }) =>
        svg("path", {
          class: rate === 0.5 ? "theory half" : "theory",
          d: path(share === "won" ? won : guess_free, x, y, top * 1.06),
        }),
      ),
      ...points.map((point) => square(point, share, x, y, stops)),
    );
    const lines =
      phases.lines.length > 0
        ? " Lines: 90, 50 and 10 % as predicted by the census of patterns."
        : "";
    fill(
      this.legend,
      `${strategy}, first click ${first}. Share of games ${what}:`,
      ...[0, 0.25, 0.5, 0.75, 1].flatMap((rate) => [
        swatch(colorAlong(stops, rate)),
        percent(rate),
      ]),
      lines,
    );
  }
}

/** @param {number} rate */
function percent(rate) {
  return `${100 * rate} % `;
}

/** @param {string} color */
function swatch(color) {
  const box = { class: "phase", x: 1, y: 1, width: SIDE, height: SIDE, fill: color };
  return svg(
    "svg",
    { class: "phase-swatch", viewBox: "0 0 11 11", width: 11, height: 11, "aria-hidden": "true" },
    svg("rect", box),
  );
}

/**
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 * @param {number} from the logarithm of cells
 * @param {number} to
 * @param {number} top
 * @param {number} width
 */
function axes(x, y, from, to, top, width) {
  const rows = roundTicks(0, top, 5).flatMap((density) => [
    svg("line", {
      class: "grid",
      x1: EDGE.left,
      x2: width - EDGE.right,
      y1: y(density),
      y2: y(density),
    }),
    svg(
      "text",
      { class: "tick", x: EDGE.left - 8, y: y(density) + 4, "text-anchor": "end" },
      density,
    ),
  ]);
  const powers = [];
  for (let power = Math.ceil(from); power <= to; power++) powers.push(power);
  const ticks = powers.map((power) =>
    svg(
      "text",
      { class: "tick", x: x(power), y: HEIGHT - EDGE.bottom + 20, "text-anchor": "middle" },
      grouped(10 ** power),
    ),
  );
  return [
    ...rows,
    ...ticks,
    svg(
      "text",
      { class: "axis", x: (EDGE.left + width) / 2, y: HEIGHT - 6, "text-anchor": "middle" },
      "Number of cells",
    ),
    svg(
      "text",
      {
        class: "axis",
        x: 14,
        y: HEIGHT / 2,
        "text-anchor": "middle",
        transform: `rotate(-90 14 ${HEIGHT / 2})`,
      },
      "Mine density",
    ),
  ];
}

/**
 * @param {number[][]} line cells and density
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 * @param {number} top
 */
function path(line, x, y, top) {
  return line
    .filter(([, density]) => density <= top)
    .map(([cells, density], at) => `${at === 0 ? "M" : "L"}${x(Math.log10(cells))} ${y(density)}`)
    .join("");
}

/**
 * @param {PhasePoint} point
 * @param {PhaseShown} share
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 * @param {number[][]} stops
 */
function square(point, share, x, y, stops) {
  const count = share === "won" ? point.wins : point.guess_free;
  const rate = count / point.games;
  const how = share === "won" ? "won" : "won without a guess";
  return svg(
    "rect",
    {
      class: "phase",
      x: x(Math.log10(point.cells)) - SIDE / 2,
      y: y(point.density) - SIDE / 2,
      width: SIDE,
      height: SIDE,
      fill: colorAlong(stops, rate),
    },
    svg(
      "title",
      {},
      `${point.board}, mine density ${point.density.toFixed(3)}: ${count} of ${point.games} games ${how}`,
    ),
  );
}
