/** The row above the board that starts a game: the difficulty, whether guesses may be needed, a new game. */

import { boardText, readBoard } from "../board_specs.js";
import { iconButton, segments, chooseSegment, select } from "../controls.js";
import { el } from "../element.js";
import { CustomGame } from "./custom_game.js";
import { freshSeed } from "./game_session.js";
import { LEVELS } from "./play_settings.js";

/** @import { Preset } from "../api_types.js" */
/** @import { BoardRef, FirstRule, Level } from "../types.js" */
/** @import { GameSetup } from "./game_session.js" */
/** @import { PlaySettings } from "./play_settings.js" */

/**
 * @typedef {object} WantedGame
 * @property {BoardRef} board
 * @property {number | null} mines null for those of the spec
 * @property {FirstRule} first
 * @property {boolean} yields whether another rule may replace one that needs more room than the board has
 * @property {Level | null} noGuess
 * @property {string} seed
 */

const CUSTOM = "custom";

/** @type {[string, string][]} */
const DIFFICULTIES = [
  ["9x9/10", "Beginner"],
  ["16x16/40", "Intermediate"],
  ["16x30/99", "Expert"],
  [CUSTOM, "Custom…"],
];

const GUESSING = /** @type {[string, string][]} */ ([
  ["", "Normal (may need guessing)"],
  ["engine", "No-guess: hard"],
  ["subtraction", "No-guess: medium"],
  ["single", "No-guess: easy"],
]);

export class GameSetupForm {
  /** @param {(wanted: WantedGame) => Promise<void>} onStart */
  constructor(onStart) {
    this.onStart = onStart;
    /** The board and the seed of the current game. */
    this.current = { spec: "", board: /** @type {BoardRef} */ ({ spec: "" }), seed: "" };
    this.custom = new CustomGame(
      () => void this.start(),
      () => this.showBoard(this.current.spec, this.current.board),
    );
    this.difficulty = segments("Difficulty", DIFFICULTIES, CUSTOM, (spec) => this.chosen(spec));
    // A radio button that is already chosen does not change, but Custom opens its dialog each time.
    this.difficulty.addEventListener("click", (event) => {
      if (event.target instanceof HTMLInputElement && event.target.value === CUSTOM)
        this.custom.open(this.current.seed);
    });
    this.guessing = select(GUESSING, "", {
      "aria-label": "Guessing",
      onchange: () => this.guessingChosen(),
    });
    this.element = el(
      "div",
      { class: "game-row" },
      this.difficulty,
      this.guessing,
      iconButton("New game", "new", () => void this.startFresh(), {
        class: "button primary",
        title: "New game (N)",
      }),
      this.custom.element,
    );
  }

  /** The fields of the board as text. */
  get board() {
    return this.custom.board;
  }

  /** @param {Preset[]} presets */
  setPresets(presets) {
    this.custom.setPresets(presets);
  }

  /**
   * Shows a game, such as that of a link.
   *
   * @param {GameSetup} setup
   */
  show({ board, mines, first, noGuess, seed }) {
    this.current = { spec: `${boardText(board)}/${mines}`, board, seed };
    this.showBoard(this.current.spec, board);
    this.showRule(first, noGuess);
  }

  /**
   * Restores the settings of the last game on this device.
   *
   * @param {PlaySettings} settings
   */
  take({ spec, edges, first, noGuess }) {
    this.showBoard(spec, { spec });
    this.board.edges.value = edges;
    this.showRule(first, noGuess);
  }

  /**
   * @param {string} spec
   * @param {BoardRef} board
   */
  showBoard(spec, board) {
    this.custom.show(spec, board);
    const known = DIFFICULTIES.some(([value]) => value === spec);
    chooseSegment(this.difficulty, known ? spec : CUSTOM);
  }

  /**
   * @param {FirstRule} first
   * @param {Level | null} noGuess
   */
  showRule(first, noGuess) {
    this.custom.rule.value = first;
    this.guessing.value = noGuess ?? "";
    this.custom.rule.disabled = noGuess !== null;
  }

  /** @param {string} spec a difficulty; Custom starts its game in the dialog */
  chosen(spec) {
    if (spec === CUSTOM) return;
    this.custom.show(spec, { spec });
    void this.startFresh();
  }

  guessingChosen() {
    this.custom.rule.disabled = this.guessing.value !== "";
    void this.startFresh();
  }

  async startFresh() {
    this.custom.seed.value = "";
    await this.start(true);
  }

  /** @param {boolean} [yields] */
  async start(yields = false) {
    const { seed, rule } = this.custom;
    const written = readBoard(this.board.spec.value, this.board.edges.value);
    await this.onStart({
      board: written.board,
      mines: written.mines,
      first: /** @type {FirstRule} */ (rule.value),
      yields,
      noGuess: LEVELS.find((level) => level === this.guessing.value) ?? null,
      seed: seed.value.trim() || freshSeed(),
    });
  }
}
