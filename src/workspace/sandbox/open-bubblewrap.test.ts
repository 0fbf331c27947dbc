import { lstat, mkdir, readdir, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type GitPlace, gitPlace, noAbort } from "../../../test/support/git-place.ts";
import { requires } from "../../../test/support/requires.ts";
import { noKeys } from "../../core/text/redaction.ts";
import { findHierarchies, hardProcesses } from "../processes/control-groups.ts";
import { type CommandEnd, type CommandLimits, runCommand } from "../processes/run-command.ts";
import { findSandbox } from "./find-sandbox.ts";
import type { Place } from "./sandbox.ts";

const mega = 1024 * 1024;
const mostProcesses = 60;
const secret = "sk-canary-0123456789";

interface Stage {
  readonly git: GitPlace;
  readonly place: Place;
  run(command: string, limits?: CommandLimits): Promise<CommandEnd>;
}

/** A person's machine in small: keys at home, a checkout with keys, another worktree, and one for the command. */
async function stage(more: Readonly<Record<string, string>> = {}): Promise<Stage> {
  requires("bwrap");
  const git = await gitPlace();
  const commonDir = join(git.repository, ".git");
  const worktree = join(git.root, "state", "mine");
  const temporary = join(git.root, "temporary");
  await git.git("worktree", "add", "-q", worktree, "-b", "mine");
  await git.git("worktree", "add", "-q", join(git.root, "state", "other"), "-b", "other");
  await git.git("remote", "add", "origin", `https://me:${secret}@example.com/x.git`);
  for (const path of [".ssh/id_rsa", "repo/.env", "repo/.git/huddle/log", "repo/.git/credentials"]) {
    await mkdir(dirname(join(git.root, path)), { recursive: true });
    await writeFile(join(git.root, path), secret);
  }
  await mkdir(join(commonDir, "hooks"), { recursive: true });
  const env = { PATH: `${dirname(process.execPath)}:${process.env.PATH}`, HOME: git.root, TMPDIR: git.root };
  const found = await findSandbox({ platform: "linux", env: { ...env, OPENAI_API_KEY: secret, ...more } });
  if (found.kind !== "ready") throw new Error(found.why);
  const place = { worktree, commonDir, temporary, processes: hardProcesses(mostProcesses) };
  const run = async (command: string, limits: CommandLimits = {}) => {
    await mkdir(temporary);
    try {
      const { start, env } = await found.sandbox.enter(place);
      const about = { cwd: worktree, record: join(git.root, "record"), timeoutMs: 60_000, mostBytes: 4000 };
      return await runCommand({ command, start, env, limits, ...about, redaction: noKeys }, noAbort);
    } finally {
      await rm(temporary, { recursive: true });
    }
  };
  return { git, place, run };
}

/** Everything but the worktree, as text. */
async function hostOf({ git, place }: Stage, folder = git.root): Promise<string> {
  const lines: string[] = [];
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const path = join(folder, entry.name);
    if (path === place.worktree || path === join(git.root, "record")) continue;
    if (entry.isDirectory()) lines.push(await hostOf({ git, place } as Stage, path));
    else {
      const { mode, nlink } = await lstat(path);
      const content = entry.isSymbolicLink() ? await readlink(path) : await readFile(path, "latin1");
      lines.push(`${path} ${mode} ${nlink} ${content}`);
    }
  }
  return lines.join("\n");
}

test("a command works in its worktree, and sees its history", async () => {
  const on = await stage();
  const asked =
    "pwd; id -un; echo new > b.txt; git status --short; git log --format=%s; git diff --stat; echo $HOME";
  expect(await on.run(`${asked}; touch ~/x /tmp/y && echo wrote`)).toEqual({
    exit: 0,
    timedOut: false,
    output: "/worktree\nhuddle\n?? b.txt\nchange\n/tmp/home\nwrote\n",
  });
  expect(await readFile(join(on.place.worktree, "b.txt"), "utf8")).toBe("new\n");
});

test("a person's own toolchains work inside", async () => {
  const { HOME, ...env } = { ...process.env, HOME: userInfo().homedir };
  const on = await stage({ ...(env as Record<string, string>), HOME });
  const { output } = await on.run("node --version && npm --version && git --version && python3 --version");
  expect(output).toMatch(/^v\d+\.\S+\n\d+\.\S+\ngit version .*\nPython 3\.\S+\n$/);
});

test("no key is in the environment of any process, however it is asked for", async () => {
  const on = await stage();
  const { exit, output } = await on.run("cat /proc/[0-9]*/environ | tr '\\0' '\\n'; ls -d /proc/[0-9]*; env");
  expect(exit).toBe(0);
  expect(output).toMatch(/^\/proc\/1$/m);
  expect(output).not.toContain(secret);
  expect(output).not.toMatch(/OPENAI|SSH_|_KEY/);
  // Nor where anything lies on this machine.
  expect(output).not.toContain(on.git.root);
});

test("what takes too much is ended, and leaves the host as it was", async () => {
  const on = await stage();
  const before = await hostOf(on);
  const folders = [on.place.worktree, on.place.temporary];
  const limits = { memoryBytes: 128 * mega, processes: mostProcesses, disk: { bytes: 32 * mega, folders } };
  const fill = `node -e "const kept = []; for (;;) kept.push(Buffer.alloc(4e6, 1))"`;
  expect(await on.run(fill, limits)).toMatchObject({ exit: null, over: "memory" });
  // Only where the kernel itself holds it: what watches it may come late.
  const isHeld = userInfo().uid !== 0 || findHierarchies().some(({ processes }) => processes);
  const bomb = `bomb() { ${isHeld ? "" : "sleep 0.03; "}bomb | bomb & }; bomb; sleep 1000`;
  expect(await on.run(bomb, limits)).toMatchObject({ over: "processes" });
  expect(await on.run("cat /dev/zero > /tmp/large", limits)).toMatchObject({ over: "disk" });
  const sparse = await on.run("truncate -s 10G large; wc -c < large; rm large", { fileBytes: mega });
  expect(sparse.output).toMatch(/0\n$/);
  const shm = await on.run("head -c 100000000 /dev/zero > /dev/shm/x");
  expect(shm.output).toMatch(/No space left/);
  const endless = await on.run("yes | head -c 20000000");
  expect(endless.output.length).toBeLessThan(5000);
  expect(await hostOf(on)).toBe(before);
});
