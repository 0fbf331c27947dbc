import { deniedByName } from "../files/guard-names.ts";
import type { GitCall } from "../git/run-git.ts";
import type { Site } from "../site.ts";

/**
 * Takes back into the index, from `base`, every path that members may not change. Their tools refuse these paths, but
 * a command can write anything in its worktree: so what is committed is the gate. Returns what was held back.
 */
export async function holdBack(site: Site, base: string, call: GitCall): Promise<readonly string[]> {
  const { bytes } = await site.git(
    ["diff-index", "--cached", "--no-renames", "--name-only", "-z", base],
    call,
  );
  const held = named(bytes).filter((path) => deniedByName(path.split("/"), "write") !== undefined);
  if (held.length === 0) return [];
  const { bytes: listed } = await site.git(["ls-tree", "-r", "-z", base, "--", ...held], call);
  const before = new Map(named(listed).map((entry) => [entry.slice(entry.indexOf("\t") + 1), entry]));
  const input = held.map((path) => `${before.get(path) ?? `0 ${"0".repeat(40)}\t${path}`}\0`).join("");
  await site.git(["update-index", "-z", "--index-info"], { ...call, input });
  return held;
}

function named(bytes: Buffer): readonly string[] {
  return bytes
    .toString("utf8")
    .split("\0")
    .filter((one) => one !== "");
}
