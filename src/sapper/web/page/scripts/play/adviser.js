/** Advice in a game: the best move with its reason, and what the clues prove about a cell. */

import { post, sentence } from "../api.js";
import { proofLights } from "../shared/ask_mode.js";
import { WhyPanel, inSentence } from "../shared/why_panel.js";

/** @import { BoardView } from "../board/board_view.js" */
/** @import { Light } from "../board/face.js" */
/** @import { Why } from "../api_types.js" */
/** @import { GameSession } from "./game_session.js" */

/**
 * @typedef {object} Advised
 * @property {() => GameSession | null} session
 * @property {() => void} helping called when the player asks for help
 * @property {() => void} clicked called before a move is played for the player
 * @property {(lights: [number, Light][]) => void} light
 * @property {(text: string) => void} say
 * @property {(problem: string) => void} complain
 */

export class Adviser {
  /**
   * @param {BoardView} view
   * @param {Advised} room
   */
  constructor(view, room) {
    this.view = view;
    this.room = room;
    this.why = new WhyPanel((cell) => room.light([[cell, "target"]]));
  }

  /**
   * Shows the best move and its reason, or plays it.
   *
   * @param {boolean} plays whether to play the move instead
   */
  async hint(plays) {
    const session = this.room.session();
    if (session === null || session.over) return;
    this.room.helping();
    try {
      const hint = await post("/api/game/hint", session.request());
      if (session !== this.room.session()) return;
      if (plays) {
        this.room.clicked();
        session.flags.delete(hint.cell);
        await session.open(hint.cell);
        return;
      }
      if (this.view.hasFocus) this.view.focusCell(hint.cell);
      this.why.showHint(hint, session.board);
      this.lightProof(hint.cell, hint.why);
    } catch (error) {
      this.room.complain(sentence(error));
    }
  }

  /** @param {number} cell */
  async askWhy(cell) {
    const session = this.room.session();
    if (session === null) return;
    if (session.over) {
      this.room.say("The game is over. The replay shows the risk of each click.");
      return;
    }
    this.room.helping();
    try {
      const { why } = await post("/api/game/why", { ...session.request(), cell });
      if (session !== this.room.session()) return;
      this.why.showWhy(why);
      this.lightProof(cell, why);
    } catch (error) {
      this.room.complain(sentence(error));
    }
  }

  /**
   * @param {number} cell
   * @param {Why} why
   */
  lightProof(cell, why) {
    this.room.light(proofLights(cell, why));
    this.view.scrollTo(cell);
    this.room.say(inSentence(why.text));
  }
}
