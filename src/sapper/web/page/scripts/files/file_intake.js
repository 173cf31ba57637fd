/**
 * Files and texts that are dropped anywhere, pasted, or opened. Positions in Sapper's own notation are
 * passed on as text; the server detects the format of everything else.
 */

import { post, sentence } from "../api.js";
import { el } from "../element.js";
import { grouped } from "../words/quantities.js";
import { asText, isForeign } from "./foreign_text.js";

/** @import { FileFound } from "../api_types.js" */

/**
 * @typedef {object} IntakeHandlers
 * @property {(text: string) => Promise<void>} text reads a position in Sapper's own notation
 * @property {(found: FileFound, name: string) => Promise<void>} found
 * @property {(problem: string) => void} problem
 */

/** The largest file in bytes: a request has at most one megabyte, and base64 adds a third. */
const LARGEST_FILE = 700_000;
const LONGEST_NAME = 200;
const CHUNK = 8192;

export class FileIntake {
  /** @param {IntakeHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.input = el("input", {
      type: "file",
      hidden: true, // a button of the page opens it
      onchange: () => void this.chosen(),
    });
    document.body.append(this.input);
    this.listen();
  }

  listen() {
    document.addEventListener("paste", (event) => {
      const { target } = event;
      const typed = target instanceof Element && target.closest("input, textarea");
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const file = event.clipboardData?.files[0];
      if (typed || (text.trim() === "" && file === undefined)) return;
      event.preventDefault();
      void (file === undefined ? this.readText(text) : this.readFile(file));
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      const text = event.dataTransfer?.getData("text/plain") ?? "";
      if (file !== undefined) void this.readFile(file);
      else if (text.trim() !== "") void this.readText(text);
    });
  }

  /** Lets the user choose a file. */
  open() {
    this.input.click();
  }

  async chosen() {
    const file = this.input.files?.[0];
    if (file === undefined) return;
    await this.readFile(file);
    this.input.value = "";
  }

  /** @param {File} file */
  async readFile(file) {
    if (file.size > LARGEST_FILE) {
      this.handlers.problem(
        `${file.name} has ${grouped(file.size)} bytes; files can have at most ${grouped(LARGEST_FILE)}.`,
      );
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = asText(bytes);
    if (text !== null && !isForeign(text) && /\.te?xt$|^[^.]*$/i.test(file.name))
      await this.handlers.text(text);
    else await this.ask({ base64: base64(bytes), name: file.name.slice(-LONGEST_NAME) });
  }

  /** @param {string} text */
  async readText(text) {
    if (isForeign(text)) await this.ask({ text });
    else await this.handlers.text(text);
  }

  /** @param {{ text: string } | { base64: string, name: string }} content */
  async ask(content) {
    const name = "name" in content ? content.name : "";
    try {
      const found = await post("/api/files/read", { ...content, report_problem: true });
      if (found.problem !== null) this.handlers.problem(capitalised(found.problem));
      else await this.handlers.found(found, name);
    } catch (error) {
      this.handlers.problem(sentence(error));
    }
  }
}

/** @param {Uint8Array} bytes */
function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

/** @param {string} text */
function capitalised(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
