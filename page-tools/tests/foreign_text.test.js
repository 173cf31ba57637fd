import assert from "node:assert/strict";
import { test } from "node:test";

import { asText, isForeign } from "../../src/sapper/web/page/scripts/files/foreign_text.js";

test("positions in Sapper's own notation are not foreign", () => {
  for (const text of [
    "1#\n##",
    "hex:4x5/6\n#12F(12)",
    "box:2x2x2/1\n##\n##\n\n##\n##",
    "  6x6/11\n##",
  ])
    assert.equal(isForeign(text), false, text);
});

test("links, JSON, layouts and files of other programs are foreign", () => {
  for (const text of [
    "https://example.org/?analysis=adacaaablTlT",
    "b=1&m=00",
    '{"type": "position"}',
    "2x2/1\n*-\n--",
    "3x2x1\n1HH\n1HH",
    "RawVF_Version: Rev5\nWidth: 8",
    "Player: Ann\nBoard:\n*0\n",
  ])
    assert.equal(isForeign(text), true, text);
});

test("bytes are decoded only if they are text", () => {
  assert.equal(asText(new TextEncoder().encode("1#\n")), "1#\n");
  assert.equal(asText(new Uint8Array([2, 2, 0, 1])), null);
  assert.equal(asText(new Uint8Array([200, 65])), null);
});
