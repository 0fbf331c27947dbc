import type { Wire } from "../wire/wire.ts";

/**
 * What git calls changed or new in a checkout, but for Huddle's own folder: a team starts from a commit, so it does not
 * see any of this.
 */
export async function uncommitted(wire: Wire, top: string): Promise<readonly string[]> {
  const line = "git status -z --porcelain --no-renames --untracked-files=normal -- . ':!/.huddle'";
  const { stdout } = await (await wire.spawnShell(line, { cwd: top })).ended;
  return stdout
    .split("\0")
    .filter((entry) => entry !== "")
    .map((entry) => entry.slice("XY ".length));
}
