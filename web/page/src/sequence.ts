// The values for n = 0, 1, 2, ... and their period.

import { Asker, aborted, ask, messageOf, type Period, type Sequence } from "./api";
import { el, field, fill, textInput } from "./dom";
import { templateOf } from "./notation";
import type { State } from "./state";
import type { Value } from "./api";

const listed = 2000;

function periodLine(found: Sequence): HTMLElement {
  const p = found.period;
  if (p) {
    const saltus = p.saltus === "0" ? "" : `, saltus ${p.saltus}`;
    return el(
      "p",
      { class: "period" },
      el("strong", {}, `Period ${p.period}`),
      ` from n = ${p.preperiod} on${saltus}, `,
      p.proved ? el("span", { class: "badge" }, "proved") : `checked to ${p.checked_to}`,
      p.proved && p.reason ? ` by ${p.reason}` : "",
    );
  }
  if (found.aperiodic_to) return el("p", { class: "period" }, `No period shows up to n = ${found.aperiodic_to}.`);
  return el("p", { class: "period" }, found.no_period ? `No period: ${found.no_period}.` : "");
}

/** A dot for each value, with the first period shaded. */
class Plot {
  readonly element = el("canvas", { class: "plot", role: "img" });
  private observer = new ResizeObserver(() => this.draw());
  private dark = matchMedia("(prefers-color-scheme: dark)");

  constructor(
    private values: (number | null)[],
    private period: Period | undefined,
  ) {
    const most = Math.max(0, ...values.map((v) => v ?? 0));
    this.element.setAttribute("aria-label", `Plot of ${values.length} values, the greatest ${most}`);
    this.observer.observe(this.element);
    this.dark.addEventListener("change", this.draw);
  }

  close(): void {
    this.observer.disconnect();
    this.dark.removeEventListener("change", this.draw);
  }

  private draw = (): void => {
    const c = this.element;
    const context = c.getContext("2d");
    if (!context || c.clientWidth === 0) return;
    c.width = Math.round(c.clientWidth * devicePixelRatio);
    c.height = Math.round(c.clientHeight * devicePixelRatio);
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    const style = getComputedStyle(c);
    const most = Math.max(1, ...this.values.map((v) => v ?? 0));
    const left = 34;
    const bottom = c.clientHeight - 22;
    const x = (n: number) => left + 4 + (n * (c.clientWidth - left - 14)) / Math.max(1, this.values.length - 1);
    const y = (v: number) => bottom - 4 - (v * (bottom - 16)) / most;
    this.shade(context, style, x, bottom);
    context.font = "12px system-ui, sans-serif";
    context.fillStyle = style.color;
    context.strokeStyle = style.getPropertyValue("--line");
    context.beginPath();
    context.moveTo(left, 4);
    context.lineTo(left, bottom);
    context.lineTo(c.clientWidth - 4, bottom);
    context.stroke();
    context.textAlign = "right";
    for (const v of new Set([0, Math.round(most / 2), most])) context.fillText(String(v), left - 6, y(v) + 4);
    context.textAlign = "center";
    const ends = this.values.length - 1;
    for (const n of new Set([0, Math.round(ends / 2), ends])) context.fillText(String(n), Math.min(x(n), c.clientWidth - 16), bottom + 16);
    context.fillStyle = style.getPropertyValue("--accent");
    const radius = this.values.length > 400 ? 1.2 : 2.6;
    this.values.forEach((v, n) => {
      if (v === null) return;
      context.beginPath();
      context.arc(x(n), y(v), radius, 0, 7);
      context.fill();
    });
  };

  private shade(context: CanvasRenderingContext2D, style: CSSStyleDeclaration, x: (n: number) => number, bottom: number): void {
    const from = Number(this.period?.preperiod ?? NaN);
    const length = Number(this.period?.period ?? NaN);
    if (!(from < this.values.length)) return;
    context.fillStyle = style.getPropertyValue("--shade");
    for (let n = from; n < this.values.length; n += 2 * length)
      context.fillRect(x(n - 0.5), 4, x(Math.min(n + length, this.values.length) - 0.5) - x(n - 0.5), bottom - 4);
  }
}

export class SequenceView {
  readonly element = el("div", { class: "sequence" });
  private asker = new Asker();
  private plot: Plot | null = null;
  private result = el("div");
  private template: string;

  constructor(
    private state: State,
    value: Value,
    private save: (change: Partial<State>) => void,
  ) {
    this.template = state.sequence || (templateOf(value.position, value.space, ["n"]) ?? "n");
    const to = el("input", { type: "number", min: 1, max: 20000, value: state.to, inputmode: "numeric" });
    to.addEventListener("change", () => {
      const n = Math.trunc(Number(to.value));
      if (n >= 1 && n <= 20000) this.save({ to: n });
      else to.value = String(state.to);
    });
    fill(
      this.element,
      el(
        "div",
        { class: "controls" },
        field("Positions, with n", textInput(this.template, (text) => this.save({ sequence: text }), { size: 12 })),
        field("n up to", to),
      ),
      this.result,
    );
    void this.load();
  }

  close(): void {
    this.asker.stop();
    this.plot?.close();
  }

  private async load(): Promise<void> {
    const { ruleset, misere, to } = this.state;
    fill(this.result, el("p", { class: "loading" }, "Computing…"));
    try {
      const found = await ask<Sequence>("/api/sequence", { ruleset, position: this.template, to, misere }, this.asker.begin());
      this.show(found);
    } catch (error) {
      if (!aborted(error)) fill(this.result, el("p", { class: "error", role: "alert" }, messageOf(error)));
    }
  }

  private show(found: Sequence): void {
    this.plot = new Plot(found.values.map((v) => (v === null ? null : Number(v))), found.period);
    const period = Number(found.period?.period ?? 0);
    const columns = period >= 2 && period <= 40 ? period : 10;
    const rows: HTMLElement[] = [];
    for (let n = 0; n < Math.min(found.values.length, listed); n += columns)
      rows.push(
        el(
          "tr",
          {},
          el("th", { scope: "row" }, String(n)),
          ...found.values.slice(n, Math.min(n + columns, listed)).map((v) => el("td", { class: v === "0" ? "zero" : undefined }, v ?? "–")),
        ),
      );
    const query = new URLSearchParams({
      ruleset: this.state.ruleset, position: this.template, variables: `n=0..${this.state.to}`, format: "csv",
      misere: this.state.misere ? "1" : "0",
    });
    fill(
      this.result,
      periodLine(found),
      found.undecided && el("p", { class: "warning" }, `The list ends early: ${found.undecided}.`),
      this.plot.element,
      el(
        "details",
        { open: true },
        el("summary", {}, `The first ${Math.min(found.values.length, listed)} values`),
        el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Values" }, el("table", { class: "values" }, el("tbody", {}, ...rows))),
      ),
      el("p", {}, el("a", { href: `/api/table?${query}`, download: "grundy.csv" }, "Download as CSV")),
    );
  }
}
