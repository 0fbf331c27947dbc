import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { settlementOf } from "../../rules/accounts.ts";
import {
  type Instant,
  type LoopId,
  loopId,
  type SeatId,
  type TaskId,
  type ThreadId,
} from "../../terms/ids.ts";
import type { Reserved, Usage } from "../../terms/money-schema.ts";
import type { Phase } from "../../terms/phase.ts";
import { returning } from "../../terms/task-machine.ts";

/** Tokens by price class; each token is counted in one class only. */
export interface Tokens {
  /** Sent, and neither read from a cache nor written to one. */
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
}

/** One attempt to get a reply: one line of a bill. */
export interface AttemptLine {
  /** Seq of its model.asked. */
  readonly seq: number;
  readonly at: Instant;
  readonly phase: Phase | undefined;
  readonly task?: TaskId;
  readonly member: SeatId;
  readonly model: string;
  readonly thread: ThreadId;
  readonly ask: number;
  readonly attempt: number;
  /** An attempt that repeats another one, or building after a task came back. */
  readonly isRework: boolean;
  /**
   * "unconfirmed": Huddle did not see its end, or its end did not say what was used. It counts at the most it can have
   * cost.
   */
  readonly end: "used" | "not charged" | "unconfirmed" | "under way";
  /** What it used, or its reservation while that is unknown. */
  readonly tokens: Tokens;
  /** Millionths of a dollar. Left out: the price is unknown, which is not zero. */
  readonly micros?: number;
  /** What caching saved, in millionths of a dollar, if known. */
  readonly saved?: number;
}

/**
 * Every attempt of a session, in order, with its cost. The sums equal the accounts that budgets are checked against.
 */
export function attemptsOf(facts: Iterable<Fact>): readonly AttemptLine[] {
  const book = openBook();
  for (const fact of facts) book.add(fact);
  return book.lines();
}

export interface Book {
  add(fact: Fact): void;
  lines(): readonly AttemptLine[];
}

/** The same, fact by fact, for logs that are too large to hold in memory. */
export function openBook(): Book {
  const threads = new Map<ThreadId, Pick<AttemptLine, "member" | "task"> & { readonly builds: boolean }>();
  const loops = new Map<LoopId, ThreadId>();
  const returned = new Set<TaskId | undefined>();
  const lines = new Map<number, AttemptLine>();
  const open = new Map<number, LoopId>();
  let phase: Phase | undefined;
  return { add, lines: () => [...lines.values()] };

  function add(fact: Fact): void {
    const { event, seq } = fact;
    switch (event.type) {
      case "phase.entered":
        phase = event.phase;
        break;
      case "turn.started":
        threads.set(event.thread, { member: event.seat, builds: false });
        break;
      case "thread.opened":
        threads.set(event.name, { member: event.seat, task: event.task, builds: event.purpose === "coding" });
        break;
      case "loop.opened":
        loops.set(loopId(seq), event.thread);
        break;
      case "task.moved":
        if (comesBack(event)) returned.add(event.task);
        break;
      case "runner.started":
        // The previous runner can no longer record the ends of its attempts.
        lose(() => true);
        break;
      case "model.asked":
        asked(fact, event);
        break;
      case "loop.paused":
      case "loop.closed":
        lose((loop) => loop === event.loop);
        break;
      case "model.replied":
      case "model.failed":
        end(event.asked, (line) => settled(line, event));
        break;
      default: // no other fact begins or ends an attempt
    }
  }

  function asked({ seq, at }: Fact, event: EventOf<"model.asked">): void {
    const thread = loops.get(event.loop);
    const found = thread === undefined ? undefined : threads.get(thread);
    if (thread === undefined || !found) return;
    lose((loop) => loop === event.loop);
    const { ask, attempt, model, reserved } = event;
    const { builds, ...of } = found;
    const isRework = attempt > 1 || (builds && returned.has(of.task));
    const line = { seq, at, phase, ...of, model, thread, ask, attempt, isRework };
    open.set(seq, event.loop);
    lines.set(seq, { ...line, end: "under way", ...putAside(reserved) });
  }

  function lose(isLost: (loop: LoopId) => boolean): void {
    for (const [seq, loop] of open) if (isLost(loop)) end(seq, (line) => ({ ...line, end: "unconfirmed" }));
  }

  function end(seq: number, change: (line: AttemptLine) => AttemptLine): void {
    const line = lines.get(seq);
    if (line && open.delete(seq)) lines.set(seq, change(line));
  }
}

function settled(line: AttemptLine, event: EventOf<"model.replied" | "model.failed">): AttemptLine {
  const how = settlementOf(event);
  if (how.kind === "unknown") return { ...line, end: "unconfirmed" };
  if (how.kind === "nothing") return { ...line, end: "not charged", tokens: noTokens, micros: 0 };
  const { micros: _, ...rest } = line;
  return {
    ...rest,
    end: "used",
    tokens: classesOf(how.usage),
    ...(how.micros !== undefined && { micros: how.micros }),
    ...(event.saved !== undefined && { saved: event.saved }),
  };
}

/** Whether the move sends a task back to its engineer, or to a person because it was one return too many. */
function comesBack({ trigger, returned }: EventOf<"task.moved">): boolean {
  return returned !== undefined || returning.some((one) => one === trigger);
}

export const noTokens: Tokens = { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 };

function putAside(reserved: Reserved | undefined): Pick<AttemptLine, "tokens" | "micros"> {
  if (!reserved) return { tokens: noTokens };
  const { input, output, micros } = reserved;
  return { tokens: { ...noTokens, input, output }, ...(micros !== undefined && { micros }) };
}

function classesOf({ input, output, cacheRead = 0, cacheWrite = 0 }: Usage): Tokens {
  return { input: input - cacheRead - cacheWrite, cacheRead, cacheWrite, output };
}

export function sumOf({ input, cacheRead, cacheWrite, output }: Tokens): number {
  return input + cacheRead + cacheWrite + output;
}
