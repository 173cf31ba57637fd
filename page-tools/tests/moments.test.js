import assert from "node:assert/strict";
import { test } from "node:test";

import {
  luckAfter,
  momentFace,
  openedBy,
} from "../../src/sapper/web/page/scripts/replay/moments.js";

/** @import { RecordedMove, RecordingAnalysis } from "../../src/sapper/web/page/scripts/api_types.js" */

/**
 * @param {Partial<RecordedMove>} more
 * @returns {RecordedMove}
 */
function move(more) {
  const plain = { number: 0, time: 0, kind: /** @type {const} */ ("open"), cell: 0, opened: [] };
  return { ...plain, exploded: [], wasted: false, risk: null, needed: null, ...more };
}

const MINES = [0, 1, 0];
const moves = [
  move({ cell: 0, opened: [0], risk: 0 }),
  move({ kind: "flag", cell: 2 }),
  move({ kind: "flag", cell: 2 }),
  move({ cell: 1, exploded: [1], risk: 0.5, needed: true }),
];
const analysis = /** @type {RecordingAnalysis} */ ({ moves, numbers: [1, 0, 1] });

test("a moment shows the cells that were open and flagged", () => {
  assert.deepEqual(momentFace(analysis, MINES, 0).clues, [null, null, null]);
  const flagged = momentFace(analysis, MINES, 2);
  assert.deepEqual(flagged.clues, [1, null, null]);
  assert.deepEqual([...flagged.flags], [2]);
  assert.equal(flagged.lit.get(2), "target");
  assert.equal(momentFace(analysis, MINES, 3).flags.size, 0);
  const lost = momentFace(analysis, MINES, 4);
  assert.equal(lost.exploded, 1);
  assert.equal(lost.layout, MINES);
});

test("luck omits the losing click, and is unknown if a risk is unknown", () => {
  assert.equal(luckAfter(moves, 4), 1);
  assert.equal(luckAfter([move({ opened: [0], risk: 0.25 })], 1), 0.75);
  assert.equal(luckAfter([move({ opened: [0] })], 1), null);
});

test("a click on a layout opens its cascade, and nothing if it is a mine", () => {
  const neighbors = [[1], [0, 2], [1, 3], [2]];
  const board = /** @type {any} */ ({ neighbors });
  assert.deepEqual([...openedBy(board, [0, 0, 0, 1], [0, 0, 1, 0], 0)].sort(), [0, 1, 2]);
  assert.equal(openedBy(board, [0, 0, 0, 1], [0, 0, 1, 0], 3).size, 0);
});
