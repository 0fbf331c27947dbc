import { join } from "node:path";
import type { Permit } from "../../core/terms/policy.ts";
import { readTextFile } from "../read-text-file.ts";
import { oneWriter } from "./one-writer.ts";
import { assertPrivate } from "./user-config.ts";
import { writePrivate } from "./write-private.ts";

/** What a person trusts one repository with. */
export interface Trust {
  /** Of what the repository's settings would execute. */
  readonly hashes: readonly string[];
  /** What happens there without asking. */
  readonly permits: readonly Permit[];
}

const none: Trust = { hashes: [], permits: [] };

export function trustPath(folder: string): string {
  return join(folder, "trust.json");
}

/** By the folder of git that all worktrees of a repository share. If others may change the file, that is a Fault. */
export async function readTrust(folder: string): Promise<Readonly<Record<string, Trust>>> {
  const file = trustPath(folder);
  const text = await readTextFile(file);
  if (text === undefined) return {};
  const { parseConfig } = await import("../parse-config.ts");
  const { trustSchema } = await import("./trust-schema.ts");
  const trust = parseConfig(file, text, trustSchema);
  await assertPrivate(file, false);
  return trust;
}

export async function trustIn(folder: string, repository: string): Promise<Trust> {
  const all = await readTrust(folder);
  return Object.hasOwn(all, repository) ? (all[repository] ?? none) : none;
}

/**
 * Changes what is trusted in one repository, and nothing else in the file. What another process changes at the same
 * time stays.
 */
export function changeTrust(
  folder: string,
  repository: string,
  change: (before: Trust) => Pick<Trust, "hashes" | "permits">,
): Promise<Trust> {
  const file = trustPath(folder);
  return oneWriter(file, async () => {
    const all = await readTrust(folder);
    const before = Object.hasOwn(all, repository) ? (all[repository] ?? none) : none;
    // A newer version may keep more here.
    const { hashes, permits, ...more } = { ...before, ...change(before) };
    const after = { ...more, hashes, permits };
    const others = Object.entries(all).filter(([name]) => name !== repository);
    const isEmpty = hashes.length + permits.length + Object.keys(more).length === 0;
    const entries = isEmpty ? others : [...others, [repository, after] as const];
    await writePrivate(file, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
    return after;
  });
}
