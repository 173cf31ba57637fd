/** A game in the address: board, mines, rule, seed, index, moves and flags. */

import { boardFromParams, boardParams } from "../board_specs.js";
import { decodeList, decodeMoves, encodeList, encodeMoves } from "../address_codes.js";
import { routeHash } from "../router.js";

/** @import { FirstRule, Move } from "../types.js" */
/** @import { GameSession, GameSetup } from "./game_session.js" */

/** @param {GameSession} session */
export function gameHash(session) {
  const { board, mines, first, seed, index } = session.setup;
  /** @type {[string, string][]} */
  const params = [
    ...boardParams(board),
    ["mines", String(mines)],
    ["first", first],
    ["seed", seed],
  ];
  if (index !== 0) params.push(["game", String(index)]);
  if (session.moves.length > 0) params.push(["moves", encodeMoves(session.moves)]);
  if (session.flags.size > 0) params.push(["flags", encodeList(session.flags)]);
  return routeHash("play", params);
}

/**
 * @param {URLSearchParams} params
 * @returns {{ setup: GameSetup, moves: Move[], flags: number[] } | null}
 */
export function gameFromParams(params) {
  const board = boardFromParams(params);
  const mines = Number(params.get("mines"));
  const seed = params.get("seed") ?? "";
  if (board === null || params.get("mines") === null || !/^\d+$/.test(seed)) return null;
  const rule = params.get("first");
  const index = Number(params.get("game") ?? 0);
  return {
    setup: {
      board,
      mines,
      first: /** @type {FirstRule} */ (rule === "any" || rule === "open" ? rule : "safe"),
      seed,
      index: Number.isSafeInteger(index) ? index : 0,
    },
    moves: decodeMoves(params.get("moves")),
    flags: decodeList(params.get("flags")),
  };
}
