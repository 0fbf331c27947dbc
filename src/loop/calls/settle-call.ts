import { refusal } from "../../core/facts/fact.ts";
import type { CallResult, OpenCall } from "../../core/state/call.ts";
import { loopOf } from "../../core/state/threads.ts";
import { NoLongerWanted } from "../../core/work/step-context.ts";
import { Batch } from "../batch.ts";
import type { LoopRun } from "../loop-run.ts";
import { forYes } from "../next-move.ts";
import type { Outcome } from "../outcome.ts";
import { citedIn } from "../said.ts";
import { wordsOf } from "../words.ts";
import type { Admitted } from "./admit-call.ts";
import { carryOut } from "./carry-out.ts";
import { settled } from "./resolve-call.ts";
import { type Checked, citedBy, type Reached, resolveOpenCalls } from "./resolve-open-calls.ts";

/** Settles an admitted call, and then the calls behind it that need no effects. */
export async function settleCall<T>(run: LoopRun<T>, admitted: Admitted): Promise<Outcome<T> | undefined> {
  const result = await carryOut(run, admitted);
  if (result === "stopped") return { kind: "stopped" };
  if (result === "paused") return { kind: "paused", call: admitted.call.id, request: forYes };
  if (result && !("note" in result)) return record(run, admitted.call, result);
  const words = await citedIn(run, postable(run));
  const itself = await citedIn(run, citedBy(run, admitted));
  if (words === "stopped" || itself === "stopped") return { kind: "stopped" };
  return goOn(run, await resolve(run, { admitted, words, missing: itself.missing, ...result }));
}

/** The words that are posted if this call ends or pauses the loop. */
function postable<T>(run: LoopRun<T>): string {
  const loop = loopOf(run.context.journal.state(), run.loop);
  return run.saying && loop ? wordsOf(run, loop) : "";
}

/** Continues from what was reached without effects: to the end, or to the call that needs some. */
export async function goOn<T>(run: LoopRun<T>, reached: Reached<T>): Promise<Outcome<T> | undefined> {
  switch (reached.kind) {
    case "ended":
      return reached.outcome;
    case "open":
      return settleCall(run, reached.next);
    case "settled":
      return undefined;
  }
}

/** Records a result whether or not its step is still wanted: the call was carried out. */
async function record<T>(run: LoopRun<T>, call: OpenCall, result: CallResult): Promise<undefined> {
  const done = await run.context.journal.append(() => [settled(run, call.id, result)]);
  if (done.kind === "refused") throw new NoLongerWanted();
}

/** Calls without effects behind one that has some: the same rules as in the reply's own append. */
async function resolve<T>(run: LoopRun<T>, checked: Checked): Promise<Reached<T>> {
  const { journal, clock, wanted } = run.context;
  let reached: Reached<T> = { kind: "settled" };
  const done = await journal.append((at, first) => {
    if (!wanted(at)) return refusal("no longer wanted");
    const batch = new Batch(at, first, clock.now());
    reached = resolveOpenCalls(run, batch, checked);
    return batch.drafts;
  });
  if (done.kind !== "done") throw new NoLongerWanted();
  return reached;
}
