import { refusal } from "../core/ports.ts";
import type { Call } from "../core/state.ts";
import { NoLongerWanted } from "../core/step-context.ts";
import { admitCall } from "./admit-call.ts";
import { Batch } from "./batch.ts";
import type { LoopRun } from "./loop-run.ts";
import type { Outcome } from "./outcome.ts";
import { settled } from "./resolve-call.ts";
import { resolveOpenCalls } from "./resolve-open-calls.ts";
import { brokenResult, type Effect, takenResult } from "./tool-result.ts";
import { write } from "./write.ts";

/** Brings one open call to its result. What was read before a kill is read again; what was written is not. */
export async function settleCall<T>(run: LoopRun<T>, call: Call): Promise<Outcome<T> | undefined> {
  const result = await effectOf(run, call);
  if (result === "stopped") return { kind: "stopped" };
  return result ? record(run, call, result) : resolveNow(run);
}

/** Undefined: the call has no effects, or is refused. */
async function effectOf<T>(run: LoopRun<T>, call: Call): Promise<Effect | "stopped" | undefined> {
  const admitted = admitCall(run, call, run.context.journal.state());
  if (admitted.kind !== "tool") return undefined;
  const { tool, input } = admitted;
  if (tool.effect === "writes") return write(run, call, tool, input);
  if (tool.effect !== "reads") return undefined;
  try {
    return takenResult(await tool.run(input, run.hands));
  } catch (error) {
    return isStop(run, error) ? "stopped" : brokenResult(call.tool, error);
  }
}

/** A look that our own stop cut short came to nothing; the call stays open, and is made again by whoever goes on. */
function isStop<T>(run: LoopRun<T>, error: unknown): boolean {
  const { signal } = run.context;
  return signal.aborted && error === signal.reason;
}

/** A result is recorded whether or not its step is still wanted: it was had. */
async function record<T>(run: LoopRun<T>, call: Call, result: Effect): Promise<undefined> {
  const done = await run.context.journal.append(() => [settled(run, call.id, result, result.refused)]);
  if (done.kind === "refused") throw new NoLongerWanted();
}

/** Calls without effects that stood behind one with: the same rules as in the reply's own append. */
async function resolveNow<T>(run: LoopRun<T>): Promise<Outcome<T> | undefined> {
  const { journal, clock, wanted } = run.context;
  let outcome: Outcome<T> | undefined;
  const done = await journal.append((at, first) => {
    if (!wanted(at)) return refusal("no longer wanted");
    const batch = new Batch(at, first, clock.now());
    outcome = resolveOpenCalls(run, batch);
    return batch.drafts;
  });
  if (done.kind !== "done") throw new NoLongerWanted();
  return outcome;
}
