// Building a position by clicking: an editor for each way that positions are written.

import type { Elements } from "./api";
import { button, el, roving } from "./dom";
import { hasse } from "./hasse";
import { boardOf, boardSize, boardText, elementsOf, joinParts, kindOf, numbersOf, partitionOf, partsOf, type Part } from "./notation";

/** Gives the elements of the poset that the i-th part of a sum is played on; null where there are none. */
export type Posets = (part: number) => Elements | null;

type Change = (text: string) => void;

const tokensShown = 40;
const placesShown = 200;
const cellsShown = 1024;

function stepper(name: string, value: number, least: number, change: (n: number) => void, greatest = Number.MAX_SAFE_INTEGER): HTMLElement {
  const input = el("input", { type: "number", min: least, max: greatest, step: 1, "aria-label": name, inputmode: "numeric" });
  input.value = String(value);
  input.style.width = `max(4.6rem, ${input.value.length + 3}ch)`;
  input.addEventListener("change", () => {
    const n = Math.trunc(Number(input.value));
    if (Number.isFinite(n) && n >= least && n <= greatest) change(n);
    else input.value = String(value);
  });
  return el(
    "span",
    { class: "stepper" },
    button("−", () => change(Math.max(least, value - 1)), { "aria-label": `${name}: one less`, disabled: value <= least }),
    input,
    button("+", () => change(value + 1), { "aria-label": `${name}: one more`, disabled: value >= greatest }),
  );
}

function tokens(name: string, count: number, change: (n: number) => void): HTMLElement {
  if (count > tokensShown) return el("span", { class: "tokens many" }, `${count} tokens`);
  const row = el("span", { class: "tokens", role: "group", "aria-label": `${name}, ${count} tokens` });
  for (let i = 0; i < count; i++)
    row.append(
      button("", () => change(i), {
        class: "token",
        "data-cell": "",
        title: `leave ${i}`,
        "aria-label": `${name}: leave ${i}`,
      }),
    );
  roving(row, () => 0);
  return row;
}

/** Heaps, and the sides of a box, which are the same to the hand. */
function heapsEditor(text: string, change: Change): HTMLElement {
  const box = text.startsWith("<");
  const what = box ? "Side" : "Heap";
  const sizes = numbersOf(text);
  // From 2^53 on the numbers of this language are rounded: a click would change a heap that nobody touched.
  if (!sizes.every(Number.isSafeInteger))
    return el("p", { class: "hint" }, `The ${what.toLowerCase()}s are too large to be built by clicking.`);
  const write = (list: number[]) => change(box ? `<${list.join(",")}>` : list.join(","));
  const set = (i: number, n: number) => write(sizes.map((size, j) => (i === j ? n : size)));
  const rows = sizes.map((size, i) =>
    el(
      "div",
      { class: "heap" },
      el("span", { class: "heap-name" }, `${what} ${i + 1}`),
      stepper(`${what} ${i + 1}`, size, 0, (n) => set(i, n)),
      sizes.length > 1 &&
        button("×", () => write(sizes.filter((_, j) => j !== i)), {
          class: "quiet",
          "aria-label": `Remove ${what.toLowerCase()} ${i + 1}`,
        }),
      tokens(`${what} ${i + 1}`, size, (n) => set(i, n)),
    ),
  );
  return el(
    "div",
    { class: "heaps" },
    ...rows,
    button(`Add a ${what.toLowerCase()}`, () => write([...sizes, 1]), { class: "quiet" }),
  );
}

function grid(label: string, columns: number, focus: number, cells: HTMLElement[]): HTMLElement {
  const element = el(
    "div",
    {
      class: "grid",
      role: "group",
      "aria-label": `${label}; arrow keys move`,
      "data-focus": focus,
      style: { gridTemplateColumns: `repeat(${columns}, var(--cell))` },
    },
    ...cells,
  );
  roving(element, () => columns);
  return element;
}

let lastCell = 0;

function boardEditor(text: string, change: Change): HTMLElement {
  const { height, width, free } = boardSize(text);
  const greatest = free ? Number.MAX_SAFE_INTEGER : cellsShown; // a board with blocked cells is written out
  const resize = (h: number, w: number) =>
    change(free ? `${h}x${w}` : boardText(Array.from({ length: h }, (_, i) => (boardOf(text)[i] ?? "").padEnd(w, ".").slice(0, w))));
  const sizes = el(
    "div",
    { class: "sizes" },
    el("span", {}, "Rows"),
    stepper("Rows", height, 1, (n) => resize(n, width), greatest),
    el("span", {}, "Columns"),
    stepper("Columns", width, 1, (n) => resize(height, n), greatest),
  );
  if (height * width > cellsShown) return el("div", {}, sizes, el("p", { class: "hint" }, "The board is too large to draw."));
  const rows = boardOf(text);
  const cells = rows.flatMap((row, i) =>
    [...row].map((c, j) =>
      button(
        "",
        () => {
          lastCell = i * width + j;
          const turned = rows.map((r, k) => (k === i ? r.slice(0, j) + (c === "." ? "#" : ".") + r.slice(j + 1) : r));
          change(boardText(turned));
        },
        {
          class: "cell",
          "data-cell": "",
          "aria-pressed": c === "#",
          "aria-label": `row ${i + 1}, column ${j + 1}, ${c === "#" ? "blocked" : "free"}`,
        },
      ),
    ),
  );
  return el("div", {}, grid("Board", width, lastCell, cells), sizes);
}

function partitionEditor(text: string, change: Change): HTMLElement {
  const rows = partitionOf(text, cellsShown);
  const height = rows.length + 1;
  const width = (rows[0] ?? 0) + 1;
  if (height * width > cellsShown) return el("p", { class: "hint" }, "The diagram is too large to draw.");
  const write = (list: number[]) => change(`[${list.filter((n) => n > 0).join(",")}]`);
  const cells: HTMLElement[] = [];
  for (let i = 0; i < height; i++)
    for (let j = 0; j < width; j++) {
      const inside = j < (rows[i] ?? 0);
      const label = `row ${i + 1}, column ${j + 1}, ${inside ? "a cell; take it and those after it" : "empty; extend to here"}`;
      cells.push(
        button(
          "",
          () => {
            lastCell = i * width + j;
            if (inside) write(rows.map((n, k) => (k >= i ? Math.min(n, j) : n)));
            else write(Array.from({ length: Math.max(rows.length, i + 1) }, (_, k) => Math.max(rows[k] ?? 0, k <= i ? j + 1 : 0)));
          },
          { class: inside ? "cell young" : "cell ghost", "data-cell": "", "aria-label": label },
        ),
      );
    }
  return grid("Young diagram", width, lastCell, cells);
}

/** Balls on a line. */
function ballsEditor(text: string, change: Change): HTMLElement {
  const balls = new Set(elementsOf(text).map(Number));
  const greatest = Math.max(...balls, 5);
  if (greatest > placesShown) return el("p", { class: "hint" }, "The line is too long to draw.");
  const places: HTMLElement[] = [];
  for (let i = 0; i <= greatest + 2; i++) {
    const here = balls.has(i);
    places.push(
      button(
        String(i),
        () => {
          lastCell = i;
          const next = here ? [...balls].filter((n) => n !== i) : [...balls, i];
          change(`{${next.sort((a, b) => a - b).join(",")}}`);
        },
        { class: "place", "data-cell": "", "aria-pressed": here, "aria-label": `place ${i}, ${here ? "taken" : "free"}` },
      ),
    );
  }
  const line = el("div", { class: "places", role: "group", "aria-label": "Places; arrow keys move", "data-focus": lastCell }, ...places);
  roving(line, () => 0);
  return line;
}

/** Coins on a poset, or on a row. */
function setEditor(text: string, poset: Elements | null, change: Change): HTMLElement | null {
  const heads = elementsOf(text);
  if (poset !== null)
    return hasse(poset, heads, (element) =>
      change(`{${(heads.includes(element) ? heads.filter((e) => e !== element) : [...heads, element]).join(",")}}`),
    );
  return heads.every((e) => /^\d+$/.test(e)) ? ballsEditor(text, change) : null;
}

function partEditor(part: Part, poset: Elements | null, change: Change): HTMLElement | null {
  switch (kindOf(part.text)) {
    case "heaps":
    case "box":
      return heapsEditor(part.text, change);
    case "board":
      return boardEditor(part.text, change);
    case "partition":
      return partitionEditor(part.text, change);
    case "set":
      return setEditor(part.text, poset, change);
    default:
      return null;
  }
}

function switchEditor(part: Part, change: (switched: number) => void): HTMLElement {
  const box = el("input", { type: "checkbox" });
  box.checked = part.switched > 0;
  box.addEventListener("change", () => change(box.checked ? 1 : 0));
  return el("label", { class: "check" }, box, "The rules have been switched");
}

/** An editor for a whole position; null where none of it can be drawn. */
export function editor(position: string, space: string, posets: Posets, change: Change): HTMLElement | null {
  const parts = partsOf(position, space);
  const put = (i: number, part: Partial<Part>) => change(joinParts(parts.map((p, j) => (i === j ? { ...p, ...part } : p))));
  let drawn = 0;
  const elements = parts.flatMap((part, i) => {
    const drawing = partEditor(part, posets(i), (text) => put(i, { text }));
    if (drawing) drawn++;
    return [
      part.before ? el("div", { class: "join", "aria-hidden": "true" }, part.before.trim() === "+" ? "+" : "and") : null,
      el(
        "div",
        { class: "part", role: parts.length > 1 ? "group" : undefined, "aria-label": parts.length > 1 ? `Part ${i + 1}` : undefined },
        drawing ?? el("code", {}, part.text),
        (part.switched > 0 || space.includes("switch")) && switchEditor(part, (switched) => put(i, { switched })),
      ),
    ].filter((e) => e !== null);
  });
  return drawn > 0 ? el("div", { class: "editor" }, ...elements) : null;
}
