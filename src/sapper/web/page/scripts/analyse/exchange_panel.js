/** Import and export of positions: editable text, files, pictures, links. */

import { sentence } from "../api.js";
import { iconButton, panel } from "../controls.js";
import { copyText, download } from "../downloads.js";
import { el } from "../element.js";

/** @import { WrittenFile } from "../api_types.js" */

/**
 * @typedef {object} ExchangeHandlers
 * @property {(text: string) => void} text reads a typed position
 * @property {() => void} open lets the user choose a file
 * @property {(format: string) => Promise<WrittenFile>} file
 * @property {() => Promise<Blob>} picture
 * @property {() => string} link
 * @property {() => string} lost what the text does not include, in a sentence
 */

/** Milliseconds after the last key press before the text is read. */
const PAUSE = 250;

export class ExchangePanel {
  /** @param {ExchangeHandlers} handlers */
  constructor(handlers) {
    this.handlers = handlers;
    this.timer = 0;
    this.text = el("textarea", {
      class: "position-text",
      rows: 8,
      spellcheck: "false",
      "aria-label": "Position as text",
      oninput: () => this.typed(),
    });
    this.note = el("p", { class: "soft", role: "status" });
    this.element = panel(
      "Import / export",
      this.text,
      el(
        "p",
        { class: "soft" },
        "# covered, F flag, ? open but unread, . or 0 no mines around, 1 to 8 clues. You can also paste a table, emoji, a text or a link, or drop a file anywhere on the page.",
      ),
      el(
        "div",
        { class: "buttons" },
        iconButton("Share link", "link", () => void this.shareLink()),
        iconButton("Copy text", "copy", () => void this.copy()),
        iconButton("Text file", "download", () => this.saveText()),
        iconButton("JSON file", "download", () => void this.saveAs("json")),
        iconButton(".mine file", "download", () => void this.saveAs("mine")),
        iconButton("Picture", "download", () => void this.savePicture()),
        iconButton("JSMinesweeper link", "link", () => void this.copyLink()),
        iconButton("Open a file…", "open", () => handlers.open()),
      ),
      this.note,
    );
  }

  /** @param {string} text */
  show(text) {
    if (this.timer === 0) this.text.value = text;
  }

  /** @param {string} note */
  say(note) {
    this.note.textContent = note;
  }

  /** Discards the text that was being typed, because the position was replaced. */
  forgetTyped() {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /**
   * Whether a text is that of the focused text field.
   *
   * @param {string} text
   */
  isTyped(text) {
    return document.activeElement === this.text && text === this.text.value;
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.handlers.text(this.text.value);
    }, PAUSE);
  }

  async shareLink() {
    const copied = await copyText(this.handlers.link());
    this.note.textContent = copied
      ? "Link copied. It contains the whole position."
      : "Copy the address of this page: it contains the whole position.";
  }

  async copy() {
    const copied = await copyText(this.text.value);
    const done = copied ? "Text copied." : "Copy the text from the field above.";
    this.note.textContent = `${done} ${this.handlers.lost()}`.trim();
  }

  saveText() {
    download(new Blob([`${this.text.value}\n`], { type: "text/plain" }), "position.txt");
    this.note.textContent = this.handlers.lost();
  }

  /** @param {string} format */
  async saveAs(format) {
    try {
      const { text, name } = await this.handlers.file(format);
      download(new Blob([text ?? ""], { type: "text/plain" }), name);
      this.note.textContent = "";
    } catch (error) {
      this.note.textContent = sentence(error);
    }
  }

  async copyLink() {
    try {
      const { text } = await this.handlers.file("jsminesweeper");
      const link = `index.html?${text}`;
      this.note.textContent = (await copyText(link))
        ? "Copied. Append it to the address of JSMinesweeper."
        : link;
    } catch (error) {
      this.note.textContent = sentence(error);
    }
  }

  async savePicture() {
    download(await this.handlers.picture(), "position.png");
  }
}
