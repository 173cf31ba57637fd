/** The win chance panel of Play: win chance and good moves of the position that is shown. */

import { iconButton } from "../controls.js";
import { WinPanel } from "../shared/win_panel.js";

/** @import { LinkedPosition } from "../analyse/position_link.js" */
/** @import { GameSession } from "./game_session.js" */

/**
 * @param {object} room
 * @param {() => GameSession | null} room.session
 * @param {() => (number | null)[]} room.clues the clues that are shown, also in a replay
 * @param {(cell: number) => void} room.light
 * @param {() => void} room.helped called when the player asks for help
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
    if (position.clues.every((clue) => clue === null))
      return "Open a first cell before you ask for the win chance.";
    helped();
    const { ref, clues: seen, flags, mines } = position;
    return { request: { board: ref, clues: seen, flags: [...flags], mines }, board };
  };
  const win = new WinPanel(asked, light);
  const analyseShown = () => {
    const position = shown();
    if (position === null) return;
    helped();
    analyse(position);
  };
  win.addButton(
    iconButton("Analyse this", "open", analyseShown, {
      title: "Open this position in the Analyse tab",
    }),
  );
  return win;
}
