import { toArray } from "../core/appended.ts";
import type { Draft } from "../core/fact.ts";
import { loopOf } from "../core/fold-loop.ts";
import { type CallId, callId } from "../core/ids.ts";
import { billOf } from "../core/money.ts";
import { byHarness, type ModelReply } from "../core/ports.ts";
import type { State } from "../core/state.ts";
import type { LoopRun } from "./loop-run.ts";
import { answered } from "./next-move.ts";
import type { Outcome } from "./outcome.ts";
import { resolveCall, settled } from "./resolve-call.ts";

export interface Asked {
  readonly asked: number;
  readonly ask: number;
  readonly seat: string;
  readonly thread: string;
  readonly model: string;
}

export interface After<T> {
  readonly drafts: readonly [Draft, ...Draft[]];
  readonly outcome?: Outcome<T>;
}

type Replied = Extract<ModelReply, { kind: "replied" }>;

/**
 * The facts of a reply and of all that follows from it at once. Calls are taken in order up to the first that needs
 * effects; that one and those behind it stay open and are settled one by one.
 */
export function afterReply<T>(
  run: LoopRun<T>,
  reply: Replied,
  asked: Asked,
  at: State,
  first: number,
): After<T> {
  const { replied, calls } = recordOf(run, reply, asked, first);
  const drafts: [Draft, ...Draft[]] = [replied];
  if (calls.length === 0) return withoutCalls(run, reply, drafts, at, first);
  for (const [index, call] of calls.entries()) {
    const resolved = resolveCall(run, call, asked, at);
    if (resolved.kind === "needs-effects") break;
    drafts.push(...resolved.drafts);
    if (resolved.kind === "settled") continue;
    drafts.push(
      ...tooLate(
        run.loop,
        calls.slice(index + 1).map((later) => later.call),
      ),
    );
    return resolved.kind === "paused"
      ? { drafts, outcome: resolved.outcome }
      : closed(run, resolved.outcome, drafts, at, first);
  }
  return { drafts: withSoftLimit(run, drafts, at) };
}

/** The model is told once that a limit comes near. */
function withSoftLimit<T>(run: LoopRun<T>, drafts: [Draft, ...Draft[]], at: State): [Draft, ...Draft[]] {
  const loop = loopOf(at, run.loop);
  const escalate = loop?.escalate;
  if (!loop || escalate?.soft !== answered(toArray(loop.asks)) + 1) return drafts;
  const text = `${escalate.hard - escalate.soft} requests are left here. Bring it to an end with ${run.terminal.name}.`;
  return [...drafts, byHarness({ type: "loop.nudged", loop: run.loop, why: "soft-limit", text })];
}

/** A reply that came when its step was no longer wanted: it was paid for and is recorded; nothing follows from it. */
export function lateReply<T>(
  run: LoopRun<T>,
  reply: Replied,
  asked: Asked,
  first: number,
): readonly [Draft, ...Draft[]] {
  const { replied, calls } = recordOf(run, reply, asked, first);
  const refused = calls.map(({ call }) =>
    settled(run.loop, call, { failed: true, text: "Not done: the talk had moved on." }),
  );
  return [replied, ...refused, byHarness({ type: "loop.closed", loop: run.loop, outcome: "stopped" })];
}

function recordOf<T>(run: LoopRun<T>, reply: Replied, asked: Asked, first: number) {
  // Calls of a reply that was cut off may be cut off themselves, so none of them is believed.
  const believed = reply.finish === "length" ? [] : reply.calls;
  const calls = believed.map(({ tool, input }, index) => ({
    call: callId(first, index),
    tool,
    input: toJson(input),
  }));
  const { asked: seq, ask, seat } = asked;
  const { text, finish, usage, opaque } = reply;
  const price = run.context.price(asked.model);
  const event = {
    type: "model.replied" as const,
    asked: seq,
    loop: run.loop,
    ask,
    text,
    calls,
    finish,
    ...(usage && { usage }),
    ...(usage && price && billOf(usage, price)),
    ...(opaque !== undefined && { opaque: toJson(opaque) }),
  };
  return { replied: { actor: seat, event }, calls };
}

function withoutCalls<T>(
  run: LoopRun<T>,
  reply: Replied,
  drafts: [Draft, ...Draft[]],
  at: State,
  first: number,
): After<T> {
  const whole = reply.finish !== "length";
  const said = reply.text.trim();
  if (whole && run.textEnds && said !== "")
    return closed(run, { kind: "text", text: said }, drafts, at, first);
  const text = whole
    ? `You called no tool. Use one of your tools; ${run.terminal.name} ends this.`
    : "Your reply was cut off at its length limit and its tool calls were dropped. Be shorter, in smaller steps.";
  drafts.push(byHarness({ type: "loop.nudged", loop: run.loop, why: whole ? "no-tool" : "cut", text }));
  return { drafts: withSoftLimit(run, drafts, at) };
}

function closed<T>(
  run: LoopRun<T>,
  outcome: Outcome<T>,
  drafts: [Draft, ...Draft[]],
  at: State,
  first: number,
): After<T> {
  drafts.push(byHarness({ type: "loop.closed", loop: run.loop, outcome: outcome.kind, cites: `m${first}` }));
  drafts.push(...run.closing(outcome, at, first + drafts.length));
  return { drafts, outcome };
}

/** Two ending tools in one reply: the first counts, and whatever stands behind it is told so. */
export function tooLate(loop: string, calls: readonly CallId[]): readonly Draft[] {
  return calls.map((call) =>
    settled(loop, call, {
      failed: true,
      text: "Not done: an earlier call in the same reply ended or paused this conversation.",
    }),
  );
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
