import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../processes/environment.ts";
import { discard } from "../remove-tree.ts";
import { unlessMissing } from "../unless-missing.ts";
import type { Place, Sandbox } from "./sandbox.ts";

const probeMs = 15_000;

/** Runs a tiny command in a place made for it. Undefined: it works; else the first line that says why not. */
export async function probe(sandbox: Sandbox, env: Environment): Promise<string | undefined> {
  const folder = await realpath(await mkdtemp(join(env.TMPDIR || "/tmp", "huddle-sandbox-")));
  try {
    const place = await makePlace(folder);
    const inside = await sandbox.enter(place);
    const failed = await run(inside.start, inside.env, place.worktree);
    if (failed !== undefined) return failed;
    const made = await unlessMissing(readFile(join(place.worktree, "made"), "utf8"));
    return made === "here\n" ? undefined : "it ran, but its worktree was not written";
  } finally {
    await discard(folder);
  }
}

/** A place for a command, in a new folder. As git makes them, as far as the sandbox looks. */
export async function makePlace(folder: string): Promise<Place> {
  const [worktree, commonDir, temporary] = ["worktree", "common", "temporary"].map((name) =>
    join(folder, name),
  ) as [string, string, string]; // one for each name
  const admin = join(commonDir, "worktrees", "probe");
  for (const path of [worktree, temporary, admin, join(commonDir, "hooks")])
    await mkdir(path, { recursive: true });
  await writeFile(join(commonDir, "config"), "");
  await writeFile(join(worktree, ".git"), `gitdir: ${admin}\n`);
  return { worktree, commonDir, temporary };
}

function run(
  [program = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { cwd, env: { ...env }, timeout: probeMs, killSignal: "SIGKILL" as const };
    execFile(program, [...args, "sh", "-c", "echo here > made"], options, (error, _, said) => {
      if (error === null) return resolve(undefined);
      const [line = ""] = said.trim().split("\n");
      if (line !== "") return resolve(line);
      resolve(error.killed ? `it did not end within ${probeMs / 1000} s` : error.message);
    });
  });
}
