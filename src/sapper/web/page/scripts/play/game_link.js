/**
 * A game in the address: board, mines, rule, seed, index, moves and flags. Without a seed it is any
 * game of that kind. The whole address is checked; the first error is reported in a sentence.
 */

import { boardFromParams, boardParams } from "../board_specs.js";
import {
  decodeCells,
  decodeList,
  decodeMoves,
  encodeList,
  encodeMoves,
  encodePosition,
} from "../address_codes.js";
import { routeHash } from "../router.js";
import { freshSeed } from "./game_session.js";
import { LEVELS, RULES } from "./play_settings.js";

/** @import { BoardInfo } from "../api_types.js" */
/** @import { BoardRef, FirstRule, Move } from "../types.js" */
/** @import { GameSession, GameSetup, GivenPosition } from "./game_session.js" */

/**
 * A game whose board is not known yet; its mines are null if they are those of the board's spec.
 *
 * @typedef {Omit<GameSetup, "mines"> & { mines: number | null }} AskedSetup
 *
 * @typedef {{ setup: AskedSetup, moves: Move[], flags: number[] }} LinkedGame
 */

const LARGEST_SEED = 2n ** 64n - 1n;

/** @type {FirstRule} */
const FROM_POSITION = "any";

/** An error in an address. */
export class LinkError extends Error {}

/** @param {GameSetup} setup */
function setupParams({ board, mines, first, noGuess, seed, index, from = null }) {
  /** @type {[string, string][]} */
  const params = [...boardParams(board), ["mines", String(mines)]];
  if (noGuess === null) params.push(["first", first]);
  else params.push(["noguess", noGuess]);
  params.push(["seed", seed]);
  if (index !== 0) params.push(["game", String(index)]);
  if (from !== null) params.push(["cells", encodePosition(from.clues, from.flags)]);
  return params;
}

/**
 * The address of a game before its first move.
 *
 * @param {GameSetup} setup
 */
export function setupHash(setup) {
  return routeHash("play", setupParams(setup));
}

/** @param {GameSession} session */
export function gameHash(session) {
  const params = setupParams(session.setup);
  if (session.moves.length > 0) params.push(["moves", encodeMoves(session.moves)]);
  if (session.flags.size > 0) params.push(["flags", encodeList(session.flags)]);
  return routeHash("play", params);
}

/**
 * Reads the game of an address; throws LinkError if a part of it is wrong.
 *
 * @param {URLSearchParams} params
 * @param {FirstRule} usual the rule of a fresh game whose link names none
 * @returns {LinkedGame | null} null if the address has no game
 */
export function gameFromParams(params, usual) {
  if (params.size === 0) return null;
  const board = readBoardOf(params);
  const seed = params.get("seed");
  if (seed !== null) checkSeed(seed);
  else if (params.get("moves") ?? params.get("flags"))
    throw new LinkError("The link has moves but no seed, so their game is unknown.");
  const from = fromParams(params);
  return {
    setup: {
      board,
      mines: wholeNumber(params, "mines", "the number of mines"),
      first:
        from !== null
          ? FROM_POSITION
          : (oneOf(params, "first", RULES, "the first-click rule") ??
            (seed === null ? usual : "safe")),
      from,
      noGuess: oneOf(params, "noguess", LEVELS, "the no-guess level"),
      seed: seed ?? freshSeed(),
      index: wholeNumber(params, "game", "the number of the game") ?? 0,
    },
    moves: decodeMoves(codes(params, "moves", /^[0-9a-z]{1,5}([._][0-9a-z]{1,5})*$/)),
    flags: decodeList(codes(params, "flags", /^[0-9a-z]{1,5}(\.[0-9a-z]{1,5})*$/)),
  };
}

/**
 * The address of a fresh game that goes on from a position.
 *
 * @param {BoardRef} board
 * @param {number} mines
 * @param {GivenPosition} from
 */
export function positionGameHash(board, mines, from) {
  const setup = {
    board,
    mines,
    first: FROM_POSITION,
    noGuess: null,
    seed: freshSeed(),
    index: 0,
    from,
  };
  const params = setupParams(setup);
  if (from.flags.size > 0) params.push(["flags", encodeList(from.flags)]);
  return routeHash("play", params);
}

/**
 * Checks the parts of a game that depend on its board.
 *
 * @param {LinkedGame} game
 * @param {BoardInfo} info
 */
export function checkOnBoard({ setup, moves, flags }, info) {
  const name = info.spec.split("/", 1)[0];
  if (setup.mines !== null && setup.mines > info.size)
    throw new LinkError(
      `${setup.mines} mines do not fit on ${name}, which has ${info.size} cells.`,
    );
  for (const cell of [...moves.flat(), ...flags]) {
    if (cell < info.size) continue;
    throw new LinkError(
      `The link has a move on cell ${cell}, but ${name} has only ${info.size} cells.`,
    );
  }
}

/** @param {URLSearchParams} params */
function readBoardOf(params) {
  const text = params.get("board")?.trim() ?? "";
  if (text === "")
    throw new LinkError("The link names no board: it needs one such as board=16x30/99.");
  const edges = params.get("edges") ?? "";
  if (text.startsWith("graph") && !/^(\d+-\d+([. ]\d+-\d+)*)?$/.test(edges))
    throw new LinkError(`Edges must look like 0-1.1-2, not ${quoted(edges)}.`);
  const board = boardFromParams(params);
  if (board === null) throw new LinkError("The link names no board.");
  return board;
}

/** @param {string} seed */
function checkSeed(seed) {
  if (/^\d{1,20}$/.test(seed) && BigInt(seed) <= LARGEST_SEED) return;
  throw new LinkError(`The seed must be a whole number up to 2^64 - 1, not ${quoted(seed)}.`);
}

/**
 * @param {URLSearchParams} params
 * @returns {GivenPosition | null}
 */
function fromParams(params) {
  const text = params.get("cells");
  if (text === null) return null;
  const cells = decodeCells(text);
  if (cells === null) throw new LinkError(`The cells of the link cannot be read: ${quoted(text)}.`);
  return cells;
}

/**
 * @param {URLSearchParams} params
 * @param {string} name
 * @param {string} what
 */
function wholeNumber(params, name, what) {
  const text = params.get(name);
  if (text === null) return null;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new LinkError(`${capital(what)} must be a whole number, not ${quoted(text)}.`);
}

/**
 * @template {string} T
 * @param {URLSearchParams} params
 * @param {string} name
 * @param {readonly T[]} known
 * @param {string} what
 * @returns {T | null}
 */
function oneOf(params, name, known, what) {
  const text = params.get(name);
  if (text === null) return null;
  const found = known.find((value) => value === text);
  if (found !== undefined) return found;
  throw new LinkError(`${capital(what)} must be ${known.join(" or ")}, not ${quoted(text)}.`);
}

/**
 * @param {URLSearchParams} params
 * @param {string} name
 * @param {RegExp} form
 */
function codes(params, name, form) {
  const text = params.get(name);
  if (text === null || text === "" || form.test(text)) return text;
  throw new LinkError(`The ${name} of the link cannot be read: ${quoted(text)}.`);
}

/** @param {string} text */
function quoted(text) {
  return `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}”`;
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
