import { createHash } from "node:crypto";
import { arch, platform } from "node:os";
import { join } from "node:path";
import { decidesSetUp } from "../../core/reports/change/lock-files.ts";
import type { Setup } from "../../core/terms/policy.ts";
import type { Site } from "../site.ts";
import { plainBytes } from "./plain-file.ts";

/** Names what set-up makes in a worktree as it is: the same command, files, system and programs make the same. */
export async function setUpKey(site: Site, path: string, setup: Setup): Promise<string> {
  const hash = createHash("sha256");
  const versions = await site.versions([{ name: "", run: setup.run }]);
  const about = [1, setup.run, setup.keep ?? null, platform(), arch(), process.version, versions];
  hash.update(JSON.stringify(about));
  for (const file of await lockFilesOf(site, path)) {
    const bytes = await plainBytes(join(path, file));
    if (bytes === undefined) continue;
    hash.update(JSON.stringify([file, bytes.length]));
    hash.update(bytes);
  }
  return hash.digest("hex").slice(0, 32);
}

/** Tracked or new; what git ignores is nobody's. */
export async function lockFilesOf(site: Site, path: string): Promise<readonly string[]> {
  const { text } = await site.git(["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: path,
  });
  return [...new Set(text.split("\0").filter(decidesSetUp))].sort();
}
