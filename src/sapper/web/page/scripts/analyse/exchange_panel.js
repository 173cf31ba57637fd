/** Positions in and out: text to read and edit, files, pictures, links. */

import { iconButton, panel } from "../controls.js";
import { copyText, download } from "../downloads.js";
import { el } from "../element.js";

/**
 * @typedef {object} ExchangeHandlers
 * @property {(text: string) => void} text a position was typed, pasted or dropped
 * @property {() => Promise<Blob>} picture
 * @property {() => string} link
 */

const PAUSE = 250;
const LARGEST_FILE = 1_000_000;

export class ExchangePanel {
  /** @param {ExchangeHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.timer = 0;
    this.text = el("textarea", {
      class: "position-text",
      rows: 8,
      spellcheck: "false",
      "aria-label": "The position as text",
      oninput: () => this.typed(),
    });
    this.file = el("input", {
      type: "file",
      accept: ".txt,.text,text/plain",
      class: "visually-hidden",
      "aria-label": "A file with a position",
      onchange: () => void this.readFile(this.file.files?.[0]),
    });
    this.note = el("p", { class: "soft", role: "status" });
    this.element = panel(
      "Text, file, link",
      this.text,
      el(
        "p",
        { class: "soft" },
        "# covered, F flag, . zero, digits clues. Paste or drop a file anywhere.",
      ),
      el(
        "div",
        { class: "buttons" },
        iconButton("Share link", "link", () => void this.shareLink()),
        iconButton("Copy text", "copy", () => void this.copy()),
        iconButton("Text file", "download", () => this.saveText()),
        iconButton("Picture", "download", () => void this.savePicture()),
        iconButton("Open file", "open", () => this.file.click()),
        this.file,
      ),
      this.note,
    );
  }

  /** @param {string} text */
  show(text) {
    if (document.activeElement !== this.text) this.text.value = text;
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.handlers.text(this.text.value), PAUSE);
  }

  /** @param {File | undefined} file */
  async readFile(file) {
    if (file === undefined) return;
    if (file.size > LARGEST_FILE) {
      this.note.textContent = `${file.name} is too large for a position.`;
      return;
    }
    this.handlers.text(await file.text());
    this.file.value = "";
  }

  async shareLink() {
    const copied = await copyText(this.handlers.link());
    this.note.textContent = copied
      ? "The link is on the clipboard: it holds the whole position."
      : "The address of this page holds the whole position: share it.";
  }

  async copy() {
    const copied = await copyText(this.text.value);
    this.note.textContent = copied
      ? "The text is on the clipboard."
      : "Copy it from the field above.";
  }

  saveText() {
    download(new Blob([`${this.text.value}\n`], { type: "text/plain" }), "position.txt");
  }

  async savePicture() {
    download(await this.handlers.picture(), "position.png");
  }
}
