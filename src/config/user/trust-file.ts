import { chmod, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Permit } from "../../core/terms/policy.ts";
import { readTextFile } from "../read-text-file.ts";
import { assertPrivate } from "./user-config.ts";

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

/** Changes what is trusted in one repository, and nothing else in the file. Only the owner can read it afterwards. */
export async function changeTrust(
  folder: string,
  repository: string,
  change: (before: Trust) => Trust,
): Promise<Trust> {
  const all = await readTrust(folder);
  const after = change(Object.hasOwn(all, repository) ? (all[repository] ?? none) : none);
  const others = Object.entries(all).filter(([name]) => name !== repository);
  const isEmpty = after.hashes.length + after.permits.length === 0;
  const entries = isEmpty ? others : [...others, [repository, after] as const];
  await replace(folder, `${JSON.stringify(Object.fromEntries(entries), undefined, 2)}\n`);
  return after;
}

async function replace(folder: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = trustPath(folder);
  const temporary = `${file}.new`;
  try {
    await writeFile(temporary, text, { mode: 0o600 });
    await chmod(temporary, 0o600);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
