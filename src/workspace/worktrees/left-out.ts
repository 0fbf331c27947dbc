import { lstat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import type { LeftOut } from "../../core/ports/workspace.ts";
import type { GitCall } from "../git/run-git.ts";
import type { Site } from "../site.ts";
import { unlessMissing } from "../unless-missing.ts";
import { stands } from "./stands.ts";

/**
 * Those of these files in a worktree that `writeTree` leaves out, because a rule ignores them and `base` does not have
 * them. Asks with the same settings as `writeTree`: every `.gitignore`, `info/exclude` and `core.excludesFile`.
 */
export async function leftOut(
  site: Site,
  path: string,
  base: string,
  paths: readonly string[],
): Promise<readonly LeftOut[]> {
  const there: string[] = [];
  for (const file of new Set(paths))
    if ((await stands(join(path, file))) && !(await isBehindLink(path, file))) there.push(file);
  if (there.length === 0) return [];
  const call: GitCall = { cwd: path, env: { GIT_DIR: await site.commonDir(), GIT_WORK_TREE: path } };
  const { bytes } = await site.git(["check-ignore", "--no-index", "--verbose", "-z", "--stdin"], {
    ...call,
    // This command refuses literal pathspecs. Behind `./`, a name that begins with a colon is a name all the same.
    env: { ...call.env, GIT_LITERAL_PATHSPECS: "0" },
    input: there.map((file) => `./${file}\0`).join(""),
    answers: [1],
  });
  const ignored = parse(bytes.toString("utf8"));
  if (ignored.length === 0) return [];
  const tracked = await trackedIn(
    site,
    base,
    ignored.map((one) => one.path),
    call,
  );
  return ignored.filter((one) => !tracked.has(one.path));
}

/** Git knows the link and nothing behind it, and refuses to be asked. */
async function isBehindLink(root: string, file: string): Promise<boolean> {
  for (let folder = dirname(file); folder !== "."; folder = dirname(folder))
    if ((await unlessMissing(lstat(join(root, folder))))?.isSymbolicLink()) return true;
  return false;
}

/** Four fields for each path. A rule that begins with `!` makes an exception, so its path is not ignored. */
function parse(answer: string): readonly LeftOut[] {
  const fields = answer.split("\0");
  const found: LeftOut[] = [];
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [source = "", line = "", pattern = "", path = ""] = fields.slice(at, at + 4);
    if (!pattern.startsWith("!"))
      found.push({ path: path.replace(/^\.\//, ""), rule: `${placeOf(source)}:${line}: ${pattern}` });
  }
  return found;
}

/** Where a rule stands, without paths of this machine. */
function placeOf(source: string): string {
  if (/(^|\/)info\/exclude$/.test(source)) return ".git/info/exclude";
  return isAbsolute(source) ? "git's ignore file of this user" : source;
}

async function trackedIn(
  site: Site,
  base: string,
  paths: readonly string[],
  call: GitCall,
): Promise<ReadonlySet<string>> {
  const { bytes } = await site.git(["ls-tree", "-r", "-z", "--name-only", base, "--", ...paths], call);
  return new Set(bytes.toString("utf8").split("\0"));
}
