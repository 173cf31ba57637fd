/** Names of boards and of kinds of games, for players. */

/** @type {Record<string, string>} */
const BOARDS = {
  "8x8/10": "Beginner (8×8)",
  "9x9/10": "Beginner",
  "16x16/40": "Intermediate",
  "16x30/99": "Expert",
  "30x30/200": "Master",
};

/** @type {Record<string, string>} */
const RULES = {
  safe: "safe start",
  open: "opening start",
  any: "no safe start",
  "no guess by engine": "no-guess (hard)",
  "no guess by subtraction": "no-guess (medium)",
  "no guess by single": "no-guess (easy)",
};

/**
 * A kind of game in words, such as "Expert, no-guess (hard)".
 *
 * @param {string} kind as `kindOf` returns it: board, mines and rule
 */
export function kindInWords(kind) {
  const split = kind.lastIndexOf(", ");
  const [board, rule] = [kind.slice(0, split), kind.slice(split + 2)];
  const bare = board.replace(/#[^/]*/, "");
  return `${BOARDS[bare] ?? bare}, ${RULES[rule] ?? rule}`;
}

/**
 * A preset in the list of boards, such as "Expert, 16x30/99".
 *
 * @param {{ name: string, spec: string }} preset
 */
export function presetInWords({ name, spec }) {
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  return `${BOARDS[spec] ?? capital}, ${spec.replace(/^[a-z0-9]+:/, "")}`;
}
