import type { EventOf } from "../../core/facts/events.ts";
import { byHarness, refusal } from "../../core/facts/fact.ts";
import type { CallResult, OpenCall } from "../../core/state/call.ts";
import { mayBegin, NoLongerWanted } from "../../core/work/step-context.ts";
import { failure } from "../../core/work/tool.ts";
import type { LoopRun } from "../loop-run.ts";

/** Records that a call begins, before it changes anything. A result: it does not begin, and this is why. */
export async function beginCall<T>(
  run: LoopRun<T>,
  { id, tool }: OpenCall,
  intent: Pick<EventOf<"tool.called">, "effect" | "changes" | "approval">,
): Promise<CallResult | undefined> {
  const called = await run.context.journal.append((at) => {
    if (!mayBegin(run.context, at)) return refusal("no longer wanted");
    return [byHarness({ type: "tool.called", loop: run.loop, call: id, tool, ...intent })];
  });
  return called.kind === "done" ? undefined : notBegun(run);
}

/** The result of a call whose intent was refused: everything was stopped. Throws if its step is no longer wanted. */
export function notBegun<T>({ context: { journal, signal, wanted } }: LoopRun<T>): CallResult {
  if (signal.aborted && wanted(journal.state())) return unbegun;
  throw new NoLongerWanted();
}

/** No call begins after a stop, but each still gets a result, so the conversation is complete. */
const unbegun: CallResult = {
  ...failure("Not done: everything was stopped before this call began. Call it again if it is still wanted."),
  refused: "late",
};
