import type { EventOf } from "../../core/facts/events.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { byHarness } from "../../core/facts/fact.ts";
import type { ModelReply } from "../../core/ports/model.ts";
import type { CallResult } from "../../core/state/call.ts";
import type { State } from "../../core/state/state.ts";
import { loopOf } from "../../core/state/threads.ts";
import { callId } from "../../core/terms/ids.ts";
import { believedUsage, billOf } from "../../core/terms/money.ts";
import { failure } from "../../core/work/tool.ts";
import { Batch } from "../batch.ts";
import { settled } from "../calls/resolve-call.ts";
import { closeWith, type Reached, resolveOpenCalls } from "../calls/resolve-open-calls.ts";
import type { LoopRun } from "../loop-run.ts";
import { citesFiles } from "../said.ts";
import { endsTurn, isHeldBack, wordsOf } from "../words.ts";
import { heldBackWords, nudgeWords, softLimitWords } from "./nudge.ts";

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
 * The facts of a reply and of all that follows from it at once. Takes calls in order up to the first that needs
 * effects. That call and all behind it stay open and are settled one by one.
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
  const reached = resolveOpenCalls(run, batch);
  const after = reached.kind === "settled" ? withoutEffects(run, reply, batch, first) : reached;
  if (after === "unchecked") return { drafts: batch.drafts, reached };
  const isOver = after.kind === "ended" && after.outcome.kind !== "paused";
  const soft = isOver ? undefined : softLimitWords(run, batch.at);
  if (soft !== undefined) nudge(run, batch, "soft-limit", soft);
  return { drafts: batch.drafts, reached: after };
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

/**
 * A reply with all its results: its words end the turn, or the model is told why they do not. "unchecked": they end it
 * once their citations are checked, which takes files.
 */
function withoutEffects<T>(
  run: LoopRun<T>,
  reply: Replied,
  batch: Batch,
  first: number,
): Reached<T> | "unchecked" {
  const loop = loopOf(batch.at, run.loop);
  if (loop && endsTurn(run, loop)) {
    const text = wordsOf(run, loop);
    if (citesFiles(run, text)) return "unchecked";
    const outcome = { kind: "text" as const, text };
    closeWith(run, batch, outcome, `m${first}`);
    return { kind: "ended", outcome };
  }
  if (believed(reply).length === 0) {
    const why = reply.finish === "length" ? "cut" : "no-tool";
    nudge(run, batch, why, nudgeWords(run, batch.at, why, reply.calls.length));
  } else if (loop && isHeldBack(run, loop)) nudge(run, batch, "held-back", heldBackWords);
  return { kind: "settled" };
}

function nudge<T>(run: LoopRun<T>, batch: Batch, why: EventOf<"loop.nudged">["why"], text: string): void {
  batch.add(byHarness({ type: "loop.nudged", loop: run.loop, why, text }));
}

/** Calls of a reply that was cut off may be cut off themselves, so the loop drops them all. */
function believed(reply: Replied): Replied["calls"] {
  return reply.finish === "length" ? [] : reply.calls;
}

function recordOf<T>(run: LoopRun<T>, reply: Replied, asked: OpenAsk, first: number): Draft {
  const { text, finish, opaque } = reply;
  const usage = believedUsage(reply.usage);
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
        input: json(input),
      })),
      finish,
      ...(usage && { usage }),
      ...(usage && price && billOf(usage, price)),
      ...(opaque !== undefined && { opaque: json(opaque) }),
      ...reply.took,
    },
  };
}

type Json = EventOf<"model.replied">["calls"][number]["input"];

function json(value: unknown): Json {
  return value as Json; // `takenReply` made it JSON
}
