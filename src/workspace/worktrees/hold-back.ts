import { deniedByName } from "../../core/permits/guard-names.ts";
import type { IsDenied } from "../../core/ports/workspace.ts";
import type { GitCall } from "../git/run-git.ts";
import type { Site } from "../site.ts";

/**
 * Takes back into the index, from `base`, every path that members may not change. Their tools refuse these paths, but
 * a command can write anything in its worktree: so what is committed is the gate. Returns what was held back.
 */
export async function holdBack(
  site: Site,
  base: string,
  call: GitCall,
  isDenied?: IsDenied,
): Promise<readonly string[]> {
  const changed = await changedEntries(site, base, call);
  const held = changed.filter(
    ({ path }) => deniedByName(path.split("/")) !== undefined || isDenied?.(path) === true,
  );
  if (held.length === 0) return [];
  const input = held.map(({ mode, object, path }) => `${mode} ${object}\t${path}\0`).join("");
  await site.git(["update-index", "-z", "--index-info"], { ...call, input });
  return held.map(({ path }) => path);
}

/** What was in `base` at each path that differs in the index. */
interface Entry {
  readonly mode: string;
  readonly object: string;
  readonly path: string;
}

export async function changedEntries(site: Site, base: string, call: GitCall): Promise<readonly Entry[]> {
  const { bytes } = await site.git(
    ["diff-index", "--cached", "--no-renames", "--no-abbrev", "--raw", "-z", base],
    call,
  );
  return entriesOf(bytes);
}

/** `:100644 100644 <before> <after> M`, then the path. What was not there before has mode 0, which takes it out. */
function entriesOf(bytes: Buffer): readonly Entry[] {
  const parts = bytes.toString("utf8").split("\0");
  return parts.flatMap((part, at) => {
    const [, mode, object] = /^:(\d+) \d+ ([0-9a-f]+) /.exec(part) ?? [];
    if (at % 2 === 1 || mode === undefined || object === undefined) return [];
    return [{ mode: mode === "000000" ? "0" : mode, object, path: parts[at + 1] ?? "" }];
  });
}
