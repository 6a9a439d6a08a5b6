// A table of values over the variables of a template, to be looked at and downloaded.

import { Asker, aborted, ask, messageOf, type Value } from "./api";
import { el, field, fill, select, textInput } from "./dom";
import { onPoset, templateOf } from "./notation";
import type { State } from "./state";

const previewRows = 200;

export class TableView {
  readonly element = el("div", { class: "table-view" });
  private asker = new Asker();
  private result = el("div");
  private template: string;
  private variables: string;

  constructor(
    private state: State,
    value: Value,
    private save: (change: Partial<State>) => void,
  ) {
    const two = onPoset(value.space) ? null : templateOf(value.position, value.space, ["a", "b"]);
    this.template = state.table || (two ?? "e");
    this.variables = state.variables || (two ? "a=0..9; b=0..9" : "e=elements");
    fill(
      this.element,
      el(
        "div",
        { class: "controls" },
        field("Positions, with variables", textInput(this.template, (text) => this.save({ table: text }), { size: 14 })),
        field(
          "Variables",
          textInput(this.variables, (text) => this.save({ variables: text }), { size: 28 }),
          "such as a=0..9; b=a..9, or p=partitions(0..6), x=subsets(0..9,3), e=elements",
        ),
      ),
      this.result,
    );
    void this.load();
  }

  close(): void {
    this.asker.stop();
  }

  private address(format: string): string {
    const { ruleset, misere } = this.state;
    const query = new URLSearchParams({ ruleset, position: this.template, variables: this.variables, format, misere: misere ? "1" : "0" });
    return `/api/table?${query}`;
  }

  private async load(): Promise<void> {
    const { ruleset, misere } = this.state;
    fill(this.result, el("p", { class: "loading" }, "Computing…"));
    try {
      const rows = await ask<Record<string, string | number>[]>(
        "/api/table",
        { ruleset, position: this.template, variables: this.variables, format: "json", misere },
        this.asker.begin(),
      );
      this.show(rows);
    } catch (error) {
      if (!aborted(error)) fill(this.result, el("p", { class: "error", role: "alert" }, messageOf(error)));
    }
  }

  private show(rows: Record<string, string | number>[]): void {
    const names = Object.keys(rows[0] ?? {});
    const link = el("a", { href: this.address("csv"), download: "grundy.csv", class: "button primary" }, "Download CSV");
    const formats = select(
      [["csv", "CSV"], ["json", "JSON"], ["tex", "TeX"], ["markdown", "Markdown"], ["bfile", "b-file"], ["text", "text"]],
      "csv",
      (format) => {
        link.href = this.address(format);
        link.download = format === "csv" ? "grundy.csv" : "";
        link.textContent = `Download ${formats.selectedOptions[0].textContent}`;
      },
    );
    formats.setAttribute("aria-label", "Format of the download");
    fill(
      this.result,
      el("div", { class: "buttons" }, link, formats),
      el("p", { class: "count" }, rows.length > previewRows ? `${rows.length} rows, the first ${previewRows} of them:` : `${rows.length} rows`),
      el(
        "div",
        { class: "scroll tall", tabindex: 0, role: "region", "aria-label": "Rows" },
        el(
          "table",
          { class: "rows" },
          el("thead", {}, el("tr", {}, ...names.map((name) => el("th", { scope: "col" }, name)))),
          el(
            "tbody",
            {},
            ...rows.slice(0, previewRows).map((row) =>
              el("tr", { class: row.value === 0 ? "wins" : undefined }, ...names.map((name) => el("td", {}, String(row[name])))),
            ),
          ),
        ),
      ),
    );
  }
}
