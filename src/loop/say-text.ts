import { refusal } from "../core/facts/fact.ts";
import type { Reply } from "../core/state/thread.ts";
import { missingCitations } from "../core/work/check-citations.ts";
import { NoLongerWanted } from "../core/work/step-context.ts";
import { Batch } from "./batch.ts";
import { closeWith } from "./calls/resolve-open-calls.ts";
import type { LoopRun } from "./loop-run.ts";
import type { Outcome } from "./outcome.ts";
import { isStop } from "./stopped.ts";

/**
 * Ends the loop with a plain reply that is already in the log and cites files. The files are checked first, so a kill
 * in between costs the check and not the reply.
 */
export async function sayText<T>(run: LoopRun<T>, reply: Reply): Promise<Outcome<T>> {
  const { journal, clock, wanted } = run.context;
  const text = reply.text.trim();
  const missing = await missingIn(run, text);
  if (missing === "stopped") return { kind: "stopped" };
  const outcome: Outcome<T> = { kind: "text", text, ...(missing.length > 0 && { missing }) };
  const said = await journal.append((at, first) => {
    if (!wanted(at)) return refusal("no longer wanted");
    const batch = new Batch(at, first, clock.now());
    closeWith(run, batch, outcome, `m${reply.seq}`);
    return batch.drafts;
  });
  if (said.kind !== "done") throw new NoLongerWanted();
  return outcome;
}

async function missingIn<T>(run: LoopRun<T>, text: string): Promise<readonly string[] | "stopped"> {
  const { files } = run.hands;
  if (!files) return [];
  try {
    return await missingCitations(text, files);
  } catch (error) {
    if (isStop(run.context, error)) return "stopped";
    throw error;
  }
}
