import { citationsIn } from "../core/terms/citations.ts";
import { missingCitations } from "../core/work/check-citations.ts";
import type { LoopRun } from "./loop-run.ts";
import type { Said } from "./outcome.ts";
import { isStop } from "./stopped.ts";

export function asSaid(text: string, missing: readonly string[] = []): Said {
  return { text, ...(missing.length > 0 && { missing }) };
}

/** Whether files must be looked at before these words can be posted. */
export function citesFiles<T>({ hands }: LoopRun<T>, text: string): boolean {
  return hands.files !== undefined && citationsIn(text).length > 0;
}

/** Reads, changes nothing, and runs again after a kill. */
export async function missingIn<T>(run: LoopRun<T>, text: string): Promise<readonly string[] | "stopped"> {
  const { files } = run.hands;
  if (!files) return [];
  try {
    return await missingCitations(text, files);
  } catch (error) {
    if (isStop(run.context, error)) return "stopped";
    throw error;
  }
}
