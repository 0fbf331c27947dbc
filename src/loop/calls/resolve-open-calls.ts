import { byHarness } from "../../core/facts/fact.ts";
import type { CallResult } from "../../core/state/call.ts";
import { loopOf, openCalls } from "../../core/state/threads.ts";
import type { CallId } from "../../core/terms/ids.ts";
import { failure } from "../../core/work/tool.ts";
import type { Batch } from "../batch.ts";
import type { LoopRun } from "../loop-run.ts";
import type { Outcome } from "../outcome.ts";
import { type Admitted, admitCall } from "./admit-call.ts";
import { resolveCall, settled } from "./resolve-call.ts";

/** How far the calls of a reply get without effects. */
export type Reached<T> =
  | { readonly kind: "ended"; readonly outcome: Outcome<T> }
  /** The next one needs effects. */
  | { readonly kind: "open"; readonly next: Admitted }
  | { readonly kind: "settled" };

/**
 * Takes the open calls of a reply in order, up to the first that needs effects. When a call ends the loop, the calls
 * behind it are refused and told so. `verified`: the call whose result was already checked against the files.
 */
export function resolveOpenCalls<T>(run: LoopRun<T>, batch: Batch, verified?: Admitted): Reached<T> {
  const loop = loopOf(batch.at, run.loop);
  const calls = loop ? openCalls(loop) : [];
  for (const [index, call] of calls.entries()) {
    const known = call.id === verified?.call.id ? verified : undefined;
    const admitted = known ?? admitCall(run, call, batch.at);
    const resolved = resolveCall(run, admitted, batch.at, known !== undefined);
    if (resolved.kind === "needs-effects") return { kind: "open", next: admitted };
    batch.add(...resolved.drafts);
    if (resolved.kind === "settled") continue;
    for (const later of calls.slice(index + 1)) batch.add(settled(run, later.id, tooLate));
    if (resolved.kind === "ended") closeWith(run, batch, resolved.outcome, call.id);
    return { kind: "ended", outcome: resolved.outcome };
  }
  return { kind: "settled" };
}

const tooLate: CallResult = {
  ...failure("Not done: an earlier call in the same reply ended or paused this conversation."),
  refused: "late",
};

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
