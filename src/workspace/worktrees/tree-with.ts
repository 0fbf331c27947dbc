import { join } from "node:path";
import { discard } from "../remove-tree.ts";
import { type Site, scratch } from "../site.ts";

/** The tree of a commit, with these files as they are in another commit. Both stay as they are; nothing is checked out. */
export async function treeWith(
  site: Site,
  commit: string,
  from: string,
  paths: readonly string[],
): Promise<string> {
  const folder = await scratch(site, "index");
  try {
    const call = { env: { GIT_DIR: await site.commonDir(), GIT_INDEX_FILE: join(folder, "index") } };
    await site.git(["read-tree", commit], call);
    const input = (await entriesOf(site, from, new Set(paths))).map((entry) => `${entry}\0`).join("");
    await site.git(["update-index", "-z", "--index-info"], { ...call, input });
    return (await site.git(["write-tree"], call)).text;
  } finally {
    await discard(folder);
  }
}

/** As `mode type hash\tpath`. All of them are listed, so no path is taken for a pattern. */
async function entriesOf(site: Site, commit: string, paths: ReadonlySet<string>): Promise<readonly string[]> {
  const { bytes } = await site.git(["ls-tree", "-r", "-z", commit]);
  const entries = bytes.toString("utf8").split("\0");
  return entries.filter((entry) => paths.has(entry.slice(entry.indexOf("\t") + 1)));
}
