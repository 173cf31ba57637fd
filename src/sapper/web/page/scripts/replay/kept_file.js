/** The file of the Replay room in the session storage: it is too long for the address. */

/** @import { FileFound } from "../api_types.js" */

/** @typedef {{ found: FileFound, name: string }} KeptFile */

const KEY = "sapper.replay";

/** @param {KeptFile} file */
export function keepFile(file) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(file));
  } catch {
    // If the storage is full, the file must be opened again after a reload.
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
