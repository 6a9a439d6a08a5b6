// Questions to the server. A question that is no longer wanted is aborted, which stops its computation.

export interface Family {
  name: string;
  arguments: string;
  summary: string;
  rules: string | null;
  theorems: string | null;
  ruleset: string | null;
  position: string | null;
}

export interface Value {
  position: string;
  ruleset: string;
  family: string;
  space: string;
  value?: string;
  outcome?: "N" | "P";
  method?: string;
  reason?: string;
  undecided?: string;
}

export interface Options {
  options: [position: string, value: string | null][];
  total: number | null;
  undecided: string | null;
}

export interface Elements {
  elements: string[];
  values: string[];
  covers: [lower: number, upper: number][];
}

export interface Period {
  preperiod: string;
  period: string;
  saltus: string;
  checked_to: string;
  proved: boolean;
  reason: string | null;
}

export interface Sequence {
  values: (string | null)[];
  period?: Period;
  aperiodic_to?: string;
  no_period?: string;
  undecided?: string;
}

export class Failure extends Error {
  constructor(
    message: string,
    readonly exit: number,
  ) {
    super(message);
  }
}

type Parameters = Record<string, string | number | boolean>;

async function post(path: string, parameters: Parameters, signal: AbortSignal): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    let response: Response;
    try {
      response = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(parameters),
        signal,
      });
    } catch (error) {
      if (signal.aborted) throw error;
      throw new Failure("the server does not answer; is `grundy serve` still running?", 6);
    }
    if (response.ok) return response;
    if (response.status === 503 && attempt < 20) {
      await new Promise((resolve) => setTimeout(resolve, 300 + 200 * attempt));
      signal.throwIfAborted?.();
      continue;
    }
    const told = (await response.json().catch(() => null)) as { error?: string; exit?: number } | null;
    throw new Failure(told?.error ?? `the server answers ${response.status}`, told?.exit ?? 6);
  }
}

export async function ask<T>(path: string, parameters: Parameters, signal: AbortSignal): Promise<T> {
  return (await (await post(path, parameters, signal)).json()) as T;
}

export interface Tile {
  width: number;
  height: number;
  /** row by row; gap: no such position; undecided: beyond the limits */
  cells: (number | bigint)[];
}

export const gap = -1;
export const undecided = -2;

export async function askTile(parameters: Parameters, signal: AbortSignal): Promise<Tile> {
  const view = new DataView(await (await post("/api/tile", parameters, signal)).arrayBuffer());
  const bytes = view.getUint8(0);
  const width = view.getUint16(2, true);
  const height = view.getUint16(4, true);
  const greatest = (1n << BigInt(8 * bytes)) - 1n;
  const cells: (number | bigint)[] = new Array(width * height);
  for (let i = 0; i < cells.length; i++) {
    const at = 6 + i * bytes;
    const n =
      bytes === 1 ? view.getUint8(at)
      : bytes === 2 ? view.getUint16(at, true)
      : bytes === 4 ? view.getUint32(at, true)
      : view.getBigUint64(at, true);
    const big = BigInt(n);
    cells[i] = big === greatest ? gap : big === greatest - 1n ? undecided : n;
  }
  return { width, height, cells };
}

/** One question at a time: a new one aborts the one before. */
export class Asker {
  private controller = new AbortController();

  begin(): AbortSignal {
    this.controller.abort();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  stop(): void {
    this.controller.abort();
  }
}

export function aborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
