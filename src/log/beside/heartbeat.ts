import { stat, utimes, writeFile } from "node:fs/promises";
import type { Instant } from "../../core/terms/ids.ts";
import { isErrno } from "../errno.ts";

const everyMs = 2_000;

/**
 * Touches the file now and every two seconds, until the signal aborts. Does not keep the process alive. `onBeat` hears
 * how much time has passed for this process: a machine that slept has slept between two beats.
 */
export function beat(
  path: string,
  now: () => Instant,
  signal: AbortSignal,
  onBeat?: (passedMs: number) => void,
): void {
  if (signal.aborted) return;
  // Only a hint that the runner is alive, so a failed beat does no harm.
  const touchQuietly = () => void touch(path, now()).catch(() => undefined);
  touchQuietly();
  const timer = setInterval(() => {
    touchQuietly();
    onBeat?.(everyMs);
  }, everyMs);
  timer.unref();
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}

async function touch(path: string, at: Instant): Promise<void> {
  const when = new Date(at);
  try {
    await utimes(path, when, when);
  } catch (error) {
    if (!isErrno(error, "ENOENT")) throw error;
    await writeFile(path, "");
    await utimes(path, when, when);
  }
}

/** How long ago the file was touched; undefined: never. */
export async function lastBeatMs(path: string, now: Instant): Promise<number | undefined> {
  try {
    const { mtimeMs } = await stat(path);
    return Math.max(0, Date.parse(now) - mtimeMs);
  } catch (error) {
    if (isErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}
