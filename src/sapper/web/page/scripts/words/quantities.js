/** Formats numbers: grouped digits, powers of ten, durations. */

const DIGITS_SHOWN = 60;

/**
 * Groups the digits of a whole number by thousands, with thin spaces.
 *
 * @param {string | number} digits
 */
export function grouped(digits) {
  return String(digits).replace(/\B(?=(\d{3})+(?!\d))/g, "\u2009");
}

/**
 * A whole number; if it is very long, its first and last digits and its length.
 *
 * @param {string} digits
 */
export function shortened(digits) {
  if (digits.length <= DIGITS_SHOWN) return grouped(digits);
  return `${digits.slice(0, 12)}…${digits.slice(-12)} (${grouped(digits.length)} digits)`;
}

/**
 * A count of which only the decimal logarithm is known.
 *
 * @param {number} log10
 */
export function powerOfTen(log10) {
  const exponent = Math.floor(log10);
  const leading = 10 ** (log10 - exponent);
  return `about ${leading.toFixed(2)} × 10^${grouped(exponent)}`;
}

/**
 * Minutes and seconds.
 *
 * @param {number} seconds
 */
export function clockTime(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * A time to a hundredth of a second: "12.34 s", "1:02.50".
 *
 * @param {number} seconds
 */
export function preciseTime(seconds) {
  const hundredths = Math.round(seconds * 100);
  const rest = ((hundredths % 6000) / 100).toFixed(2);
  const minutes = Math.floor(hundredths / 6000);
  return minutes === 0 ? `${rest} s` : `${minutes}:${rest.padStart(5, "0")}`;
}

/**
 * A rough duration, such as "3 min".
 *
 * @param {number} seconds
 */
export function roughTime(seconds) {
  if (seconds < 1) return "a moment";
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/**
 * A number and its noun.
 *
 * @param {number} count
 * @param {string} noun
 * @param {string} [plural]
 */
export function counted(count, noun, plural = `${noun}s`) {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}
