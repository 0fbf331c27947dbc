import { refusal } from "../core/facts/fact.ts";
import type { Loop, Reply } from "../core/state/thread.ts";
import { NoLongerWanted } from "../core/work/step-context.ts";
import { Batch } from "./batch.ts";
import { closeWith } from "./calls/resolve-open-calls.ts";
import type { LoopRun } from "./loop-run.ts";
import type { Outcome } from "./outcome.ts";
import { asSaid, citedIn } from "./said.ts";
import { wordsOf } from "./words.ts";

/**
 * Ends the loop with words that are already in the log and cite files. The files are checked first, so a kill in
 * between costs the check and not the reply.
 */
export async function sayText<T>(run: LoopRun<T>, loop: Loop, reply: Reply): Promise<Outcome<T>> {
  const { journal, clock, wanted } = run.context;
  const text = wordsOf(run, loop);
  const cited = await citedIn(run, text);
  if (cited === "stopped") return { kind: "stopped" };
  const outcome: Outcome<T> = { kind: "text", ...asSaid(text, cited) };
  const said = await journal.append((at, first) => {
    if (!wanted(at)) return refusal("no longer wanted");
    const batch = new Batch(at, first, clock.now());
    closeWith(run, batch, outcome, `m${reply.seq}`);
    return batch.drafts;
  });
  if (said.kind !== "done") throw new NoLongerWanted();
  return outcome;
}
