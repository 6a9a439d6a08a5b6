// A heat map over two variables, a to the right and b upwards, that loads by tiles.
//
// Zoom z draws a cell as a square of 2^z pixels; below 0 it draws every 2^-z-th cell as one pixel. The state has the cell
// at the lower left corner. A tile is a square of samples; those out of sight are given up, which stops their computation.

import { aborted, askTile, Failure, gap, messageOf, undecided, type Tile, type Value } from "./api";
import { colourN, colourOf, colourP, css, scale } from "./colour";
import { announce, button, el, field, fill, select, textInput } from "./dom";
import { substitute, templateOf } from "./notation";
import type { State } from "./state";

const zoomLeast = -8;
const zoomMost = 6;
const cellsMost = 2 ** 31 - 1;

interface Shown {
  tile?: Tile;
  image?: HTMLCanvasElement;
  imageFor?: string;
  error?: string;
  limit?: boolean; // the error is that a limit was reached
  controller?: AbortController;
}

export interface MapHooks {
  /** Keep in the address what is shown; without a new entry in the history while it moves. */
  save(change: Partial<State>, push: boolean): void;
  open(position: string): void;
}

export class HeatMap {
  readonly element = el("div", { class: "map" });
  private canvas = el("canvas", {
    tabindex: 0,
    role: "application",
    "aria-roledescription": "heat map",
    "aria-label": "Heat map. Arrow keys move the cursor, plus and minus zoom, Enter opens the position.",
  });
  private readout = el("div", { class: "readout" });
  private legend = el("div", { class: "legend" });
  private note = el("p", { class: "error", role: "alert", hidden: true });
  private tiles = new Map<string, Shown>();
  private loading = 0;
  private cursor = { a: 0, b: 0, shown: false };
  private pointers = new Map<number, { x: number; y: number }>();
  private pinch = 0;
  private moved = false;
  private frame = 0;
  private most = 1;
  private observer = new ResizeObserver(() => this.resize());
  private dark = matchMedia("(prefers-color-scheme: dark)");
  private state: State;

  constructor(
    state: State,
    value: Value,
    private hooks: MapHooks,
  ) {
    this.state = { ...state };
    this.state.map ||= templateOf(value.position, value.space, ["a", "b"]) ?? "";
    this.build();
  }

  private build(): void {
    const s = this.state;
    const template = textInput(s.map, (text) => this.hooks.save({ map: text, x: 0, y: 0 }, true), { size: 12 });
    const show = select([["0", "values"], ["1", "outcomes"]], s.outcome ? "1" : "0", (v) => this.hooks.save({ outcome: v === "1" }, true));
    fill(
      this.element,
      el(
        "div",
        { class: "controls" },
        field("Positions, with a (across) and b (up)", template),
        field("Show", show),
        el(
          "div",
          { class: "buttons", role: "group", "aria-label": "Zoom" },
          button("−", () => this.zoomBy(-1), { "aria-label": "Zoom out" }),
          button("+", () => this.zoomBy(1), { "aria-label": "Zoom in" }),
          button("To the corner", () => this.go(0, 0, this.state.zoom, true)),
        ),
      ),
    );
    if (!s.map) {
      this.element.append(el("p", { class: "hint" }, "Write a position with the variables a and b in it, such as a,b or {a,b}."));
      return;
    }
    this.element.append(el("div", { class: "map-frame" }, this.canvas), this.readout, this.legend, this.note);
    this.listen();
    this.observer.observe(this.canvas);
    this.dark.addEventListener("change", this.schedule);
    this.read();
  }

  close(): void {
    this.observer.disconnect();
    this.dark.removeEventListener("change", this.schedule);
    cancelAnimationFrame(this.frame);
    for (const shown of this.tiles.values()) shown.controller?.abort();
  }

  // ---- where things are ----

  private get step(): number {
    return this.state.zoom < 0 ? 2 ** -this.state.zoom : 1;
  }

  private get pixels(): number {
    return this.state.zoom < 0 ? 1 : 2 ** this.state.zoom;
  }

  /** Samples on a side of a tile. Each costs a sweep from the corner of the map on: few large ones are cheaper. */
  private get side(): number {
    return this.pixels >= 8 ? 32 : this.pixels >= 4 ? 64 : this.pixels >= 2 ? 128 : 256;
  }

  /** The cell at a point of the canvas, in its own pixels. */
  private cellAt(x: number, y: number): { a: number; b: number } {
    const { step, pixels } = this;
    const a = (Math.floor(this.state.x / step) + Math.floor(x / pixels)) * step;
    const b = (Math.floor(this.state.y / step) + Math.floor((this.canvas.clientHeight - 1 - y) / pixels)) * step;
    return { a: Math.max(0, a), b: Math.max(0, b) };
  }

  private keyOf(column: number, row: number): string {
    return `${this.state.zoom < 0 ? this.state.zoom : 0}:${this.side}:${column}:${row}`;
  }

  private cellOf(a: number, b: number): number | bigint | null {
    const i = Math.floor(a / this.step);
    const j = Math.floor(b / this.step);
    const shown = this.tiles.get(this.keyOf(Math.floor(i / this.side), Math.floor(j / this.side)));
    if (shown?.error) return shown.limit ? undecided : gap;
    if (!shown?.tile) return null;
    return shown.tile.cells[(j % this.side) * shown.tile.width + (i % this.side)];
  }

  // ---- moving ----

  private go(x: number, y: number, zoom: number, push = false): void {
    const clamp = (n: number) => Math.min(cellsMost - 2 ** 16, Math.max(0, Math.round(n)));
    this.state.x = clamp(x);
    this.state.y = clamp(y);
    this.state.zoom = Math.min(zoomMost, Math.max(zoomLeast, zoom));
    this.canvas.setAttribute("aria-busy", "true");
    this.hooks.save({ map: this.state.map, x: this.state.x, y: this.state.y, zoom: this.state.zoom }, push);
    this.schedule();
  }

  private zoomBy(by: number, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2): void {
    const zoom = Math.min(zoomMost, Math.max(zoomLeast, this.state.zoom + by));
    if (zoom === this.state.zoom) return;
    const factor = 2 ** -zoom; // cells a pixel, after
    const before = 2 ** -this.state.zoom;
    const up = this.canvas.clientHeight - y;
    this.go(this.state.x + x * (before - factor), this.state.y + up * (before - factor), zoom);
    announce(zoom < 0 ? `every ${2 ** -zoom}th cell` : `cells of ${2 ** zoom} pixels`);
  }

  private listen(): void {
    const c = this.canvas;
    c.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.wheel += event.deltaY;
      if (Math.abs(this.wheel) < 40) return;
      this.zoomBy(this.wheel < 0 ? 1 : -1, event.offsetX, event.offsetY);
      this.wheel = 0;
    }, { passive: false });
    c.addEventListener("pointerdown", (event) => {
      c.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
      this.moved = this.pointers.size > 1;
      this.pinch = 0;
    });
    c.addEventListener("pointermove", (event) => this.pointerMoved(event));
    const lift = (event: PointerEvent, opens: boolean) => {
      const here = this.pointers.delete(event.pointerId);
      if (opens && here && !this.moved && this.pointers.size === 0) this.openAt(this.cellAt(event.offsetX, event.offsetY));
    };
    c.addEventListener("pointerup", (event) => lift(event, true));
    c.addEventListener("pointercancel", (event) => lift(event, false));
    c.addEventListener("pointerleave", () => {
      if (this.pointers.size > 0) return;
      this.cursor.shown = document.activeElement === c;
      this.schedule();
    });
    c.addEventListener("keydown", (event) => this.key(event));
    c.addEventListener("focus", () => {
      this.cursor.shown = true;
      this.schedule();
    });
  }

  private wheel = 0;

  private pointerMoved(event: PointerEvent): void {
    const from = this.pointers.get(event.pointerId);
    const to = { x: event.offsetX, y: event.offsetY };
    if (!from) {
      this.cursor = { ...this.cellAt(to.x, to.y), shown: true };
      this.read();
      this.schedule();
      return;
    }
    if (this.pointers.size === 2) {
      this.pointers.set(event.pointerId, to);
      const [p, q] = [...this.pointers.values()];
      const distance = Math.hypot(p.x - q.x, p.y - q.y);
      if (this.pinch === 0) this.pinch = distance;
      if (distance > 1.7 * this.pinch || distance < this.pinch / 1.7) {
        this.zoomBy(distance > this.pinch ? 1 : -1, (p.x + q.x) / 2, (p.y + q.y) / 2);
        this.pinch = distance;
      }
      return;
    }
    const cells = this.step / this.pixels;
    const a = Math.trunc((from.x - to.x) * cells);
    const b = Math.trunc((to.y - from.y) * cells);
    if (Math.hypot(from.x - to.x, from.y - to.y) > 4) this.moved = true;
    if ((a === 0 && b === 0) || !this.moved) return;
    this.pointers.set(event.pointerId, { x: from.x - a / cells, y: from.y + b / cells });
    this.go(this.state.x + a, this.state.y + b, this.state.zoom);
  }

  private key(event: KeyboardEvent): void {
    const by = this.step * (event.shiftKey ? 10 : 1);
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, by], ArrowDown: [0, -by],
    };
    const move = moves[event.key];
    if (move) this.moveCursor(move[0], move[1]);
    else if (event.key === "+" || event.key === "=") this.zoomBy(1);
    else if (event.key === "-") this.zoomBy(-1);
    else if (event.key === "Enter") this.openAt(this.cursor);
    else return;
    event.preventDefault();
  }

  private moveCursor(a: number, b: number): void {
    const c = this.cursor;
    this.snap();
    c.a = Math.max(0, c.a + a);
    c.b = Math.max(0, c.b + b);
    c.shown = true;
    const across = (this.canvas.clientWidth * this.step) / this.pixels;
    const up = (this.canvas.clientHeight * this.step) / this.pixels;
    const inside = (n: number, from: number, room: number) =>
      n < from ? n : n > from + room - 1.5 * this.step ? n - room + 2 * this.step : from;
    const x = inside(c.a, this.state.x, across);
    const y = inside(c.b, this.state.y, up);
    if (x !== this.state.x || y !== this.state.y) this.go(x, y, this.state.zoom);
    this.read(true);
    this.schedule();
  }

  /** Zoomed out, only every so-manieth cell is there. */
  private snap(): void {
    this.cursor.a -= this.cursor.a % this.step;
    this.cursor.b -= this.cursor.b % this.step;
  }

  private openAt(cell: { a: number; b: number }): void {
    this.hooks.open(substitute(this.state.map, { a: cell.a, b: cell.b }));
  }

  /** Say what the cursor is on. */
  private read(aloud = false): void {
    if (!this.cursor.shown) {
      this.readout.textContent = "Point at a cell for its value; drag to move, turn the wheel to zoom, click to open.";
      return;
    }
    this.snap();
    const { a, b } = this.cursor;
    const cell = this.cellOf(a, b);
    const text =
      cell === null ? "…"
      : cell === gap ? "no position"
      : cell === undecided ? "not decided within the limits"
      : this.state.outcome ? (Number(cell) === 0 ? "P" : "N")
      : `value ${cell}`;
    const line = `a = ${a}, b = ${b}: ${text}`;
    this.readout.textContent = line;
    if (aloud) announce(line);
  }

  // ---- drawing ----

  private resize(): void {
    const c = this.canvas;
    const width = Math.round(c.clientWidth * devicePixelRatio);
    const height = Math.round(c.clientHeight * devicePixelRatio);
    if (c.width !== width || c.height !== height) {
      c.width = width;
      c.height = height;
    }
    this.schedule();
  }

  private schedule = (): void => {
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  };

  /** The tiles in sight, those in the middle first. */
  private inSight(): { column: number; row: number }[] {
    const { side, step, pixels } = this;
    const first = { i: Math.floor(this.state.x / step), j: Math.floor(this.state.y / step) };
    const last = { i: first.i + Math.ceil(this.canvas.clientWidth / pixels), j: first.j + Math.ceil(this.canvas.clientHeight / pixels) };
    const list: { column: number; row: number }[] = [];
    for (let row = Math.floor(first.j / side); row <= Math.floor(last.j / side); row++)
      for (let column = Math.floor(first.i / side); column <= Math.floor(last.i / side); column++) list.push({ column, row });
    const far = (t: { column: number; row: number }) =>
      Math.hypot((t.column + 0.5) * side - (first.i + last.i) / 2, (t.row + 0.5) * side - (first.j + last.j) / 2);
    return list.sort((p, q) => far(p) - far(q));
  }

  private draw(): void {
    const context = this.canvas.getContext("2d");
    if (!context || this.canvas.width === 0) return;
    const sight = this.inSight();
    this.choose(sight.map((t) => this.keyOf(t.column, t.row)));
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
    context.imageSmoothingEnabled = false;
    for (const { column, row } of sight) this.drawTile(context, column, row);
    this.drawTicks(context);
    this.drawCursor(context);
    this.drawLegend();
    this.load(sight);
  }

  /** The greatest value in sight, rounded up in steps of a quarter, so that colours rarely change. */
  private choose(keys: string[]): void {
    let most = 1;
    for (const key of keys)
      for (const cell of this.tiles.get(key)?.tile?.cells ?? []) if (Number(cell) > most) most = Number(cell);
    const quarter = 2 ** (Math.floor(Math.log2(most)) - 2);
    this.most = Math.ceil(most / quarter) * quarter;
  }

  private drawTile(context: CanvasRenderingContext2D, column: number, row: number): void {
    const shown = this.tiles.get(this.keyOf(column, row));
    const { side, step, pixels } = this;
    const x = (column * side - Math.floor(this.state.x / step)) * pixels;
    const y = this.canvas.clientHeight - (row * side - Math.floor(this.state.y / step)) * pixels;
    if (!shown?.tile) return;
    const key = `${this.most}:${this.state.outcome}:${this.dark.matches}`;
    if (shown.imageFor !== key) {
      shown.image = this.paint(shown.tile);
      shown.imageFor = key;
    }
    context.drawImage(shown.image!, x, y - side * pixels, side * pixels, side * pixels);
    if (pixels >= 32 && !this.state.outcome) this.drawNumbers(context, shown.tile, x, y);
  }

  private paint(tile: Tile): HTMLCanvasElement {
    const image = el("canvas", { width: tile.width, height: tile.height });
    const context = image.getContext("2d")!;
    const data = context.createImageData(tile.width, tile.height);
    const plain = this.dark.matches ? colourN.dark : colourN.light;
    tile.cells.forEach((cell, k) => {
      const n = Number(cell);
      if (n < 0) return; // transparent
      const up = tile.height - 1 - Math.floor(k / tile.width);
      const at = 4 * (up * tile.width + (k % tile.width));
      const colour = n === 0 ? colourP : this.state.outcome ? plain : colourOf(n, this.most);
      data.data.set([...colour, 255], at);
    });
    context.putImageData(data, 0, 0);
    return image;
  }

  private drawNumbers(context: CanvasRenderingContext2D, tile: Tile, x: number, y: number): void {
    context.font = `${Math.min(16, this.pixels / 2.6)}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    tile.cells.forEach((cell, k) => {
      const n = Number(cell);
      if (n < 0) return;
      context.fillStyle = n !== 0 && n > 0.5 * this.most ? "#10202c" : "#fff";
      const i = k % tile.width;
      const j = Math.floor(k / tile.width);
      context.fillText(String(cell), x + (i + 0.5) * this.pixels, y - (j + 0.5) * this.pixels);
    });
  }

  /** Numbers along the lower and the left edge, at round places about 80 pixels apart. */
  private drawTicks(context: CanvasRenderingContext2D): void {
    const { step, pixels } = this;
    const rough = (80 * step) / pixels;
    const power = 10 ** Math.floor(Math.log10(rough));
    const apart = Math.max(1, [1, 2, 5, 10].find((k) => k * power >= rough)! * power);
    const height = this.canvas.clientHeight;
    const middle = (n: number, from: number) => (Math.floor(n / step) - Math.floor(from / step) + 0.5) * pixels;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "middle";
    const write = (text: string, x: number, y: number) => {
      const width = context.measureText(text).width + 8;
      context.fillStyle = "rgb(255 255 255 / 88%)";
      context.fillRect(x - width / 2, y - 8, width, 16);
      context.fillStyle = "#111";
      context.fillText(text, x, y);
    };
    for (let n = Math.ceil(this.state.x / apart) * apart; middle(n, this.state.x) < this.canvas.clientWidth - 12; n += apart)
      if (middle(n, this.state.x) > 40) write(String(n), middle(n, this.state.x), height - 10);
    for (let n = Math.ceil(this.state.y / apart) * apart; middle(n, this.state.y) < height - 8; n += apart)
      if (middle(n, this.state.y) > 24) write(String(n), context.measureText(String(n)).width / 2 + 6, height - middle(n, this.state.y));
  }

  private drawCursor(context: CanvasRenderingContext2D): void {
    if (!this.cursor.shown) return;
    const { step, pixels } = this;
    const x = (Math.floor(this.cursor.a / step) - Math.floor(this.state.x / step)) * pixels;
    const y = this.canvas.clientHeight - (Math.floor(this.cursor.b / step) - Math.floor(this.state.y / step) + 1) * pixels;
    const size = Math.max(pixels, 5);
    for (const [colour, grow] of [["#fff", 1.5], ["#111", 0.5]] as const) {
      context.strokeStyle = colour;
      context.lineWidth = 1.5;
      context.strokeRect(x - grow, y - grow, size + 2 * grow, size + 2 * grow);
    }
  }

  private drawLegend(): void {
    const entry = (colour: string, text: string) =>
      el("span", { class: "key" }, el("span", { class: "swatch", style: { background: colour } }), text);
    const plain = this.dark.matches ? colourN.dark : colourN.light;
    const bar = el("span", { class: "scale", style: { background: `linear-gradient(90deg, ${scale.filter((_, i) => i % 16 === 0).map(css).join(",")})` } });
    fill(
      this.legend,
      entry(css(colourP), this.state.outcome ? "P" : "0, a P-position"),
      ...(this.state.outcome ? [entry(css(plain), "N")] : [el("span", { class: "key" }, "1", bar, String(this.most))]),
      this.step > 1 && el("span", { class: "key" }, `every ${this.step}th cell`),
      this.loading > 0 && el("span", { class: "key loading" }, "loading…"),
    );
  }

  // ---- loading ----

  private load(sight: { column: number; row: number }[]): void {
    const wanted = new Set(sight.map((t) => this.keyOf(t.column, t.row)));
    for (const [key, shown] of this.tiles)
      if (shown.controller && !wanted.has(key)) {
        shown.controller.abort();
        this.tiles.delete(key);
      }
    const missing = sight.filter((t) => !this.isKnown(this.keyOf(t.column, t.row)));
    this.canvas.setAttribute("aria-busy", String(missing.length > 0));
    for (const { column, row } of missing) {
      if (this.loading >= 2) return;
      const key = this.keyOf(column, row);
      if (!this.tiles.has(key)) void this.loadTile(key, column, row);
    }
  }

  private isKnown(key: string): boolean {
    const shown = this.tiles.get(key);
    return shown?.tile !== undefined || shown?.error !== undefined;
  }

  private async loadTile(key: string, column: number, row: number): Promise<void> {
    const shown: Shown = { controller: new AbortController() };
    const { side, step } = this;
    this.tiles.set(key, shown);
    this.loading++;
    try {
      shown.tile = await askTile(
        {
          ruleset: this.state.ruleset, position: this.state.map, x: "a", y: "b",
          x0: column * side * step, y0: row * side * step, step, width: side, height: side,
          misere: this.state.misere, outcome: this.state.outcome,
        },
        shown.controller!.signal,
      );
    } catch (error) {
      if (!aborted(error)) shown.error = messageOf(error);
      shown.limit = error instanceof Failure && error.exit === 3;
    }
    shown.controller = undefined;
    this.loading--;
    this.tell();
    this.read();
    this.schedule();
  }

  /** A tile that has no position is beyond the edge; when none has any, the template is wrong. */
  private tell(): void {
    const errors = [...this.tiles.values()].map((shown) => shown.error).filter((e) => e !== undefined);
    const any = [...this.tiles.values()].some((shown) => shown.tile);
    this.note.hidden = any || errors.length === 0;
    this.note.textContent = errors[0] ?? "";
  }
}
