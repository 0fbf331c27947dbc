import { Fault } from "../core/fault.ts";
import type { StepContext } from "../core/step-context.ts";
import { threadNamed } from "../core/threads.ts";
import { type Charter, parseCharter } from "../core/views/charter.ts";

/** The charter that a thread cites, from its side file. */
export async function loadCharter(context: StepContext, thread: string): Promise<Charter> {
  const blob = threadNamed(context.journal.state(), thread)?.charter ?? "";
  const text = await context.blobs.get(blob);
  if (text === undefined)
    throw new Fault(
      "log.damaged",
      `The rules that ${thread} cites (${blob}) are missing from the session's side files.`,
    );
  return parseCharter(text);
}
