// A game against the perfect player, from the position of the page on. The game is the list of its positions.

import { Asker, aborted, ask, messageOf, type Options, type Value } from "./api";
import { announce, button, el, fill, select } from "./dom";
import { editor, type Posets } from "./editors";
import type { State } from "./state";

export interface PlayHooks {
  save(change: Partial<State>): void;
}

export class Play {
  readonly element = el("div", { class: "play" });
  private asker = new Asker();
  private positions: string[];
  private options: Options | null = null;
  private draft: string;
  private said = "";
  private hint = "";

  constructor(
    private state: State,
    private value: Value,
    private posets: Posets,
    private hooks: PlayHooks,
  ) {
    this.positions = [value.position, ...state.game];
    this.draft = this.current;
    void this.turn();
  }

  close(): void {
    this.asker.stop();
  }

  private get current(): string {
    return this.positions[this.positions.length - 1];
  }

  private get yours(): boolean {
    return ((this.positions.length - 1) % 2 === 0) !== this.state.second;
  }

  private get over(): boolean {
    return this.options !== null && this.options.total === 0;
  }

  /** Look at the position; if it is the computer's turn, let it move. */
  private async turn(): Promise<void> {
    const { ruleset, misere } = this.state;
    this.options = null;
    this.draft = this.current;
    this.hint = "";
    this.show();
    const signal = this.asker.begin();
    try {
      this.options = await ask<Options>("/api/options", { ruleset, position: this.current, misere }, signal);
      if (!this.yours && !this.over) {
        const seed = this.positions.length;
        const reply = await ask<{ position: string | null }>("/api/reply", { ruleset, position: this.current, misere, seed }, signal);
        if (reply.position !== null) {
          this.said = `The computer moves to ${reply.position || "the empty position"}.`;
          this.move(reply.position);
          return;
        }
      }
      if (this.over) announce(this.result());
      else announce(`${this.said} Your turn.`);
    } catch (error) {
      if (aborted(error)) return;
      this.said = messageOf(error);
    }
    this.show();
  }

  private move(position: string): void {
    this.positions.push(position);
    this.hooks.save({ game: this.positions.slice(1) });
    void this.turn();
  }

  private restart(second: boolean): void {
    this.state.second = second;
    this.positions = [this.value.position];
    this.said = "";
    this.hooks.save({ game: [], second });
    void this.turn();
  }

  private undo(): void {
    const back = this.yours ? 2 : 1;
    this.positions.length = Math.max(1, this.positions.length - back);
    this.said = "";
    this.hooks.save({ game: this.positions.slice(1) });
    void this.turn();
  }

  private result(): string {
    const youWin = this.yours === this.state.misere;
    const why = this.state.misere ? "who cannot move wins" : "who cannot move loses";
    return `${youWin ? "You win" : "The computer wins"}: there are no moves left, and ${why}.`;
  }

  private isOption(position: string): boolean {
    return this.options?.options.some(([text]) => text === position) ?? false;
  }

  /** What was built by clicking, in the server's own writing, so that it can be compared. */
  private async propose(position: string): Promise<void> {
    const { ruleset } = this.state;
    this.draft = position;
    this.show();
    try {
      const value = await ask<Value>("/api/value", { ruleset, position, method: "formula" }, this.asker.begin());
      this.draft = value.position;
    } catch (error) {
      if (aborted(error)) return;
    }
    this.show();
  }

  private giveHint(): void {
    const winning = this.options?.options.filter(([, value]) => value === "0") ?? [];
    this.hint =
      winning.length > 0 ? `A winning move: to ${winning[0][0] || "the empty position"}.` : "No move wins against perfect play; any will do.";
    announce(this.hint);
    this.show();
  }

  private controls(): HTMLElement {
    const first = select([["0", "you begin"], ["1", "the computer begins"]], this.state.second ? "1" : "0", (v) => this.restart(v === "1"));
    first.setAttribute("aria-label", "Who begins");
    return el(
      "div",
      { class: "buttons" },
      first,
      button("Start again", () => this.restart(this.state.second)),
      button("Undo", () => this.undo(), { disabled: this.positions.length < 2 }),
      button("Hint", () => this.giveHint(), { disabled: !this.yours || this.options === null || this.over }),
    );
  }

  private list(): HTMLElement {
    const options = this.options?.options ?? [];
    const choice = select(
      [["-1", "Choose a move from the list"], ...options.slice(0, 1000).map(([text], i): [string, string] => [String(i), text || "(nothing)"])],
      "-1",
      (i) => Number(i) >= 0 && this.move(options[Number(i)][0]),
    );
    choice.setAttribute("aria-label", "Choose a move from the list");
    return choice;
  }

  private board(): HTMLElement | null {
    const active = this.yours && this.options !== null && !this.over;
    const drawing = editor(this.draft, this.value.space, this.posets, (text) => void (active && this.propose(text)));
    if (drawing && !active) drawing.setAttribute("inert", "");
    return drawing;
  }

  private yourTurn(): HTMLElement {
    const changed = this.draft !== this.current;
    const possible = changed && this.isOption(this.draft);
    return el(
      "div",
      { class: "your-turn" },
      el(
        "div",
        { class: "buttons" },
        button(possible ? `Move to ${this.draft || "(nothing)"}` : "Move", () => this.move(this.draft), { class: "primary", disabled: !possible }),
        changed && button("Put back", () => {
          this.draft = this.current;
          this.show();
        }),
        this.list(),
      ),
      changed && !possible && el("p", { class: "hint" }, `${this.draft} is no move from ${this.current} yet.`),
    );
  }

  private show(): void {
    const focus = document.activeElement instanceof HTMLElement && this.element.contains(document.activeElement) ? document.activeElement : null;
    const key = focus?.closest("[data-cell]") ? "[data-cell][tabindex='0']" : focus?.tagName === "BUTTON" ? focus.textContent : null;
    const status = this.over ? this.result() : this.options === null ? (this.yours ? "…" : "The computer thinks…") : this.yours ? "Your turn." : "";
    fill(
      this.element,
      this.controls(),
      el("p", { class: this.over ? "verdict" : "turn" }, this.said && !this.over ? `${this.said} ` : "", status),
      this.board() ?? el("p", {}, el("code", {}, this.draft || "(nothing)")),
      this.yours && !this.over && this.options !== null && this.yourTurn(),
      this.hint && el("p", { class: "hint" }, this.hint),
      this.history(),
    );
    if (key?.startsWith("[")) this.element.querySelector<HTMLElement>(key)?.focus();
    else if (key) [...this.element.querySelectorAll("button")].find((b) => b.textContent === key && !b.disabled)?.focus();
  }

  private history(): HTMLElement | false {
    if (this.positions.length < 2) return false;
    const who = (i: number) => ((i % 2 === 1) !== this.state.second ? "You" : "Computer");
    return el(
      "details",
      { class: "history" },
      el("summary", {}, `${this.positions.length - 1} moves so far`),
      el("ol", {}, ...this.positions.slice(1).map((p, i) => el("li", {}, `${who(i + 1)}: `, el("code", {}, p || "(nothing)")))),
    );
  }
}
