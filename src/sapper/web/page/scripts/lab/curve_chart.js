/**
 * Win rates by density: points with intervals of 95 %, the fitted curve, and the critical density
 * beside the one that paper 000 prints. Up to six curves at once, told apart by colour and shape.
 */

import { el, fill, svg } from "../element.js";
import { linearScale, roundTicks } from "./chart_scale.js";

/** @import { StoredCurve } from "../api_types.js" */

/** @typedef {{ name: string, answer: StoredCurve }} Series */

const HEIGHT = 380;
const SERIES = 6;
const EDGE = { top: 16, right: 18, bottom: 46, left: 56 };

export class CurveChart {
  constructor() {
    /** @type {Series[]} */
    this.series = [];
    this.picture = svg("svg", { class: "chart", role: "img", "aria-label": "Win rate by density" });
    this.legend = el("ul", { class: "legend" });
    this.element = el("div", { class: "chart-box" }, this.picture, this.legend);
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** @param {Series[]} series */
  show(series) {
    this.series = series.slice(0, SERIES);
    this.draw();
  }

  draw() {
    const width = this.element.clientWidth;
    if (width === 0) return;
    this.picture.setAttribute("viewBox", `0 0 ${width} ${HEIGHT}`);
    this.picture.setAttribute("height", String(HEIGHT));
    const densities = this.series.flatMap(({ answer }) => answer.curve.densities);
    const from = densities.length > 0 ? Math.max(0, Math.min(...densities) - 0.01) : 0;
    const to = densities.length > 0 ? Math.min(1, Math.max(...densities) + 0.01) : 1;
    const x = linearScale(from, to, EDGE.left, width - EDGE.right);
    const y = linearScale(0, 1, HEIGHT - EDGE.bottom, EDGE.top);
    fill(
      this.picture,
      ...axes(x, y, from, to, width),
      svg("clipPath", { id: "plot" }, svg("rect", plotArea(width))),
      ...this.series.flatMap(({ answer }, index) => drawSeries(answer, index, x, y)),
    );
    fill(
      this.legend,
      ...this.series.map(({ name, answer }, index) => legendEntry(name, answer, index)),
    );
  }
}

/**
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 * @param {number} from
 * @param {number} to
 * @param {number} width
 */
function axes(x, y, from, to, width) {
  const lines = roundTicks(0, 1, 5).flatMap((rate) => [
    svg("line", { class: "grid", x1: EDGE.left, x2: width - EDGE.right, y1: y(rate), y2: y(rate) }),
    svg(
      "text",
      { class: "tick", x: EDGE.left - 8, y: y(rate) + 4, "text-anchor": "end" },
      `${Math.round(100 * rate)} %`,
    ),
  ]);
  const ticks = roundTicks(from, to, Math.max(4, width / 110)).map((density) =>
    svg(
      "text",
      { class: "tick", x: x(density), y: HEIGHT - EDGE.bottom + 20, "text-anchor": "middle" },
      density,
    ),
  );
  return [
    ...lines,
    ...ticks,
    svg(
      "text",
      { class: "axis", x: (EDGE.left + width) / 2, y: HEIGHT - 6, "text-anchor": "middle" },
      "Density of mines",
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
      "Games won",
    ),
  ];
}

/** @param {number} width */
function plotArea(width) {
  return {
    x: EDGE.left,
    y: EDGE.top,
    width: Math.max(0, width - EDGE.left - EDGE.right),
    height: HEIGHT - EDGE.top - EDGE.bottom,
  };
}

/**
 * @param {StoredCurve} answer
 * @param {number} index
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 */
function drawSeries(answer, index, x, y) {
  const { curve, critical, fit, published } = answer;
  const parts = [];
  if (fit.length > 1) {
    const path = fit.map(
      ([density, rate], at) => `${at === 0 ? "M" : "L"}${x(density)} ${y(rate)}`,
    );
    parts.push(svg("path", { class: "fit", d: path.join(""), "clip-path": "url(#plot)" }));
  }
  curve.densities.forEach((density, at) => {
    const [low, high] = curve.intervals[at];
    const title = `${curve.mines[at]} mines: ${curve.wins[at]} of ${curve.games[at]} games won`;
    parts.push(
      svg("line", { class: "interval", x1: x(density), x2: x(density), y1: y(low), y2: y(high) }),
      svg(
        "path",
        { class: "point", d: marker(index, x(density), y(curve.win_rates[at])) },
        svg("title", {}, title),
      ),
    );
  });
  if (critical.value !== null) {
    const at = x(critical.value);
    parts.push(svg("line", { class: "critical", x1: at, x2: at, y1: y(0), y2: y(1) }));
  }
  if (published !== null) {
    parts.push(
      svg("line", { class: "published", x1: x(published), x2: x(published), y1: y(0), y2: y(1) }),
    );
  }
  return [svg("g", { class: `series series-${index}` }, ...parts)];
}

/**
 * A small shape of its own for each series, so that colour is not needed to tell them apart.
 *
 * @param {number} index
 * @param {number} x
 * @param {number} y
 */
function marker(index, x, y) {
  const r = 3.6;
  const shapes = [
    `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`,
    `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
    `M${x} ${y - 1.3 * r}l${1.3 * r} ${2.2 * r}h${-2.6 * r}Z`,
    `M${x} ${y - 1.4 * r}l${1.4 * r} ${1.4 * r}l${-1.4 * r} ${1.4 * r}l${-1.4 * r} ${-1.4 * r}Z`,
    `M${x} ${y + 1.3 * r}l${1.3 * r} ${-2.2 * r}h${-2.6 * r}Z`,
    `M${x - r} ${y - 1}h${2 * r}v2h${-2 * r}ZM${x - 1} ${y - r}h2v${2 * r}h-2Z`,
  ];
  return shapes[index % shapes.length];
}

/**
 * @param {string} name
 * @param {StoredCurve} answer
 * @param {number} index
 */
function legendEntry(name, answer, index) {
  const { critical, published } = answer;
  const found =
    critical.value === null
      ? `no critical density: ${critical.why}`
      : `critical density ${critical.value.toFixed(4)}${within(critical.interval)}`;
  const printed = published === null ? "" : `; paper 000 prints ${published.toFixed(4)}`;
  return el(
    "li",
    { class: `series-${index}` },
    svg(
      "svg",
      { viewBox: "0 0 16 16", "aria-hidden": "true" },
      svg("path", { class: "point", d: marker(index, 8, 8) }),
    ),
    el("span", {}, el("b", {}, name), ` ${found}${printed}`),
  );
}

/** @param {number[] | null} interval */
function within(interval) {
  return interval === null ? "" : ` (${interval[0].toFixed(4)} to ${interval[1].toFixed(4)})`;
}
