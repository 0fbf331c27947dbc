import { deniedByName } from "../../../core/permits/guard-names.ts";
import type { Held, HeldByName, HeldWhy } from "../../../core/permits/held.ts";
import type { GitCall } from "../../git/run-git.ts";
import type { Site } from "../../site.ts";
import { type Entry, heldByContent } from "./held-by-content.ts";

/** What an index has else than a commit, and which of that no commit of a member may hold. */
export interface Looked {
  readonly changed: readonly Entry[];
  readonly refused: ReadonlyMap<Entry, HeldWhy>;
}

/**
 * Looks for every path that no commit of a member may hold as it is. Their tools refuse these, but a command can write
 * anything in its worktree: so what is committed is the gate. Changes nothing.
 */
export async function lookThrough(
  site: Site,
  base: string,
  call: GitCall,
  byName?: HeldByName,
): Promise<Looked> {
  const changed = await changedEntries(site, base, call);
  const refused = new Map<Entry, HeldWhy>();
  for (const entry of changed) {
    const why = deniedByName(entry.path.split("/")) === undefined ? byName?.(entry.path) : "person";
    if (why !== undefined) refused.set(entry, why);
  }
  const rest = changed.filter((entry) => !refused.has(entry));
  for (const [entry, why] of await heldByContent(site, rest, call)) refused.set(entry, why);
  return { changed, refused };
}

/** Puts back into the index what a look has refused, as the base commit has it. */
export async function holdBack(
  site: Site,
  { changed, refused }: Looked,
  call: GitCall,
): Promise<readonly Held[]> {
  const back = changed.filter((entry) => refused.has(entry));
  const input = back.map(({ before: { mode, object }, path }) => `${mode} ${object}\t${path}\0`).join("");
  await site.git(["update-index", "-z", "--index-info"], { ...call, input });
  return back.map((entry) => ({
    path: entry.path,
    why: refused.get(entry) ?? "person",
    object: `${entry.after.mode} ${entry.after.object}`,
  }));
}

export async function changedEntries(site: Site, base: string, call: GitCall): Promise<readonly Entry[]> {
  const { bytes } = await site.git(
    ["diff-index", "--cached", "--no-renames", "--no-abbrev", "--raw", "-z", base],
    call,
  );
  return entriesOf(bytes);
}

/** `:100644 100644 <before> <after> M`, then the path. What is not there has mode 0, which takes it out of an index. */
function entriesOf(bytes: Buffer): readonly Entry[] {
  const parts = bytes.toString("utf8").split("\0");
  return parts.flatMap((part, at) => {
    const [, mode, newMode, object, newObject] = /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) /.exec(part) ?? [];
    if (at % 2 === 1 || mode === undefined || object === undefined) return [];
    const after = { mode: modeOf(newMode ?? ""), object: newObject ?? "" };
    return [{ before: { mode: modeOf(mode), object }, after, path: parts[at + 1] ?? "" }];
  });
}

function modeOf(mode: string): string {
  return mode === "000000" ? "0" : mode;
}
