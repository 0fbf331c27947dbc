import { readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { Fault } from "../../../core/fault.ts";
import { unlessMissing } from "../../unless-missing.ts";
import type { Mount } from "./mount.ts";
import { scrubConfig } from "./scrub-config.ts";

/** What of the shared git folder is seen as it is. The rest is nothing that git needs to look at a worktree. */
const shown = /^(objects|refs|reftable|logs|info|branches|packed-refs|shallow|index|description|[A-Z_]+)$/;
const ours = /^(config|worktrees)$/;
const passing = /\.lock$/;

/**
 * What git needs to look at a worktree, and to change nothing: the shared folder at its own path, without hooks, keys
 * and the worktrees of others. `own`: a folder for files that are made for this; the command cannot write it.
 */
export async function gitMounts(worktree: string, common: string, own: string): Promise<readonly Mount[]> {
  const admin = await adminOf(worktree, common);
  const mounts: Mount[] = [{ kind: "read", from: common, at: common }];
  const cover = async (name: string, at: string, text: string) => {
    await writeFile(join(own, name), text);
    mounts.push({ kind: "read", from: join(own, name), at });
  };
  for (const entry of await readdir(common, { withFileTypes: true })) {
    if (shown.test(entry.name) || ours.test(entry.name) || passing.test(entry.name)) continue;
    const at = join(common, entry.name);
    if (entry.isDirectory()) mounts.push({ kind: "hide", at });
    else if (entry.isFile()) await cover("nothing", at, "");
  }
  await cover("config", join(common, "config"), await scrubbed(join(common, "config")));
  mounts.push({ kind: "hide", at: dirname(admin) }, { kind: "read", from: admin, at: admin });
  const ownConfig = join(admin, "config.worktree");
  if ((await unlessMissing(readFile(ownConfig))) !== undefined)
    await cover("config.worktree", ownConfig, await scrubbed(ownConfig));
  for (const from of await alternatesOf(join(common, "objects")))
    mounts.push({ kind: "read", from, at: from });
  await writeFile(join(own, "dot-git"), `gitdir: ${admin}\n`);
  return mounts;
}

/** The file that stands for `.git` of the worktree. It names an absolute path, whatever git wrote. */
export function dotGit(own: string, worktree: string): Mount {
  return { kind: "read", from: join(own, "dot-git"), at: join(worktree, ".git") };
}

/** Where git keeps what it knows about this worktree. Anything but a worktree of this repository is refused. */
async function adminOf(worktree: string, common: string): Promise<string> {
  const file = await unlessMissing(readFile(join(worktree, ".git"), "utf8"));
  const [, named] = /^gitdir: (.*?)\n*$/s.exec(file ?? "") ?? [];
  const admin = named === undefined ? undefined : await unlessMissing(realpath(resolve(worktree, named)));
  if (admin === undefined || dirname(dirname(admin)) !== common || basename(dirname(admin)) !== "worktrees")
    throw new Fault("worktree.lost", `${worktree} is no worktree of the repository at ${common}.`);
  return admin;
}

async function scrubbed(path: string): Promise<string> {
  return scrubConfig((await unlessMissing(readFile(path, "utf8"))) ?? "");
}

const mostAlternates = 5;

/** Folders from which git borrows objects, and from which those borrow. */
async function alternatesOf(objects: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const waiting = [objects]; waiting.length > 0; ) {
    const from = waiting.shift() ?? "";
    const text = (await unlessMissing(readFile(join(from, "info", "alternates"), "utf8"))) ?? "";
    for (const line of text.split("\n")) {
      if (line === "" || line.startsWith("#")) continue;
      const path = await unlessMissing(realpath(resolve(from, line)));
      if (path === undefined || path === objects || found.includes(path) || found.length === mostAlternates)
        continue;
      found.push(path);
      waiting.push(path);
    }
  }
  return found;
}
