import type { Denied } from "../../core/ports/files.ts";
import { denied } from "./guard/guard-path.ts";

const longestMs = 20_000;

/** Looks at files within a time limit. Throws when the outer signal aborts, and denies when it takes too long. */
export async function inTime<T>(
  signal: AbortSignal,
  act: (limit: AbortSignal) => Promise<T>,
  timeoutMs = longestMs,
): Promise<T | Denied> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await act(AbortSignal.any([signal, late]));
  } catch (error) {
    if (!late.aborted || error !== late.reason) throw error;
    return denied(
      `This took longer than ${timeoutMs / 1000} seconds and was given up. Ask for less: a folder, or a simpler pattern.`,
    );
  }
}
