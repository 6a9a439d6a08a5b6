// Making elements, and telling a screen reader what happened.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, unknown>;

function apply(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (name.startsWith("aria-")) element.setAttribute(name, String(value));
    else if (value === false) continue;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "style") Object.assign((element as HTMLElement).style, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  apply(element, attributes);
  fill(element, ...children);
  return element;
}

export function svg(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  apply(element, attributes);
  fill(element, ...children);
  return element;
}

/** Replace what an element holds. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren(...children.filter((c): c is Node | string => c !== null && c !== undefined && c !== false));
}

export function button(text: string, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
  return el("button", { type: "button", onclick, ...attributes }, text);
}

let unique = 0;

/** A labelled field. */
export function field(label: string, input: HTMLElement, hint?: string): HTMLElement {
  input.id ||= `field-${++unique}`;
  const note = hint ? el("small", { id: `${input.id}-hint` }, hint) : null;
  if (note) input.setAttribute("aria-describedby", note.id);
  return el("div", { class: "field" }, el("label", { for: input.id }, label), input, note);
}

export function textInput(value: string, onchange: (text: string) => void, attributes: Attributes = {}): HTMLInputElement {
  const input = el("input", { type: "text", spellcheck: "false", autocomplete: "off", autocapitalize: "off", ...attributes });
  input.value = value;
  input.addEventListener("change", () => onchange(input.value.trim()));
  return input;
}

export function select(
  choices: [value: string, text: string][],
  value: string,
  onchange: (value: string) => void,
): HTMLSelectElement {
  const element = el("select", {}, ...choices.map(([v, text]) => el("option", { value: v, selected: v === value }, text)));
  element.addEventListener("change", () => onchange(element.value));
  return element;
}

/** Say it in the live region. */
export function announce(text: string): void {
  const status = document.getElementById("status");
  if (status) status.textContent = text;
}

/** Arrow keys move the focus among the buttons of a grid; only one of them is in the tab order. */
export function roving(container: HTMLElement, columns: () => number): void {
  const items = () => [...container.querySelectorAll<HTMLElement>("[data-cell]")];
  const enter = (list: HTMLElement[], i: number) => list.forEach((item, j) => (item.tabIndex = i === j ? 0 : -1));
  const wanted = Number(container.dataset.focus ?? 0);
  enter(items(), Math.min(wanted, Math.max(0, items().length - 1)));
  container.addEventListener("focusin", (event) => enter(items(), items().indexOf(event.target as HTMLElement)));
  container.addEventListener("keydown", (event) => {
    const list = items();
    const at = list.indexOf(document.activeElement as HTMLElement);
    const step: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns(), ArrowDown: columns() };
    const by = step[event.key];
    if (at < 0 || by === undefined) return;
    event.preventDefault();
    list[at + by]?.focus();
  });
}
