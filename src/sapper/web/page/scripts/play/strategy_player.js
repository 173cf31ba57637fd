/** Lets a strategy play on, click by click, at any speed. */

import { pause, post, sentence } from "../api.js";
import { field, iconButton, panel } from "../controls.js";
import { el } from "../element.js";

/** @import { StrategyInfo } from "../api_types.js" */
/** @import { GameSession } from "./game_session.js" */

const SLOWEST = 2000;
const STEPS = 40;

/** Families of strategies have a gap in their name, to be filled in. */
/** @type {Record<string, string>} */
const EXAMPLES = {
  "heuristic:ORDER": "heuristic:PSEQ",
  "agent003:N": "agent003:3",
  "book004:NAME": "book004:pseq",
};

export class StrategyPlayer {
  /**
   * @param {() => GameSession | null} session
   * @param {(problem: string) => void} onProblem
   */
  constructor(session, onProblem) {
    this.session = session;
    this.onProblem = onProblem;
    this.running = false;
    this.name = el("select", { onchange: () => this.describe() });
    this.member = el("input", { type: "text", spellcheck: "false", autocomplete: "off" });
    this.memberField = field("Which one", this.member);
    this.about = el("p", { class: "soft" });
    this.speed = el("input", { type: "range", min: 0, max: STEPS, value: 26 });
    this.start = iconButton("Play on", "play", () => this.toggle());
    this.one = iconButton("One click", "step", () => void this.step());
    this.element = panel(
      "A strategy plays",
      field("Strategy", this.name),
      this.memberField,
      this.about,
      field("Speed", this.speed),
      el("div", { class: "buttons" }, this.start, this.one),
    );
    /** @type {StrategyInfo[]} */
    this.strategies = [];
  }

  /** @param {StrategyInfo[]} strategies */
  setStrategies(strategies) {
    this.strategies = strategies;
    this.name.replaceChildren(
      ...this.strategies.map(({ name }) =>
        el("option", { value: name, selected: name === "best" }, name),
      ),
    );
    this.describe();
  }

  describe() {
    const chosen = this.strategies.find(({ name }) => name === this.name.value);
    this.about.textContent = chosen === undefined ? "" : `${chosen.description}. ${chosen.source}.`;
    this.memberField.hidden = !chosen?.family;
    this.member.value = EXAMPLES[this.name.value] ?? this.name.value;
  }

  toggle() {
    if (this.running) this.stop();
    else void this.run();
  }

  stop() {
    this.running = false;
    this.label();
  }

  label() {
    const made = this.running ? ["Pause", "pause"] : ["Play on", "play"];
    const fresh = iconButton(made[0], made[1], () => this.toggle());
    this.start.replaceChildren(...fresh.childNodes);
  }

  async run() {
    this.running = true;
    this.label();
    while (this.running && (await this.step())) await pause(this.delay);
    this.stop();
  }

  /** Milliseconds between clicks; none at full speed. */
  get delay() {
    const slowness = 1 - Number(this.speed.value) / STEPS;
    return SLOWEST * slowness ** 3;
  }

  /** @returns {Promise<boolean>} whether the game goes on */
  async step() {
    const session = this.session();
    if (session === null || session.over) return false;
    try {
      const strategy = this.member.value.trim();
      const { cell } = await post("/api/game/advise", { ...session.request(), strategy });
      if (session !== this.session()) return false;
      if (session.flags.has(cell)) session.toggleFlag(cell);
      await session.open(cell);
      return !session.over;
    } catch (error) {
      this.onProblem(sentence(error));
      return false;
    }
  }
}
