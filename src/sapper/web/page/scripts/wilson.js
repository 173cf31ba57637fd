/** Wilson's score interval for a proportion, as the server computes it (sapper.intervals). */

const Z95 = 1.959963984540054;

/**
 * The 95 % interval of a win rate; [0, 1] without games.
 *
 * @param {number} wins
 * @param {number} games
 * @returns {[number, number]}
 */
export function wilson(wins, games) {
  if (games === 0) return [0, 1];
  const rate = wins / games;
  const shrink = 1 + (Z95 * Z95) / games;
  const middle = (rate + (Z95 * Z95) / (2 * games)) / shrink;
  const spread = (rate * (1 - rate)) / games + (Z95 * Z95) / (4 * games * games);
  const reach = (Z95 * Math.sqrt(spread)) / shrink;
  return [
    wins === 0 ? 0 : Math.max(0, middle - reach),
    wins === games ? 1 : Math.min(1, middle + reach),
  ];
}
