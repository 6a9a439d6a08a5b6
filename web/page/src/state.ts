// What the page shows is in the address, so that a link reproduces it and the browser's back and forward work.

export type View = "moves" | "play" | "map" | "sequence" | "table";

export interface State {
  ruleset: string;
  position: string;
  misere: boolean;
  view: View;
  /** the map: a template with a and b, the cell at its lower left corner, pixels a cell as a power of two, and what is shown */
  map: string;
  x: number;
  y: number;
  zoom: number;
  outcome: boolean;
  /** the sequence: a template with n, and how far */
  sequence: string;
  to: number;
  /** the table: a template, and the domains of its variables */
  table: string;
  variables: string;
  /** the game: its positions after the first, and whether the computer began */
  game: string[];
  second: boolean;
}

export const initial: State = {
  ruleset: "nim",
  position: "3,5,7",
  misere: false,
  view: "moves",
  map: "",
  x: 0,
  y: 0,
  zoom: 4,
  outcome: false,
  sequence: "",
  to: 100,
  table: "",
  variables: "",
  game: [],
  second: false,
};

const views: View[] = ["moves", "play", "map", "sequence", "table"];

function whole(text: string | null, low: number, high: number, otherwise: number): number {
  const n = text === null ? NaN : Number(text);
  return Number.isInteger(n) && n >= low && n <= high ? n : otherwise;
}

export function read(search: string): State {
  const p = new URLSearchParams(search);
  const view = p.get("view") as View;
  return {
    ruleset: p.get("ruleset") || initial.ruleset,
    position: p.has("ruleset") ? (p.get("position") ?? "") : (p.get("position") ?? initial.position),
    misere: p.get("misere") === "1",
    view: views.includes(view) ? view : initial.view,
    map: p.get("map") ?? "",
    x: whole(p.get("x"), 0, 2 ** 31 - 1, 0),
    y: whole(p.get("y"), 0, 2 ** 31 - 1, 0),
    zoom: whole(p.get("zoom"), -12, 6, initial.zoom),
    outcome: p.get("outcome") === "1",
    sequence: p.get("sequence") ?? "",
    to: whole(p.get("to"), 1, 20000, initial.to),
    table: p.get("table") ?? "",
    variables: p.get("variables") ?? "",
    game: p.get("game")?.split(";").filter((text) => text !== "") ?? [],
    second: p.get("second") === "1",
  };
}

export function write(s: State): string {
  const p = new URLSearchParams({ ruleset: s.ruleset, position: s.position });
  if (s.misere) p.set("misere", "1");
  if (s.view !== initial.view) p.set("view", s.view);
  if (s.view === "map") {
    if (s.map) p.set("map", s.map);
    p.set("x", String(s.x));
    p.set("y", String(s.y));
    p.set("zoom", String(s.zoom));
    if (s.outcome) p.set("outcome", "1");
  }
  if (s.view === "sequence") {
    if (s.sequence) p.set("sequence", s.sequence);
    p.set("to", String(s.to));
  }
  if (s.view === "table") {
    if (s.table) p.set("table", s.table);
    if (s.variables) p.set("variables", s.variables);
  }
  if (s.view === "play") {
    if (s.game.length > 0) p.set("game", s.game.join(";"));
    if (s.second) p.set("second", "1");
  }
  return "?" + p.toString().replace(/%2C/g, ",").replace(/%28/g, "(").replace(/%29/g, ")");
}
