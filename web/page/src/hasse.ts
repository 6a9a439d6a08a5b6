// A Hasse diagram: the elements in layers by the longest chain below them, ordered within a layer so that covers cross
// little (each goes to the mean of its neighbours' places, a few times up and down: Sugiyama's method).

import type { Elements } from "./api";
import { roving, svg } from "./dom";

interface Layout {
  x: number[];
  layer: number[];
  layers: number[][];
}

function layersOf(count: number, covers: [number, number][]): { layer: number[]; layers: number[][] } {
  const layer = new Array<number>(count).fill(0);
  // the numbers are a linear extension, so one pass in the order of the upper elements is enough
  for (const [lower, upper] of [...covers].sort((a, b) => a[1] - b[1])) layer[upper] = Math.max(layer[upper], layer[lower] + 1);
  const layers: number[][] = [];
  layer.forEach((l, i) => (layers[l] ??= []).push(i));
  return { layer, layers };
}

function layout(count: number, covers: [number, number][]): Layout {
  const { layer, layers } = layersOf(count, covers);
  const neighbours: number[][][] = [Array.from({ length: count }, () => []), Array.from({ length: count }, () => [])];
  for (const [lower, upper] of covers) {
    neighbours[0][upper].push(lower);
    neighbours[1][lower].push(upper);
  }
  const x = new Array<number>(count);
  const place = (row: number[]) => row.forEach((i, k) => (x[i] = k - (row.length - 1) / 2));
  layers.forEach(place);
  for (let sweep = 0; sweep < 8; sweep++) {
    const near = neighbours[sweep % 2];
    for (const row of sweep % 2 === 0 ? layers : [...layers].reverse()) {
      const wish = new Map(row.map((i) => [i, near[i].length ? near[i].reduce((s, j) => s + x[j], 0) / near[i].length : x[i]]));
      row.sort((a, b) => wish.get(a)! - wish.get(b)!);
      place(row);
    }
  }
  return { x, layer, layers };
}

export function hasse(poset: Elements, heads: string[], turn: (element: string) => void): HTMLElement {
  const count = poset.elements.length;
  const places = layout(count, poset.covers);
  const longest = Math.max(...poset.elements.map((e) => e.length));
  const dx = Math.max(46, Math.min(150, longest * 8 + 18));
  const dy = 68;
  const widest = Math.max(...places.layers.map((row) => row.length));
  const width = widest * dx + 10;
  const height = places.layers.length * dy + 6;
  const at = (i: number) => ({ x: width / 2 + places.x[i] * dx, y: height - 36 - places.layer[i] * dy });
  const lines = poset.covers.map(([a, b]) => svg("line", { x1: at(a).x, y1: at(a).y, x2: at(b).x, y2: at(b).y }));
  const order = places.layers.flat();
  const nodes = order.map((i) => {
    const name = poset.elements[i];
    const shows = heads.includes(name);
    const press = () => {
      root.dataset.focus = String(order.indexOf(i));
      lastNode = order.indexOf(i);
      turn(name);
    };
    return svg(
      "g",
      {
        class: "coin",
        role: "button",
        "data-cell": "",
        "aria-pressed": String(shows),
        "aria-label": `${name}: ${shows ? "heads" : "tails"}, value ${poset.values[i]}`,
        transform: `translate(${at(i).x} ${at(i).y})`,
        onclick: press,
        onkeydown: (event: KeyboardEvent) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          press();
        },
      },
      svg("circle", { r: 15 }),
      svg("text", { class: "coin-value", y: 4.5 }, poset.values[i]),
      svg("text", { class: "coin-name", y: 29 }, name),
    );
  });
  const root = document.createElement("div");
  root.className = "hasse";
  root.setAttribute("role", "group");
  root.setAttribute("aria-label", "Hasse diagram; arrow keys move from coin to coin, space turns one");
  root.dataset.focus = String(lastNode);
  root.append(
    svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height }, svg("g", { class: "covers" }, ...lines), ...nodes),
  );
  roving(root, () => 1);
  // A wide one is first seen from its middle, where its least and greatest elements are; then from where it was left.
  const names = poset.elements.join(" ");
  requestAnimationFrame(() => {
    root.scrollLeft = seen.names === names ? seen.left : (root.scrollWidth - root.clientWidth) / 2;
  });
  root.addEventListener("scroll", () => (seen = { names, left: root.scrollLeft }));
  return root;
}

let lastNode = 0;
let seen = { names: "", left: 0 };
