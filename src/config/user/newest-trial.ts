import type { Trial } from "../../core/ports/check-run.ts";
import { readTextFile } from "../read-text-file.ts";
import { writePrivate } from "./write-private.ts";

export async function newestTrial(file: string): Promise<Trial | undefined> {
  const text = await readTextFile(file).catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isTrial(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export async function keepTrial(file: string, trial: Trial): Promise<void> {
  await writePrivate(file, `${JSON.stringify(trial)}\n`);
}

/** Nobody edits it by hand, and only words for a person are made of it. */
function isTrial(value: unknown): value is Trial {
  if (typeof value !== "object" || value === null) return false;
  const { commit, at, hash, runs }: Partial<Record<keyof Trial, unknown>> = value;
  return (
    [commit, at, hash].every((one) => typeof one === "string") && Array.isArray(runs) && runs.every(isRun)
  );
}

function isRun(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { name, command, exit, ms }: Record<string, unknown> = { ...value };
  const ended = exit === null || typeof exit === "number";
  return typeof name === "string" && typeof command === "string" && ended && typeof ms === "number";
}
