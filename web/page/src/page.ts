// The page: rulesets at the side; the position, its value and how it was found; and one of five views below.

import { Asker, aborted, ask, messageOf, type Elements, type Family, type Value } from "./api";
import { announce, button, el, field, fill, textInput } from "./dom";
import { editor } from "./editors";
import { HeatMap } from "./map";
import { Moves } from "./moves";
import { callOf, onPoset, partsOf } from "./notation";
import { Play } from "./play";
import { SequenceView } from "./sequence";
import { read, write, type State, type View } from "./state";
import { TableView } from "./table";

const views: [View, string][] = [
  ["moves", "Moves"],
  ["play", "Play"],
  ["map", "Map"],
  ["sequence", "Sequence"],
  ["table", "Table"],
];

let state: State = read(location.search);
let families: Family[] = [];
let value: Value | null = null;
let other: Value | null = null; // the value in the other kind of play
let view: { element: HTMLElement; close(): void } | null = null;
let posets: (Elements | null)[] = [];

const valueAsker = new Asker();
const posetAsker = new Asker();
const posetsKnown = new Map<string, Elements | null>();

const about = el("section", { class: "about", "aria-label": "About the ruleset" });
const fields = el("form", { class: "fields" });
const building = el("section", { class: "building", "aria-label": "Build the position" });
const result = el("section", { class: "result", "aria-label": "Value" });
const board = el("div", { class: "board" }, building, result);
const tabs = el("div", { class: "tabs", role: "tablist", "aria-label": "Views" });
const panel = el("div", { class: "panel", role: "tabpanel", id: "panel", tabindex: -1 });

// ---- the state ----

/** Change the state; a change of what is asked is a step in the browser's history. */
function change(to: Partial<State>, push = true): void {
  const address = write({ ...state, ...to });
  state = { ...state, ...to };
  if (address !== location.search) history[push ? "pushState" : "replaceState"](null, "", address);
}

function go(to: Partial<State>): void {
  change(to);
  void refresh();
}

/** A position of the same ruleset: the game and the views' own templates stay or begin anew. */
function goTo(position: string): void {
  go({ position, game: [] });
}

function goToRuleset(ruleset: string, position: string): void {
  go({ ruleset, position, game: [], map: "", sequence: "", table: "", variables: "", x: 0, y: 0 });
}

// ---- rulesets ----

function rulesetList(): void {
  const nav = document.getElementById("rulesets")!;
  const filter = el("input", { type: "search", placeholder: "Filter", "aria-label": "Filter rulesets" });
  const list = el("ul");
  const show = () => {
    const wanted = filter.value.trim().toLowerCase();
    const found = families.filter((f) => `${f.name}${f.arguments} ${f.summary}`.toLowerCase().includes(wanted));
    fill(
      list,
      ...found.map((f) =>
        el(
          "li",
          {},
          el(
            "button",
            {
              type: "button",
              "aria-current": f.ruleset !== null && callOf(state.ruleset).name === f.name && (callOf(state.ruleset).args.length > 0) === (f.arguments !== "") ? "true" : undefined,
              onclick: () => {
                if (f.ruleset === null) return;
                goToRuleset(f.ruleset, f.position ?? "");
                if (matchMedia("(max-width: 56rem)").matches) details.open = false;
                document.getElementById("main")?.focus({ preventScroll: true });
                scrollTo(0, 0);
              },
            },
            el("span", { class: "name" }, f.name, el("span", { class: "arguments" }, f.arguments)),
            el("span", { class: "summary" }, f.summary),
          ),
        ),
      ),
      found.length === 0 && el("li", { class: "hint" }, "none of this name"),
    );
  };
  filter.addEventListener("input", show);
  const details = el("details", {}, el("summary", {}, "Rulesets"), filter, list);
  details.open = !matchMedia("(max-width: 56rem)").matches;
  fill(nav, details);
  show();
  showRulesets = show;
}

let showRulesets = (): void => {};

function familyOf(expression: string): Family | undefined {
  const { name, args } = callOf(expression);
  const named = families.filter((f) => f.name === name);
  return named.find((f) => (f.arguments !== "") === args.length > 0) ?? named[0];
}

function showAbout(): void {
  const f = familyOf(state.ruleset);
  if (!f) {
    fill(about);
    return;
  }
  const example =
    f.ruleset !== null &&
    button(`${f.ruleset}   ${f.position ?? ""}`, () => goToRuleset(f.ruleset!, f.position ?? ""), { class: "position" });
  fill(
    about,
    el("h2", {}, f.name, el("span", { class: "arguments" }, f.arguments)),
    el("p", { class: "lead" }, f.summary),
    el(
      "details",
      {},
      el("summary", {}, "Rules, notation and theorems"),
      f.rules && el("p", { class: "rules" }, f.rules),
      f.theorems && el("h3", {}, "Theorems"),
      f.theorems && el("p", { class: "rules" }, f.theorems),
      example && el("h3", {}, "Example"),
      example,
    ),
  );
}

// ---- the position ----

const rulesetInput = textInput("", (text) => go({ ruleset: text, map: "", sequence: "", table: "", variables: "", game: [] }), { class: "code" });
const positionInput = textInput("", (text) => goTo(text), { class: "code" });

function kindOfPlay(misere: boolean, label: string): HTMLElement {
  const input = el("input", { type: "radio", name: "play", value: misere ? "1" : "0" });
  input.addEventListener("change", () => input.checked && go({ misere, game: [] }));
  return el("label", {}, input, label);
}

function buildFields(): void {
  fields.addEventListener("submit", (event) => {
    event.preventDefault();
    const active = document.activeElement;
    if (active instanceof HTMLInputElement) active.dispatchEvent(new Event("change"));
  });
  fill(
    fields,
    field("Ruleset", rulesetInput),
    field("Position", positionInput),
    el(
      "fieldset",
      { class: "choice" },
      el("legend", { class: "unseen" }, "Kind of play"),
      kindOfPlay(false, "Normal play"),
      kindOfPlay(true, "Misère play"),
    ),
    el("input", { type: "submit", hidden: true }),
  );
}

function showFields(): void {
  if (rulesetInput.value !== state.ruleset) rulesetInput.value = state.ruleset;
  if (positionInput.value !== state.position) positionInput.value = state.position;
  for (const input of fields.querySelectorAll<HTMLInputElement>("[name=play]")) input.checked = (input.value === "1") === state.misere;
}

function showBuilding(): void {
  if (!value) return;
  const focused = building.contains(document.activeElement) ? document.activeElement : null;
  const label = focused?.getAttribute("aria-label");
  const cell = focused?.hasAttribute("data-cell") ?? false;
  fill(building, editor(value.position, value.space, (i) => posets[i] ?? null, goTo));
  if (focused === null) return;
  const again = cell
    ? building.querySelector<HTMLElement>("[data-cell][tabindex='0']")
    : label ? building.querySelector<HTMLElement>(`[aria-label=${JSON.stringify(label)}]`) : null;
  again?.focus();
}

// ---- the value ----

const outcomes = {
  N: "the next player to move wins",
  P: "the previous player wins: whoever moves, loses",
};

function showValue(): void {
  if (!value) return;
  const name = state.misere ? "Misère Grundy value" : "Grundy value";
  const otherName = state.misere ? "normal play" : "misère play";
  const says = other?.outcome ? `${other.value !== undefined ? `value ${other.value}, ` : ""}${other.outcome}` : null;
  fill(
    result,
    el(
      "div",
      { class: "answer" },
      el("div", { class: (value.value ?? "").length > 4 ? "big long" : "big", role: "img", "aria-label": `${name} ${value.value ?? "unknown"}` }, value.value ?? "?"),
      el(
        "div",
        {},
        el("p", { class: "what" }, name),
        value.outcome &&
          el("p", {}, el("span", { class: `outcome ${value.outcome}` }, value.outcome), ` ${outcomes[value.outcome]}`),
        says && el("p", { class: "other" }, `In ${otherName}: ${says}`),
      ),
    ),
    value.reason && el("p", { class: "reason" }, el("span", {}, `By ${value.method}: `), value.reason),
    value.undecided && el("p", { class: "warning" }, `The value is not known: ${value.undecided}.`),
  );
  result.removeAttribute("aria-busy");
}

function showFailure(error: unknown): void {
  value = null;
  fill(result, el("p", { class: "error", role: "alert" }, messageOf(error)));
  fill(building);
  fill(panel);
  result.removeAttribute("aria-busy");
}

// ---- the views ----

function buildTabs(): void {
  fill(
    tabs,
    ...views.map(([id, name]) =>
      el("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": "panel", onclick: () => showTab(id) }, name),
    ),
  );
  tabs.addEventListener("keydown", (event) => {
    const list = views.map(([id]) => id);
    const at = list.indexOf(state.view);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: list.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    showTab(list[(to + list.length) % list.length]);
    document.getElementById(`tab-${state.view}`)?.focus();
  });
}

function showTab(id: View): void {
  change({ view: id });
  showView();
}

function showView(): void {
  for (const [id] of views) {
    const tab = document.getElementById(`tab-${id}`)!;
    tab.setAttribute("aria-selected", String(id === state.view));
    tab.tabIndex = id === state.view ? 0 : -1;
  }
  panel.setAttribute("aria-labelledby", `tab-${state.view}`);
  board.hidden = state.view === "play"; // which has a board of its own
  view?.close();
  view = null;
  if (!value) return;
  const again = (to: Partial<State>) => {
    change(to);
    showView();
  };
  switch (state.view) {
    case "moves":
      view = new Moves(state, goTo);
      break;
    case "play":
      view = new Play(state, value, (i) => posets[i] ?? null, { save: (to) => change(to) });
      break;
    case "map":
      view = new HeatMap(state, value, {
        save: (to, push) => (push && (to.zoom === undefined) ? again(to) : change(to, push)),
        open: (position) => go({ position, view: "moves", game: [] }),
      });
      break;
    case "sequence":
      view = new SequenceView(state, value, again);
      break;
    case "table":
      view = new TableView(state, value, again);
      break;
  }
  fill(panel, view.element);
}

// ---- all together ----

/** Posets of the parts of the position: of the ruleset itself, of the component of a sum, of what comes before a push. */
function posetRulesets(current: Value): (string | null)[] {
  const { name, args } = callOf(current.ruleset);
  return partsOf(current.position, current.space).map((part, i) => {
    const inner = part.text.startsWith("{");
    if (!inner) return null;
    if (name === "sum") return args[i % args.length] ?? null;
    if (current.space.includes("switch") && args.length === 2) return args[0];
    return onPoset(current.space) ? current.ruleset : null;
  });
}

async function loadPosets(current: Value): Promise<void> {
  const rulesets = posetRulesets(current);
  const signal = posetAsker.begin();
  for (const ruleset of new Set(rulesets)) {
    if (ruleset === null || posetsKnown.has(ruleset)) continue;
    try {
      posetsKnown.set(ruleset, await ask<Elements>("/api/elements", { ruleset }, signal));
    } catch (error) {
      if (aborted(error)) return;
      posetsKnown.set(ruleset, null); // too large, or no poset: the notation must do
    }
  }
  posets = rulesets.map((ruleset) => (ruleset === null ? null : (posetsKnown.get(ruleset) ?? null)));
}

/** Ask for the value of the position, and show all that depends on it. */
async function refresh(): Promise<void> {
  const asked = { ruleset: state.ruleset, position: state.position };
  showFields();
  showAbout();
  showRulesets();
  document.title = `${state.ruleset} ${state.position} – grundy`;
  result.setAttribute("aria-busy", "true");
  const signal = valueAsker.begin();
  try {
    const found = await ask<Value>("/api/value", { ...asked, misere: state.misere }, signal);
    await loadPosets(found);
    if (signal.aborted) return;
    value = found;
  } catch (error) {
    if (!aborted(error)) showFailure(error);
    return;
  }
  other = null;
  showValue();
  showBuilding();
  showView();
  announce(spoken(value));
  try {
    other = await ask<Value>("/api/value", { ...asked, misere: !state.misere }, signal);
    showValue();
  } catch {
    // an extra, which the page does without
  }
}

function spoken(v: Value): string {
  return `${v.position || "the empty position"}: ${v.value !== undefined ? `value ${v.value}, ` : ""}${v.outcome ?? "not decided"}`;
}

async function begin(): Promise<void> {
  const main = document.getElementById("main")!;
  buildFields();
  buildTabs();
  fill(main, about, fields, board, tabs, panel);
  addEventListener("popstate", () => {
    state = read(location.search);
    void refresh();
  });
  try {
    const answer = await ask<{ version: string; rulesets: Family[] }>("/api/rulesets", {}, new AbortController().signal);
    families = answer.rulesets;
    rulesetList();
  } catch (error) {
    showFailure(error);
    return;
  }
  await refresh();
}

void begin();
