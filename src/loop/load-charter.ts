import { Fault } from "../core/fault.ts";
import type { Charter } from "../core/prompt/charter.ts";
import { threadNamed } from "../core/state/threads.ts";
import type { StepContext } from "../core/work/step-context.ts";

/** The charter that a thread cites, from its side file. */
export async function loadCharter(context: StepContext, thread: string): Promise<Charter> {
  const blob = threadNamed(context.journal.state(), thread)?.charter ?? "";
  const charter = await context.charter(blob);
  if (charter) return charter;
  throw new Fault(
    "log.damaged",
    `The rules that ${thread} cites (${blob}) are missing from the session's side files.`,
  );
}
