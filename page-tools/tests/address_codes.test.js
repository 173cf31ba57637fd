import assert from "node:assert/strict";
import test from "node:test";

import {
  decodeList,
  decodeMoves,
  decodePosition,
  encodeList,
  encodeMoves,
  encodePosition,
} from "../../src/sapper/web/page/scripts/address_codes.js";

test("lists of cells are encoded in base 36 and decoded", () => {
  assert.equal(encodeList([0, 35, 36, 479]), "0.z.10.db");
  assert.deepEqual(decodeList("0.z.10.db"), [0, 35, 36, 479]);
  for (const nothing of [null, "", "0..1", "-1", "0.!"]) assert.deepEqual(decodeList(nothing), []);
});

test("moves are encoded with their chords", () => {
  assert.equal(encodeMoves([40, [1, 2], 3]), "14.1_2.3");
  assert.deepEqual(decodeMoves("14.1_2.3"), [40, [1, 2], 3]);
  assert.deepEqual(decodeMoves(null), []);
});

test("positions are encoded and decoded, only for a board of the same size", () => {
  const clues = [null, 0, 0, 0, 0, 12, 3, null, null, null, null, 8, null];
  const text = encodePosition(clues, new Set([0, 12]));
  assert.equal(text, "f0*4.(12)3-*4.8f");
  assert.deepEqual(decodePosition(text, 13), { clues, flags: new Set([0, 12]) });
  assert.equal(decodePosition(text, 12), null);
  const unread = [1, -3, -4, -4, -4, -4, null];
  assert.equal(encodePosition(unread, new Set()), "1uo*4.-");
  assert.deepEqual(decodePosition("1uo*4.-", 7), { clues: unread, flags: new Set() });
  assert.equal(decodePosition("-*99999999.", 20), null);
});
