/** The number of mines of a position, or the text of a range or a distribution if it is unknown. */

const TOLERANCE = 1e-9;

/**
 * A number of mines, or the text of possible numbers; null if nothing is given.
 *
 * @param {string} text
 */
export function readMines(text) {
  const plain = text.trim();
  if (plain === "") return null;
  return /^\d{1,9}$/.test(plain) ? Number(plain) : plain;
}

/**
 * The reason why a text is not a range or a distribution of numbers of mines, or null.
 *
 * @param {string} text
 */
export function faultOfMines(text) {
  const range = /^(\d{1,9})\s*-\s*(\d{1,9})$/.exec(text);
  if (range !== null)
    return Number(range[1]) <= Number(range[2]) ? null : `The range of mines ${text} is empty.`;
  const parts = text.split(",").map((part) => part.trim());
  if (parts.every((part) => /^\d{1,9}$/.test(part))) return null;
  let sum = 0;
  for (const part of parts) {
    const entry = /^\d{1,9}\s*:\s*(\d*\.?\d+)(?:\/(\d+))?$/.exec(part);
    if (entry === null)
      return "Enter a number of mines, a range such as 8-12, or a distribution such as 8:0.4,9:0.6.";
    sum += Number(entry[1]) / Number(entry[2] ?? 1);
  }
  if (Math.abs(sum - 1) <= TOLERANCE) return null;
  return `The probabilities of the numbers of mines sum to ${Number(sum.toPrecision(9))}, not to 1.`;
}
