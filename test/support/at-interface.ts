import type { Door, Listener, OpenSession, Performed } from "../../src/app/door/door.ts";
import { localTimes } from "../../src/cli/print/local-time.ts";
import type { Fact } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import type { Signal } from "../../src/core/ports/signal.ts";
import { emptyState } from "../../src/core/state/state.ts";
import { KeyReader } from "../../src/core/views/line/keys.ts";
import { painter } from "../../src/core/views/rows/theme.ts";
import type { RunSeen } from "../../src/core/views/screen/screen.ts";
import type { Doing } from "../../src/core/views/screen/want.ts";
import { type Ended, Interface } from "../../src/tui/interface.ts";
import type { Past } from "./past.ts";

export interface AtInterfaceOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly colour?: boolean;
  readonly run?: RunSeen;
  /** What is read for each kind of need. */
  readonly reads?: Readonly<Record<string, unknown>>;
  answers?(doing: Doing): Performed;
}

export interface AtInterface {
  readonly face: Interface;
  rows(): readonly string[];
  text(): string;
  cursor(): { readonly row: number; readonly column: number } | undefined;
  /** Presses keys as the terminal sends them, one call for each key that is no letter. */
  press(...chunks: readonly string[]): void;
  /** Tells what the past has gained since the last call. */
  catchUp(): void;
  signal(signal: Signal): void;
  runs(run: RunSeen): void;
  resize(columns: number, rows: number): void;
  /** What the door was asked to do. */
  readonly done: readonly Doing[];
  readonly ended: readonly Ended[];
  /** Resolves when everything that was begun is through. */
  settled(): Promise<void>;
}

/** A door behind which there is a session with this past, and nothing else. */
export function atDoor(
  past: Pick<Past, "facts" | "now"> | undefined,
  now?: string,
  options: AtInterfaceOptions = {},
) {
  let run: RunSeen = options.run ?? { kind: "still" };
  let listener: Listener | undefined;
  let told = 0;
  let state = emptyState;
  const done: Doing[] = [];
  const perform = async (doing: Doing): Promise<Performed> => {
    done.push(doing);
    return options.answers?.(doing) ?? { kind: "done" };
  };
  const session: OpenSession = {
    kind: "open",
    id: "twice",
    branch: "main",
    run: () => run,
    perform,
    still: async () => {},
    close: async () => {},
  };
  const door: Door = {
    clock: { now: () => now ?? past?.now ?? "2026-01-01T00:00:00.000Z", sleep: async () => {} },
    times: localTimes,
    // Each test gives for a need what the need's own kind says.
    read: async (need) => {
      const value = options.reads?.[need.kind] as never;
      return value === undefined
        ? { kind: "failed", why: "There is nothing to read." }
        : { kind: "there", value };
    },
    changes: () => "never",
    meant: async () => (past ? "twice" : undefined),
    async open(_, hear) {
      listener = hear;
      return session;
    },
    perform,
  };
  const one = (fact: Fact) => {
    const before = state;
    state = fold(before, fact);
    listener?.tell({ kind: "fact", fact, before, after: state });
  };
  return {
    door,
    done,
    /** Tells what the past has gained since the last call. */
    tell() {
      for (const fact of past?.facts.slice(told) ?? []) one(fact);
      told = past?.facts.length ?? 0;
    },
    signal: (signal: Signal) => listener?.tell({ kind: "signal", signal }),
    runs(next: RunSeen) {
      run = next;
      listener?.runChanged();
    },
  };
}

/** The interface without a terminal, in a session with this past. */
export async function atInterface(
  past: Pick<Past, "facts" | "now"> | undefined,
  options: AtInterfaceOptions = {},
): Promise<AtInterface> {
  let size = { columns: options.columns ?? 80, rows: options.rows ?? 24 };
  const { door, done, tell, signal, runs } = atDoor(past, undefined, options);
  const ended: Ended[] = [];
  const face = new Interface({
    door,
    paint: painter(options.colour ?? false),
    size: () => size,
    changed: () => {},
    redraw: () => {},
    end: (one) => ended.push(one),
  });
  const keys = new KeyReader();
  const at: AtInterface = {
    face,
    rows: () => face.frame().rows,
    text: () => face.frame().rows.join("\n"),
    cursor: () => face.frame().cursor,
    press(...chunks) {
      for (const chunk of chunks) face.press(keys.read(chunk));
    },
    catchUp: tell,
    signal,
    runs,
    resize(columns, rows) {
      size = { columns, rows };
    },
    done,
    ended,
    settled: () => new Promise((resolve) => setImmediate(resolve)),
  };
  await face.open(undefined);
  at.catchUp();
  return at;
}
