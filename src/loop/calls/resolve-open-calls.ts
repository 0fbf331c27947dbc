import { byHarness } from "../../core/facts/fact.ts";
import { loopOf, openCalls } from "../../core/state/threads.ts";
import type { CallId } from "../../core/terms/ids.ts";
import { failure } from "../../core/work/tool.ts";
import type { Batch } from "../batch.ts";
import type { LoopRun } from "../loop-run.ts";
import type { Outcome } from "../outcome.ts";
import { resolveCall, settled } from "./resolve-call.ts";

/**
 * Takes the open calls of a reply in order, up to the first that needs effects. Two ending tools in one reply: the first
 * counts, and whatever stands behind it is told so. `verified`: the call whose result was held against the world already.
 */
export function resolveOpenCalls<T>(
  run: LoopRun<T>,
  batch: Batch,
  verified?: CallId,
): Outcome<T> | undefined {
  const loop = loopOf(batch.at, run.loop);
  const calls = loop ? openCalls(loop) : [];
  for (const [index, call] of calls.entries()) {
    const resolved = resolveCall(run, call, batch.at, call.id === verified);
    if (resolved.kind === "needs-effects") return undefined;
    batch.add(...resolved.drafts);
    if (resolved.kind === "settled") continue;
    for (const later of calls.slice(index + 1)) batch.add(settled(run, later.id, tooLate, "late"));
    if (resolved.kind === "ended") closeWith(run, batch, resolved.outcome, call.id);
    return resolved.outcome;
  }
  return undefined;
}

const tooLate = failure("Not done: an earlier call in the same reply ended or paused this conversation.");

/** Closes the loop with the caller's events in the same append. It cites the call or the reply that ended it. */
export function closeWith<T>(
  run: LoopRun<T>,
  batch: Batch,
  outcome: Outcome<T>,
  cites: CallId | `m${number}`,
): void {
  batch.add(byHarness({ type: "loop.closed", loop: run.loop, outcome: outcome.kind, cites }));
  batch.add(...run.closing(outcome, batch.at, batch.next));
}
