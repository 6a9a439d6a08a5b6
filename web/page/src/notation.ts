// Positions as they are written. The form of a position tells how it can be built by clicking:
//
//   3,5,7     heaps          {1,4}   a set: balls on a line, or coins on a poset
//   5x7       a board        [4,2]   a partition, as a Young diagram
//   ..#/...   a board        <5,4>   the sides of a box
//
// "+" joins positions of one ruleset, "|" positions of different ones, and "2:" says that the rules have been switched.

export type Kind = "heaps" | "board" | "set" | "partition" | "box";

/** One thing that is drawn by itself. */
export interface Part {
  before: string; // "" for the first, " + " or " | "
  switched: number; // how many times "2:" stands in front
  text: string;
}

const opening = "([{<";
const closing = ")]}>";

/** Split at a separator outside all brackets. */
export function split(text: string, separators: string): { text: string; before: string }[] {
  const parts: { text: string; before: string }[] = [];
  let depth = 0;
  let start = 0;
  let before = "";
  for (let i = 0; i <= text.length; i++) {
    const c = text[i];
    if (c === undefined || (depth === 0 && separators.includes(c))) {
      parts.push({ text: text.slice(start, i).trim(), before });
      before = c ?? "";
      start = i + 1;
    } else if (opening.includes(c)) depth++;
    else if (closing.includes(c)) depth--;
  }
  return parts;
}

/** The arguments of an expression such as sum(nim,push(nim,euclid)), and its name. */
export function callOf(expression: string): { name: string; args: string[] } {
  const bracket = expression.indexOf("(");
  if (bracket < 0 || !expression.endsWith(")")) return { name: expression, args: [] };
  return {
    name: expression.slice(0, bracket).trim(),
    args: split(expression.slice(bracket + 1, -1), ",").map((part) => part.text),
  };
}

// A set partition such as 13|2|4 is an element, with bars in it that separate nothing.
export function partsOf(position: string, space: string): Part[] {
  const separators = space.includes(" | ") ? "+|" : "+";
  return split(position, separators).map((part) => {
    let text = part.text;
    let switched = 0;
    while (text.startsWith("2:")) {
      text = text.slice(2).trim();
      switched++;
    }
    return { before: part.before ? ` ${part.before} ` : "", switched, text };
  });
}

export function joinParts(parts: Part[]): string {
  return parts.map((p) => p.before + "2:".repeat(p.switched) + p.text).join("");
}

export function kindOf(text: string): Kind | null {
  if (/^\d+(,\d+)*$/.test(text)) return "heaps";
  if (/^\d+x\d+$/.test(text) || /^[.#]+(\/[.#]+)*$/.test(text)) return "board";
  if (/^\{.*\}$/.test(text)) return "set";
  if (/^\[[\d^,]*\]$/.test(text)) return "partition";
  if (/^<[\d,]*>$/.test(text)) return "box";
  return null;
}

export function numbersOf(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

/** The elements of a set {e1,e2}. */
export function elementsOf(text: string): string[] {
  const inner = text.slice(1, -1).trim();
  return inner === "" ? [] : split(inner, ",").map((part) => part.text);
}

/** The parts of a partition, greatest first; of one with more than so many parts only some, but more than so many. */
export function partitionOf(text: string, most: number): number[] {
  const parts: number[] = [];
  for (const entry of text.slice(1, -1).split(",")) {
    const [size, times] = entry.split("^");
    for (let i = 0; i < Number(times ?? 1) && Number(size) > 0 && parts.length <= most; i++) parts.push(Number(size));
  }
  return parts.sort((a, b) => b - a);
}

/** The size of a board, and whether it is written as one, 5x7, with all cells free. */
export function boardSize(text: string): { height: number; width: number; free: boolean } {
  const size = text.match(/^(\d+)x(\d+)$/);
  if (size) return { height: Number(size[1]), width: Number(size[2]), free: true };
  const rows = text.split("/");
  return { height: rows.length, width: rows[0].length, free: false };
}

/** The rows of a board that is small enough to be drawn, "." free and "#" blocked. */
export function boardOf(text: string): string[] {
  const { height, width, free } = boardSize(text);
  return free ? Array.from({ length: height }, () => ".".repeat(width)) : text.split("/");
}

export function boardText(rows: string[]): string {
  const width = rows[0]?.length ?? 0;
  return rows.every((row) => !row.includes("#")) ? `${rows.length}x${width}` : rows.join("/");
}

/** Is it played with coins on the elements of a poset? */
export function onPoset(space: string): boolean {
  return space.startsWith("sets of elements") || space.startsWith("pairs:");
}

/** A template with the given variables in place of a position's last numbers; null where there is no natural one. */
export function templateOf(position: string, space: string, variables: string[]): string | null {
  const first = partsOf(position, space)[0];
  if (!first) return null;
  const kind = kindOf(first.text);
  const [v, w] = variables;
  const front = "2:".repeat(first.switched);
  if (kind === "board") return front + (w ? `${v}x${w}` : `${v}x${boardSize(first.text).width}`);
  if (kind === "partition") return `${front}[${variables.join(",")}]`;
  if (kind === "heaps" || kind === "box" || kind === "set") {
    const [open, close] = kind === "heaps" ? ["", ""] : [first.text[0], first.text.slice(-1)];
    const entries = kind === "heaps" ? first.text.split(",") : elementsOf(first.text);
    if (!entries.every((e) => /^\d+$/.test(e))) return null;
    const poset = onPoset(space); // whose coins go their ways alone
    const kept = poset ? [] : entries.slice(0, Math.max(0, entries.length - variables.length));
    if (w === undefined && kind === "heaps") return front + v;
    return front + open + [...kept, ...variables].join(",") + close;
  }
  return null;
}

/** Put numbers in place of the variables of a template. */
export function substitute(template: string, values: Record<string, number>): string {
  return template.replace(/[A-Za-z]+/g, (word) =>
    word
      .split(/([x])/)
      .map((piece) => (piece in values ? String(values[piece]) : piece))
      .join(""),
  );
}
