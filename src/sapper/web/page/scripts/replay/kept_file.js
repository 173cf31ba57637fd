/** The file of the Replay room, kept by the browser until its window is closed: no address holds it. */

/** @import { FileFound } from "../api_types.js" */

/** @typedef {{ found: FileFound, name: string }} KeptFile */

const KEY = "sapper.replay";

/** @param {KeptFile} file */
export function keepFile(file) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(file));
  } catch {
    // Without room for it a reload asks for the file again.
  }
}

/** @returns {KeptFile | null} */
export function keptFile() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null");
  } catch {
    return null;
  }
}
