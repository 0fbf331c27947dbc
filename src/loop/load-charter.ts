import { Fault } from "../core/fault.ts";
import { type Charter, parseCharter } from "../core/prompt/charter.ts";
import { threadNamed } from "../core/state/threads.ts";
import type { StepContext } from "../core/work/step-context.ts";

/** The charter that a thread cites, from its side file. */
export async function loadCharter(context: StepContext, thread: string): Promise<Charter> {
  const blob = threadNamed(context.journal.state(), thread)?.charter ?? "";
  const text = await context.blobs.get(blob);
  if (text === undefined)
    throw new Fault(
      "log.damaged",
      `The rules that ${thread} cites (${blob}) are missing from the session's side files.`,
    );
  const known = parsed.get(text) ?? parseCharter(text);
  if (parsed.size >= most) parsed.clear();
  parsed.set(text, known);
  return known;
}

/** The same text is the same charter, and a phase reads it with every turn. */
const parsed = new Map<string, Charter>();
const most = 16;
