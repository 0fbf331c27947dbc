import type { Draft } from "../../core/facts/fact.ts";
import { byHarness } from "../../core/facts/fact.ts";
import type { ModelReply } from "../../core/ports/model.ts";
import type { CallResult } from "../../core/state/call.ts";
import type { State } from "../../core/state/state.ts";
import { loopOf } from "../../core/state/threads.ts";
import { citationsIn } from "../../core/terms/citations.ts";
import { callId } from "../../core/terms/ids.ts";
import { billOf } from "../../core/terms/money.ts";
import { failure } from "../../core/work/tool.ts";
import { Batch } from "../batch.ts";
import { settled } from "../calls/resolve-call.ts";
import { closeWith, type Reached, resolveOpenCalls } from "../calls/resolve-open-calls.ts";
import type { LoopRun } from "../loop-run.ts";
import { nudgeWords, softLimitWords } from "./nudge.ts";

export interface OpenAsk {
  readonly asked: number;
  readonly ask: number;
  readonly seat: string;
  readonly thread: string;
  readonly model: string;
}

export interface After<T> {
  readonly drafts: readonly [Draft, ...Draft[]];
  readonly reached: Reached<T>;
}

type Replied = Extract<ModelReply, { kind: "replied" }>;

/**
 * The facts of a reply and of all that follows from it at once. Calls are taken in order up to the first that needs
 * effects; that one and those behind it stay open and are settled one by one.
 */
export function afterReply<T>(
  run: LoopRun<T>,
  reply: Replied,
  asked: OpenAsk,
  at: State,
  first: number,
): After<T> {
  const batch = new Batch(at, first, run.context.clock.now());
  batch.add(recordOf(run, reply, asked, first));
  const hasCalls = believed(reply).length > 0;
  const reached = hasCalls ? resolveOpenCalls(run, batch) : withoutCalls(run, reply, batch);
  if (reached === "unchecked") return { drafts: batch.drafts, reached: { kind: "settled" } };
  const isOver = reached.kind === "ended" && reached.outcome.kind !== "paused";
  const soft = isOver ? undefined : softLimitWords(run, batch.at);
  if (soft !== undefined) nudge(run, batch, "soft-limit", soft);
  return { drafts: batch.drafts, reached };
}

/** A reply that came when its step was no longer wanted: it was paid for and is recorded; nothing follows from it. */
export function lateReply<T>(
  run: LoopRun<T>,
  reply: Replied,
  asked: OpenAsk,
  first: number,
): readonly [Draft, ...Draft[]] {
  const refused = believed(reply).map((_, index) => settled(run, callId(first, index), movedOn));
  return [
    recordOf(run, reply, asked, first),
    ...refused,
    byHarness({ type: "loop.closed", loop: run.loop, outcome: "stopped" }),
  ];
}

const movedOn: CallResult = { ...failure("Not done: the talk had moved on."), refused: "late" };

/** "unchecked": it ends the loop as soon as its citations were looked at, which takes files. */
function withoutCalls<T>(run: LoopRun<T>, reply: Replied, batch: Batch): Reached<T> | "unchecked" {
  const isWhole = reply.finish !== "length";
  const text = reply.text.trim();
  if (!isWhole || !loopOf(batch.at, run.loop)?.textEnds || text === "") {
    const why = isWhole ? "no-tool" : "cut";
    nudge(run, batch, why, nudgeWords(run, batch.at, why, reply.calls.length));
    return { kind: "settled" };
  }
  if (run.hands.files && citationsIn(text).length > 0) return "unchecked";
  const outcome = { kind: "text" as const, text };
  closeWith(run, batch, outcome, `m${batch.next - 1}`);
  return { kind: "ended", outcome };
}

function nudge<T>(run: LoopRun<T>, batch: Batch, why: "no-tool" | "cut" | "soft-limit", text: string): void {
  batch.add(byHarness({ type: "loop.nudged", loop: run.loop, why, text }));
}

/** Calls of a reply that was cut off may be cut off themselves, so none of them is believed. */
function believed(reply: Replied): Replied["calls"] {
  return reply.finish === "length" ? [] : reply.calls;
}

function recordOf<T>(run: LoopRun<T>, reply: Replied, asked: OpenAsk, first: number): Draft {
  const { text, finish, usage, opaque } = reply;
  const price = run.context.price(asked.model);
  return {
    actor: asked.seat,
    event: {
      type: "model.replied",
      asked: asked.asked,
      loop: run.loop,
      ask: asked.ask,
      text,
      calls: believed(reply).map(({ tool, input }, index) => ({
        call: callId(first, index),
        tool,
        input: input === undefined || input === null ? {} : toJson(input),
      })),
      finish,
      ...(usage && { usage }),
      ...(usage && price && billOf(usage, price)),
      ...(opaque !== undefined && { opaque: toJson(opaque) }),
    },
  };
}

/** Providers may send anything; what cannot be JSON becomes null and fails its tool's schema in plain words. */
function toJson(input: unknown) {
  if (isDeep(input, deepest)) return null;
  try {
    return JSON.parse(JSON.stringify(input) ?? "null");
  } catch (error) {
    if (error instanceof TypeError) return null; // a big integer
    throw error;
  }
}

/** Whoever reads such input walks down it; beyond this depth, as in a circle, nobody has meant anything. */
const deepest = 64;

function isDeep(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((one) => isDeep(one, left - 1));
}
