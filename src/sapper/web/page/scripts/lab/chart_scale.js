/** Scales and round ticks for charts. */

/**
 * @param {number} from
 * @param {number} to
 * @param {number} start in pixels
 * @param {number} end
 * @returns {(value: number) => number}
 */
export function linearScale(from, to, start, end) {
  const span = to - from || 1;
  return (value) => start + ((value - from) / span) * (end - start);
}

/**
 * About `wanted` round numbers between two values.
 *
 * @param {number} from
 * @param {number} to
 * @param {number} wanted
 * @returns {number[]}
 */
export function roundTicks(from, to, wanted) {
  const rough = (to - from) / wanted || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 2.5, 5, 10].map((part) => part * power).find((size) => size >= rough) ?? rough;
  const ticks = [];
  for (let index = Math.ceil(from / step - 1e-9); index * step <= to + step * 1e-9; index++) {
    ticks.push(Number((index * step).toPrecision(12)));
  }
  return ticks;
}
