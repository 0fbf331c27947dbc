import { citationsIn } from "../core/terms/citations.ts";
import { type CitedBy, lookUpCitations } from "../core/work/check-citations.ts";
import { readingHands } from "./calls/reading-hands.ts";
import type { LoopRun } from "./loop-run.ts";
import type { Said } from "./outcome.ts";
import { isStop } from "./stopped.ts";

const nothing: CitedBy = { missing: [], cited: [] };

export function asSaid(text: string, { missing, cited }: CitedBy = nothing): Said {
  return { text, ...(missing.length > 0 && { missing }), ...(cited.length > 0 && { cited }) };
}

/** Whether files must be looked at before these words can be posted. */
export function citesFiles<T>({ hands }: LoopRun<T>, text: string): boolean {
  return hands.files !== undefined && citationsIn(text).length > 0;
}

/** Reads, changes nothing, and runs again after a kill. What it reads is what members see: without keys. */
export async function citedIn<T>(run: LoopRun<T>, text: string): Promise<CitedBy | "stopped"> {
  const { files } = readingHands(run.hands, run.context.redaction);
  if (!files) return nothing;
  try {
    return await lookUpCitations(text, files);
  } catch (error) {
    if (isStop(run.context, error)) return "stopped";
    throw error;
  }
}
