// All options of the position, with their values; those of value 0 win.

import { Asker, aborted, ask, messageOf, type Options } from "./api";
import { button, el, fill } from "./dom";
import type { State } from "./state";

const shownAtFirst = 200;

export function moveTable(options: Options, all: boolean, open: (position: string) => void, showAll: () => void): HTMLElement {
  const listed = all ? options.options : options.options.slice(0, shownAtFirst);
  const winning = options.options.filter(([, value]) => value === "0").length;
  const count =
    options.total === null ? (options.undecided ?? "")
    : options.total === 0 ? "No moves: the game is over."
    : `${options.total} ${options.total === 1 ? "move" : "moves"}, ${winning === 0 ? "none of them winning" : `${winning} winning`}`;
  const rows = listed.map(([position, value]) =>
    el(
      "tr",
      { class: value === "0" ? "wins" : undefined },
      el("td", {}, button(position === "" ? "(nothing)" : position, () => open(position), { class: "position" })),
      el("td", { class: "number" }, value ?? "?"),
      el("td", {}, value === "0" ? el("span", { class: "badge" }, "wins") : ""),
    ),
  );
  return el(
    "div",
    {},
    el("p", { class: "count" }, count),
    options.total !== null && options.undecided && el("p", { class: "warning" }, `Not all are valued: ${options.undecided}.`),
    rows.length > 0 &&
      el(
        "div",
        { class: "scroll tall", tabindex: 0, role: "region", "aria-label": "Moves" },
        el(
          "table",
          { class: "moves" },
          el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "Move to"), el("th", { scope: "col", class: "number" }, "Value"), el("th", {}, el("span", { class: "unseen" }, "Winning")))),
          el("tbody", {}, ...rows),
        ),
      ),
    listed.length < options.options.length && button(`Show all ${options.options.length}`, showAll, { class: "quiet" }),
  );
}

export class Moves {
  readonly element = el("div", { class: "moves-view" });
  private asker = new Asker();

  constructor(
    private state: State,
    private open: (position: string) => void,
  ) {
    void this.load();
  }

  close(): void {
    this.asker.stop();
  }

  private async load(): Promise<void> {
    const { ruleset, position, misere } = this.state;
    fill(this.element, el("p", { class: "loading" }, "Looking at the moves…"));
    try {
      const options = await ask<Options>("/api/options", { ruleset, position, misere }, this.asker.begin());
      this.show(options, false);
    } catch (error) {
      if (!aborted(error)) fill(this.element, el("p", { class: "error" }, messageOf(error)));
    }
  }

  private show(options: Options, all: boolean): void {
    fill(this.element, moveTable(options, all, this.open, () => this.show(options, true)));
  }
}
