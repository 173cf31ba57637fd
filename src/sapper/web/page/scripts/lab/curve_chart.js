/**
 * The quantity on which a definition of the critical density is based, by mine density: win rates with
 * 95 % intervals and a fitted curve, or guesses, moves or time per game. Vertical lines mark the
 * critical density and the value published by Chong et al. 2024. Up to six curves, distinguished by
 * colour and marker.
 */

import { el, fill, svg } from "../element.js";
import { linearScale, roundTicks } from "./chart_scale.js";

/** @import { Measured, StoredCurve } from "../api_types.js" */

/** @typedef {{ name: string, answer: StoredCurve }} Series */

const HEIGHT = 380;
const SERIES = 6;
const EDGE = { top: 16, right: 18, bottom: 46, left: 56 };

/** @type {Record<Measured["quantity"], string>} */
const QUANTITIES = {
  wins: "Games won",
  guess_free: "Games won without a guess",
  guesses: "Guesses per game",
  moves: "Moves per game",
  seconds: "Milliseconds per game",
};

/** Methods with the definition of Chong et al. 2024: the steepest drop of the win rate. */
const AS_PUBLISHED = ["paper", "likelihood"];

export class CurveChart {
  constructor() {
    /** @type {Series[]} */
    this.series = [];
    this.picture = svg("svg", { class: "chart", role: "img" });
    this.legend = el("ul", { class: "legend" });
    this.caption = el("p", { class: "soft" });
    this.element = el("div", { class: "chart-box" }, this.picture, this.legend, this.caption);
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
    const last = Math.max(...densities);
    const to = densities.length > 0 ? Math.min(Math.max(1, last), last + 0.01) : 1;
    const x = linearScale(from, to, EDGE.left, width - EDGE.right);
    const quantity = this.series[0]?.answer.measured.quantity ?? "wins";
    const label = QUANTITIES[quantity];
    const most = mostOf(this.series, quantity);
    const y = linearScale(0, most, HEIGHT - EDGE.bottom, EDGE.top);
    this.picture.setAttribute("aria-label", `${label} by mine density`);
    this.picture.dataset.method = this.series[0]?.answer.critical.method ?? "";
    const published = this.series.some(({ answer }) => publishedOf(answer) !== null);
    this.caption.textContent = [
      isShare(quantity) ? "Bars: 95 % confidence intervals." : "",
      "Dashed line: critical density.",
      published ? "Dotted line: value published by Chong et al. 2024." : "",
    ].join(" ");
    fill(
      this.picture,
      ...axes(x, y, from, to, width, { label, most, isShare: isShare(quantity) }),
      svg("clipPath", { id: "plot" }, svg("rect", plotArea(width))),
      ...this.series.flatMap(({ answer }, index) => drawSeries(answer, index, x, y)),
    );
    fill(
      this.legend,
      ...this.series.map(({ name, answer }, index) => legendEntry(name, answer, index)),
    );
  }
}

/** @param {Measured["quantity"]} quantity */
function isShare(quantity) {
  return quantity === "wins" || quantity === "guess_free";
}

/**
 * A value in the unit of the axis: times in milliseconds.
 *
 * @param {Measured["quantity"]} quantity
 * @param {number} value
 */
function drawn(quantity, value) {
  return quantity === "seconds" ? 1000 * value : value;
}

/**
 * @param {Series[]} series
 * @param {Measured["quantity"]} quantity
 */
function mostOf(series, quantity) {
  if (isShare(quantity)) return 1;
  const values = series.flatMap(({ answer }) => answer.measured.values);
  return drawn(quantity, Math.max(1e-9, ...values)) * 1.05;
}

/**
 * @param {(value: number) => number} x
 * @param {(value: number) => number} y
 * @param {number} from
 * @param {number} to
 * @param {number} width
 * @param {{ label: string, most: number, isShare: boolean }} upright
 */
function axes(x, y, from, to, width, upright) {
  const lines = roundTicks(0, upright.most, 5).flatMap((rate) => [
    svg("line", { class: "grid", x1: EDGE.left, x2: width - EDGE.right, y1: y(rate), y2: y(rate) }),
    svg(
      "text",
      { class: "tick", x: EDGE.left - 8, y: y(rate) + 4, "text-anchor": "end" },
      upright.isShare ? `${Math.round(100 * rate)} %` : rate,
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
      "Mine density",
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
      upright.label,
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
  const { curve, critical, measured, fit } = answer;
  const published = publishedOf(answer);
  const [bottom, top] = [HEIGHT - EDGE.bottom, EDGE.top];
  const parts = [];
  if (fit.length > 1) {
    const path = fit.map(
      ([density, rate], at) => `${at === 0 ? "M" : "L"}${x(density)} ${y(rate)}`,
    );
    parts.push(svg("path", { class: "fit", d: path.join(""), "clip-path": "url(#plot)" }));
  }
  measured.values.forEach((value, at) => {
    const place = x(curve.densities[at]);
    const bounds = measured.intervals?.[at];
    if (bounds !== undefined)
      parts.push(
        svg("line", {
          class: "interval",
          x1: place,
          x2: place,
          y1: y(bounds[0]),
          y2: y(bounds[1]),
        }),
      );
    parts.push(
      svg(
        "path",
        { class: "point", d: marker(index, place, y(drawn(measured.quantity, value))) },
        svg("title", {}, pointInWords(answer, at)),
      ),
    );
  });
  if (critical.value !== null) {
    const at = x(critical.value);
    parts.push(svg("line", { class: "critical", x1: at, x2: at, y1: bottom, y2: top }));
  }
  if (published !== null) {
    const at = x(published);
    parts.push(svg("line", { class: "published", x1: at, x2: at, y1: bottom, y2: top }));
  }
  return [svg("g", { class: `series series-${index}` }, ...parts)];
}

/**
 * The marker of a series; each has its own shape, so that colour is not needed to distinguish them.
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
  const { critical } = answer;
  const published = publishedOf(answer);
  const found =
    critical.value === null
      ? `no critical density: ${critical.why}`
      : `critical density ${critical.value.toFixed(4)}${within(critical.interval)}`;
  const other = published === null ? "" : `; Chong et al. 2024: ${published.toFixed(4)}`;
  return el(
    "li",
    { class: `series-${index}` },
    svg(
      "svg",
      { viewBox: "0 0 16 16", "aria-hidden": "true" },
      svg("path", { class: "point", d: marker(index, 8, 8) }),
    ),
    el("span", {}, el("b", {}, name), ` ${found}${other}`),
  );
}

/**
 * The published value of Chong et al. 2024, if the method has the same definition.
 *
 * @param {StoredCurve} answer
 */
function publishedOf({ published, critical }) {
  return AS_PUBLISHED.includes(critical.method) ? published : null;
}

/**
 * @param {StoredCurve} answer
 * @param {number} at
 */
function pointInWords({ curve, measured }, at) {
  const { quantity, values } = measured;
  const games = `${curve.mines[at]} mines: ${curve.wins[at]} of ${curve.games[at]} games won`;
  if (quantity === "wins") return games;
  const value = isShare(quantity)
    ? `${(100 * values[at]).toFixed(1)} %`
    : drawn(quantity, values[at]).toPrecision(3);
  return `${games}. ${QUANTITIES[quantity]}: ${value}`;
}

/** @param {number[] | null} interval */
function within(interval) {
  return interval === null ? "" : ` (95 % CI ${interval[0].toFixed(4)}–${interval[1].toFixed(4)})`;
}
