import { decide } from "../../src/core/decide/decide.ts";
import type { State } from "../../src/core/state/state.ts";
import { type Key, KeyReader } from "../../src/core/views/line/keys.ts";
import { type Live, quiet } from "../../src/core/views/now/live.ts";
import { painter } from "../../src/core/views/rows/theme.ts";
import type { Gives, Need, NeedKind } from "../../src/core/views/screen/needs.ts";
import { type OnScreen, onScreen } from "../../src/core/views/screen/on-screen.ts";
import type { At, Screen, Seen, Size } from "../../src/core/views/screen/screen.ts";
import type { Want } from "../../src/core/views/screen/want.ts";

/** What a test gives a screen to read. Left out of it: it is still being read. */
export type Reads = { readonly [K in NeedKind]?: (need: Extract<Need, { kind: K }>) => Gives<K> | undefined };

export interface Staged {
  readonly state?: State;
  readonly live?: Live;
  readonly reads?: Reads;
  readonly size?: Size;
  readonly colour?: boolean;
}

/** A screen without a terminal: keys go in, rows and wants come out. */
export class ScreenStage {
  readonly wants: Want[] = [];
  staged: Staged;
  #screen: OnScreen;
  readonly #keys = new KeyReader();

  constructor(screen: Screen<never> | Screen<unknown>, staged: Staged = {}, about?: string) {
    // What kind of model a screen has stays its own affair.
    const shown = onScreen(screen as Screen<unknown>);
    this.#screen = about === undefined ? shown : shown.arrived(about);
    this.staged = staged;
  }

  get at(): At {
    const { state, live = quiet, reads = {}, size = { columns: 80, rows: 22 }, colour = false } = this.staged;
    const now = state?.headAt || "2026-01-01T00:00:00.000Z";
    return {
      size,
      paint: painter(colour),
      times: { time: (at) => at.slice(11, 19), dateAndTime: (at) => at },
      now,
      isOpening: false,
      ...(state && {
        session: {
          id: "s",
          state,
          live,
          waits: decide(state, now).waits,
          story: { short: [], said: [], whole: [] },
          branch: "main",
          run: { kind: "still" },
        },
      }),
      read<N extends Need>(need: N): Seen<Gives<N["kind"]>> {
        // The table has for each kind a reader of its own needs.
        const read = reads[need.kind] as ((need: N) => Gives<N["kind"]> | undefined) | undefined;
        const value = read?.(need);
        return value === undefined ? { kind: "reading" } : { kind: "there", value };
      },
      draw: (line) => [line.text],
    };
  }

  /** Types what a terminal sends for these keys. A key that does nothing fails. */
  press(...keys: readonly string[]): this {
    for (const key of keys.flatMap((one) => this.#keys.read(one)))
      if (!this.tries(key)) throw new Error(`${JSON.stringify(key)} does nothing here`);
    return this;
  }

  /** Types them, whether they do something or not. */
  types(text: string): void {
    for (const key of this.#keys.read(text)) this.tries(key);
  }

  /** False: the key does nothing. */
  tries(key: Key): boolean {
    const pressed = this.#screen.press(key, this.at);
    if (!pressed) return false;
    this.#screen = pressed.next;
    this.wants.push(...pressed.wants);
    return true;
  }

  get rows(): readonly string[] {
    return this.#screen.frame(this.at).rows;
  }

  get frame() {
    return this.#screen.frame(this.at);
  }

  get text(): string {
    return this.rows.map((row) => row.trimEnd()).join("\n");
  }

  /** The row under the cursor. */
  get here(): string {
    return this.rows.find((row) => /^[›▸]/.test(row))?.trimEnd() ?? "";
  }

  get keys(): readonly string[] {
    return this.#screen.uses(this.at).flatMap(({ keys }) => keys);
  }
}

export const pressed = {
  up: "\u001b[A",
  down: "\u001b[B",
  right: "\u001b[C",
  left: "\u001b[D",
  pageUp: "\u001b[5~",
  pageDown: "\u001b[6~",
  home: "\u001b[H",
  end: "\u001b[F",
  enter: "\r",
  leave: "\u001b",
  tab: "\t",
} as const;
