/** What can be asked about the position that is shown in Play: the chance of winning, good clicks. */

import { iconButton } from "../controls.js";
import { WinPanel } from "../shared/win_panel.js";

/** @import { LinkedPosition } from "../analyse/position_link.js" */
/** @import { GameSession } from "./game_session.js" */

/**
 * @param {object} room
 * @param {() => GameSession | null} room.session
 * @param {() => (number | null)[]} room.clues those shown, at any click of a replay, too
 * @param {(cell: number) => void} room.light
 * @param {() => void} room.helped what was asked helps the player
 * @param {(position: LinkedPosition) => void} room.analyse
 */
export function positionPanel({ session, clues, light, helped, analyse }) {
  /** @returns {LinkedPosition | null} */
  const shown = () => {
    const game = session();
    if (game === null) return null;
    const { board: ref, mines, from = null } = game.setup;
    const seen = clues();
    const flags = new Set([...(from?.flags ?? [])].filter((cell) => seen[cell] === null));
    return { ref, clues: seen, flags, mines, density: null, maxPerCell: 1 };
  };
  const asked = () => {
    const position = shown();
    const board = session()?.board;
    if (position === null || board === undefined) return "There is no game yet.";
    if (position.clues.every((clue) => clue === null)) return "Open a first cell before that.";
    helped();
    const { ref, clues: seen, flags, mines } = position;
    return { request: { board: ref, clues: seen, flags: [...flags], mines }, board };
  };
  const win = new WinPanel(asked, light);
  const takeAlong = () => {
    const position = shown();
    if (position === null) return;
    helped();
    analyse(position);
  };
  win.addButton(
    iconButton("Analyse this", "open", takeAlong, {
      title: "Take the position that is shown to the Analyse room",
    }),
  );
  return win;
}
