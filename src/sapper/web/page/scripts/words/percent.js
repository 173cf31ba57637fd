/**
 * Formats probabilities. Only a probability of exactly 0 or 1 is shown as 0 % or 100 %; near 1, enough
 * digits are shown to make the remaining probability visible.
 */

/**
 * A percentage of at most three characters, to be drawn in a cell.
 *
 * @param {number} probability
 */
export function percent(probability) {
  const value = 100 * probability;
  if (probability === 0 || probability === 1) return value.toFixed(0);
  if (value < 0.1) return "<.1";
  if (value < 9.95) return value.toFixed(1);
  return value <= 99 ? value.toFixed(0) : ">99";
}

/**
 * A percentage with about four significant digits and the percent sign.
 *
 * @param {number} probability
 */
export function percentInFull(probability) {
  if (probability === 0 || probability === 1) return `${100 * probability} %`;
  if (probability < 1e-12) return `${(100 * probability).toExponential(2)} %`;
  const rarer = 100 * Math.min(probability, 1 - probability);
  const decimals = Math.min(20, Math.max(0, 3 - Math.floor(Math.log10(rarer))));
  const digits = (100 * probability).toFixed(decimals);
  return `${digits.includes(".") ? digits.replace(/\.?0+$/, "") : digits} %`;
}

/**
 * The same for a probability that may be unknown (null).
 *
 * @param {number | null} probability
 * @param {string} [unknown]
 */
export function percentIfKnown(probability, unknown = "too hard to compute") {
  return probability === null ? unknown : percentInFull(probability);
}

/**
 * The expected information of a click in bits, to be drawn in a cell; 0 only if it is exactly 0.
 *
 * @param {number} bits
 */
export function bitsInCell(bits) {
  if (bits === 0) return "0";
  if (bits < 0.005) return "<.01";
  return bits < 9.95 ? bits.toFixed(bits < 0.995 ? 2 : 1) : bits.toFixed(0);
}
