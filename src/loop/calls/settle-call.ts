import { refusal } from "../../core/facts/fact.ts";
import type { Call } from "../../core/state/thread.ts";
import { NoLongerWanted } from "../../core/work/step-context.ts";
import { Batch } from "../batch.ts";
import type { LoopRun } from "../loop-run.ts";
import type { Outcome } from "../outcome.ts";
import { isStop } from "../stopped.ts";
import { admitCall } from "./admit-call.ts";
import { notAccepted, settled } from "./resolve-call.ts";
import { resolveOpenCalls } from "./resolve-open-calls.ts";
import { brokenResult, type Effect, takenResult } from "./tool-result.ts";
import { write } from "./write.ts";

/** Brings one open call to its result. What was read before a kill is read again; what was written is not. */
export async function settleCall<T>(run: LoopRun<T>, call: Call): Promise<Outcome<T> | undefined> {
  const result = await effectOf(run, call);
  if (result === "stopped") return { kind: "stopped" };
  return result ? record(run, call, result) : resolveNow(run, call);
}

/** Undefined: the call has no effects, or is refused. */
async function effectOf<T>(run: LoopRun<T>, call: Call): Promise<Effect | "stopped" | undefined> {
  const admitted = admitCall(run, call, run.context.journal.state());
  if (admitted.kind === "refused") return undefined;
  if (admitted.kind === "terminal") return verify(run, admitted.input);
  const { tool, input } = admitted;
  if (tool.effect === "writes") return write(run, call, tool, input);
  if (tool.effect !== "reads") return undefined;
  try {
    return takenResult(await tool.run(input, run.hands));
  } catch (error) {
    return isStop(run.context, error) ? "stopped" : brokenResult(call.tool, error);
  }
}

/** Undefined: nothing speaks against this result, or what does needs no look at the world. */
async function verify<T>(
  { terminal, hands, context }: LoopRun<T>,
  input: Record<string, unknown>,
): Promise<Effect | "stopped" | undefined> {
  try {
    const value = terminal.result(input);
    if (!terminal.verify || terminal.check(value, context.journal.state()).length > 0) return undefined;
    const faults = await terminal.verify(value, hands);
    return faults.length > 0 ? notAccepted(terminal.name, faults) : undefined;
  } catch (error) {
    return isStop(context, error) ? "stopped" : brokenResult(terminal.name, error);
  }
}

/** A result is recorded whether or not its step is still wanted: it was had. */
async function record<T>(run: LoopRun<T>, call: Call, result: Effect): Promise<undefined> {
  const done = await run.context.journal.append(() => [settled(run, call.id, result, result.refused)]);
  if (done.kind === "refused") throw new NoLongerWanted();
}

/** Calls without effects that stood behind one with: the same rules as in the reply's own append. */
async function resolveNow<T>(run: LoopRun<T>, verified: Call): Promise<Outcome<T> | undefined> {
  const { journal, clock, wanted } = run.context;
  let outcome: Outcome<T> | undefined;
  const done = await journal.append((at, first) => {
    if (!wanted(at)) return refusal("no longer wanted");
    const batch = new Batch(at, first, clock.now());
    outcome = resolveOpenCalls(run, batch, verified.id);
    return batch.drafts;
  });
  if (done.kind !== "done") throw new NoLongerWanted();
  return outcome;
}
