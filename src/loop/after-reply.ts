import type { Draft } from "../core/fact.ts";
import { type CallId, callId } from "../core/ids.ts";
import { byHarness, type ModelReply } from "../core/ports.ts";
import type { State } from "../core/state.ts";
import type { LoopRun } from "./loop-run.ts";
import type { Outcome } from "./outcome.ts";
import { resolveCall, settled } from "./resolve-call.ts";

export interface Asked {
  readonly asked: number;
  readonly ask: number;
  readonly seat: string;
  readonly thread: string;
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
  const whole = reply.finish !== "length";
  // Calls of a reply that was cut off may be cut off themselves, so none of them is believed.
  const calls = whole
    ? reply.calls.map((call, index) => ({
        call: callId(first, index),
        tool: call.tool,
        input: toJson(call.input),
      }))
    : [];
  const replied: Draft = {
    actor: asked.seat,
    event: {
      type: "model.replied",
      asked: asked.asked,
      loop: run.loop,
      ask: asked.ask,
      text: reply.text,
      calls,
      finish: reply.finish,
      usage: reply.usage,
    },
  };
  const drafts: [Draft, ...Draft[]] = [replied];
  if (calls.length === 0) return withoutCalls(run, reply, whole, drafts, at, first);
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
  return { drafts };
}

function withoutCalls<T>(
  run: LoopRun<T>,
  reply: Replied,
  whole: boolean,
  drafts: [Draft, ...Draft[]],
  at: State,
  first: number,
): After<T> {
  const said = reply.text.trim();
  if (whole && run.textEnds && said !== "")
    return closed(run, { kind: "text", text: said }, drafts, at, first);
  const text = whole
    ? `You called no tool. Use one of your tools; ${run.terminal.name} ends this.`
    : "Your reply was cut off at its length limit and its tool calls were dropped. Be shorter, in smaller steps.";
  drafts.push(byHarness({ type: "loop.nudged", loop: run.loop, why: whole ? "no-tool" : "cut", text }));
  return { drafts };
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
  return JSON.parse(JSON.stringify(input ?? null));
}
