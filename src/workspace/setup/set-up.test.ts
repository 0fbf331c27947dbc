import { existsSync, statSync } from "node:fs";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { gitPlace, noAbort, removeAfterTest, writeFiles } from "../../../test/support/git-place.ts";
import { realSandbox } from "../../../test/support/real-sandbox.ts";
import type { Setup } from "../../core/terms/policy.ts";
import { reachesNothing, type SandboxHere } from "../sandbox-here.ts";

const timeoutMs = 60_000;
/** Counts its runs outside of the worktree, where it is kept. */
const setup: Setup = {
  run: "mkdir -p lib/deep && cat package.json > lib/dep && echo run >> /dependencies/log",
};

/** A folder that cannot be reached by a rename from where tests are. */
const otherDisk = ["/dev/shm", "/var/tmp"].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

async function place(files: Readonly<Record<string, string>> = {}, more: Partial<SandboxHere> = {}) {
  const git = await gitPlace();
  await writeFiles(git.repository, { ".gitignore": "lib/\n", "package.json": "one", ...files });
  await git.git("add", "-A");
  await git.git("commit", "-qm", "project");
  const commit = await git.git("rev-parse", "HEAD");
  const here = { ...(await realSandbox()), ...more };
  const dependencies = join(git.root, "deps");
  const open = (fence = 1, at = dependencies) =>
    git.open(fence, { sandbox: async () => here, dependencies: at });
  return { ...git, commit, dependencies, open };
}

const said = (runs: readonly { exit: number | null; output: string }[]) =>
  runs.map(({ exit, output }) => `${exit} ${output.trim()}`).join("\n");

describe("set-up", () => {
  test("runs once for each state of the lock files, and every worktree and check finds what it made", async () => {
    const { open, commit } = await place();
    const workspace = open();
    const first = await workspace.checkout("first", commit, noAbort);
    const second = await workspace.addWorktree("second", commit, undefined, noAbort);
    const at = { commit, timeoutMs };
    expect(await workspace.kept(first, setup)).toEqual({ paths: [], isBeside: true });
    expect(await workspace.setUp(first, setup, at, noAbort)).toMatchObject({ name: "set-up", exit: 0 });
    expect(await workspace.kept(second, setup)).toEqual({ paths: ["lib"], isBeside: true });
    expect(await workspace.setUp(first, setup, at, noAbort)).toBeUndefined();
    expect(await open(2).setUp(second, setup, at, noAbort)).toBeUndefined();
    const look = [{ name: "look", run: "cat lib/dep; wc -l < /dependencies/log; pwd; echo x > lib/dep" }];
    for (const worktree of [first, second]) {
      const runs = await workspace.runChecks(worktree, look, { timeoutMs, setup }, noAbort);
      expect(said(runs)).toContain("one1\n/worktree");
      expect(said(runs)).toMatch(/^[12] \[sandbox\] Only the worktree/);
    }
    const command = { command: "cat lib/dep", timeoutMs, setup };
    expect(await workspace.runCommand(second, command, noAbort)).toMatchObject({ exit: 0, output: "one" });
    const changed = await workspace.changedSince(second, commit, commit);
    expect(changed).toMatchObject({ changed: [] });
  });

  test("runs again for another lock file, in a clean checkout of what the author wrote", async () => {
    const { open, commit } = await place();
    const workspace = open();
    const worktree = await workspace.addWorktree("t1", commit, undefined, noAbort);
    await workspace.setUp(worktree, setup, { commit, timeoutMs }, noAbort);
    const files = await workspace.worktree(worktree, noAbort);
    await files?.write("package.json", "two", undefined);
    await files?.write("lib/dep", "forged", undefined);
    const { tree } = await workspace.changedSince(worktree, commit, commit);
    const run = await workspace.setUp(worktree, setup, { commit, tree, timeoutMs }, noAbort);
    expect(run).toMatchObject({ exit: 0 });
    const command = { command: "cat lib/dep", timeoutMs, setup };
    expect(await workspace.runCommand(worktree, command, noAbort)).toMatchObject({ output: "two" });
  });

  test.each<[what: string, setup: Setup, exit: number | null, output: RegExp, timeoutMs?: number]>([
    ["fails", { run: "echo no such package; exit 3" }, 3, /no such package/],
    ["cannot start", { run: "no-such-installer" }, 127, /not found/],
    ["hangs", { run: "sleep 60" }, null, /ran longer than 1 s/, 1000],
    ["floods", { run: "yes | head -c 50000000; exit 1" }, 1, /y\ny/],
    ["needs a host that is not named", { run: "curl -sS http://example.com || exit 4" }, 4, /\[sandbox\]/],
  ])("that %s is told, and nothing of it is kept", async (_, bad, exit, output, ms = timeoutMs) => {
    const { open, commit, dependencies } = await place();
    const workspace = open();
    const worktree = await workspace.checkout("first", commit, noAbort);
    const run = await workspace.setUp(worktree, bad, { commit, timeoutMs: ms }, noAbort);
    expect(run?.exit).toBe(exit);
    expect(run?.output).toMatch(output);
    expect(await readdir(dependencies)).toEqual([]);
  });

  test.runIf(otherDisk)("works where dependencies are on another disk than sessions", async () => {
    const other = await mkdtemp(join(otherDisk ?? "", "huddle-deps-"));
    removeAfterTest(other);
    const { open, commit } = await place();
    const workspace = open(1, join(other, "deps"));
    const worktree = await workspace.checkout("first", commit, noAbort);
    expect(await workspace.setUp(worktree, setup, { commit, timeoutMs }, noAbort)).toMatchObject({ exit: 0 });
    const command = { command: "cat lib/dep", timeoutMs, setup };
    expect(await workspace.runCommand(worktree, command, noAbort)).toMatchObject({ output: "one" });
  });

  test("and checks say so where their checkout is gone, and make nothing in its place", async () => {
    const { open, commit, folder } = await place();
    const workspace = open();
    const worktree = await workspace.checkout("first", commit, noAbort);
    await rm(join(folder, worktree), { recursive: true });
    const gone = /first\.1"? is gone/;
    await expect(workspace.setUp(worktree, setup, { commit, timeoutMs }, noAbort)).rejects.toThrow(gone);
    const checks = workspace.runChecks(worktree, [{ name: "a", run: "true" }], { timeoutMs }, noAbort);
    await expect(checks).rejects.toThrow(gone);
    expect(await readdir(folder)).not.toContain(worktree);
  });

  test("is done again where somebody damaged what it made", async () => {
    const { open, commit, dependencies } = await place();
    const workspace = open();
    const worktree = await workspace.checkout("first", commit, noAbort);
    const at = { commit, timeoutMs };
    for (const damage of ["kept.json", "kept/0/dep", "kept/0", "shared"]) {
      expect(await workspace.setUp(worktree, setup, at, noAbort)).toMatchObject({ exit: 0 });
      const [key = ""] = await readdir(dependencies);
      await rm(join(dependencies, key, damage), { recursive: true });
    }
    await workspace.setUp(worktree, setup, at, noAbort);
    const [key = ""] = await readdir(dependencies);
    await writeFile(join(dependencies, key, "kept.json"), "{");
    expect(await workspace.setUp(worktree, setup, at, noAbort)).toMatchObject({ exit: 0 });
    expect(await readdir(dependencies)).toEqual([key]);
  });

  test("shows nothing where a member put a link in its place", async () => {
    const { open, commit, folder } = await place();
    const workspace = open();
    const worktree = await workspace.addWorktree("t1", commit, undefined, noAbort);
    await workspace.setUp(worktree, setup, { commit, timeoutMs }, noAbort);
    await symlink("/etc", join(folder, worktree, "lib"));
    const command = { command: "true", timeoutMs, setup };
    const reason = expect.stringContaining("lib is a link");
    expect(await workspace.runCommand(worktree, command, noAbort)).toEqual({ kind: "denied", reason });
    const runs = await workspace.runChecks(worktree, [], { timeoutMs, setup }, noAbort);
    expect(runs).toMatchObject([{ name: "set-up", exit: 1, output: reason, sandbox: "bubblewrap" }]);
  });

  test("names the sandbox in which it could not be shown", async () => {
    const { found } = await realSandbox();
    if (found.kind !== "ready") throw new Error("there is a sandbox");
    const other = { found: { ...found, sandbox: { ...found.sandbox, kind: "seatbelt" as const } } };
    const { open, commit, folder } = await place({}, other);
    const workspace = open();
    const worktree = await workspace.addWorktree("t1", commit, undefined, noAbort);
    await workspace.setUp(worktree, setup, { commit, timeoutMs }, noAbort);
    await symlink("/etc", join(folder, worktree, "lib"));
    const runs = await workspace.runChecks(worktree, [], { timeoutMs, setup }, noAbort);
    expect(runs).toMatchObject([{ name: "set-up", sandbox: "seatbelt" }]);
  });

  test("gives every folder of modules a place for caches, not the first alone", async () => {
    const { open, commit } = await place({ ".gitignore": "node_modules/\n", "a/x": "", "b/x": "" });
    const modules: Setup = { run: "for i in a b; do mkdir $i/node_modules; echo > $i/node_modules/m; done" };
    const workspace = open();
    const worktree = await workspace.checkout("first", commit, noAbort);
    await workspace.setUp(worktree, modules, { commit, timeoutMs }, noAbort);
    const command = "for i in a b; do echo x > $i/node_modules/.cache/y && echo $i; done";
    expect(
      await workspace.runCommand(worktree, { command, timeoutMs, setup: modules }, noAbort),
    ).toMatchObject({ exit: 0, output: "a\nb\n" });
  });

  test("keeps the program that Gradle's wrapper downloads, and the wrapper can lock it in each check", async () => {
    const { open, commit } = await place();
    const at = "$GRADLE_USER_HOME/wrapper/dists/gradle-9-bin/hash";
    const wrapper: Setup = {
      run: `mkdir -p ${at}/gradle-9 && echo 'echo gradle 9' > ${at}/gradle-9/run && touch ${at}/zip.ok ${at}/zip.lck`,
    };
    const workspace = open();
    const worktree = await workspace.checkout("first", commit, noAbort);
    await workspace.setUp(worktree, wrapper, { commit, timeoutMs }, noAbort);
    const command = `cd ${at} && echo mine > zip.lck && ls && sh gradle-9/run; echo x > gradle-9/run`;
    const ended = await workspace.runCommand(worktree, { command, timeoutMs, setup: wrapper }, noAbort);
    expect(ended).toMatchObject({
      output: expect.stringMatching(/^gradle-9\nzip\.lck\nzip\.ok\ngradle 9\n/),
    });
    expect(ended).toMatchObject({ blocked: expect.stringContaining("Only the worktree") });
  });

  test("of many folders is copied to each worktree", async () => {
    const { open, commit } = await place({ ".gitignore": "made*/\n" });
    const many: Setup = { run: "for i in 1 2 3 4 5 6 7 8 9; do mkdir made$i; echo $i > made$i/file; done" };
    const workspace = open();
    const worktree = await workspace.checkout("first", commit, noAbort);
    await workspace.setUp(worktree, many, { commit, timeoutMs }, noAbort);
    expect(await workspace.kept(worktree, many)).toMatchObject({ isBeside: false });
    const command = {
      command: "cat made*/file | tr -d '\\n'; echo mine > made1/file",
      timeoutMs,
      setup: many,
    };
    expect(await workspace.runCommand(worktree, command, noAbort)).toMatchObject({
      exit: 0,
      output: "123456789",
    });
    const other = await workspace.addWorktree("t1", commit, undefined, noAbort);
    expect(await workspace.runCommand(other, command, noAbort)).toMatchObject({ output: "123456789" });
  });

  test("keeps only what the project names", async () => {
    const { open, commit } = await place();
    const kept: Setup = {
      run: "mkdir lib other; echo x > lib/a; echo y > other/b; echo z > file",
      keep: ["other/", "file"],
    };
    const workspace = open();
    const worktree = await workspace.addWorktree("t1", commit, undefined, noAbort);
    expect(await workspace.kept(worktree, kept)).toEqual({ paths: ["other", "file"], isBeside: true });
    await workspace.setUp(worktree, kept, { commit, timeoutMs }, noAbort);
    const command = { command: "cat lib/a other/b file 2>&1; true", timeoutMs, setup: kept };
    const ran = await workspace.runCommand(worktree, command, noAbort);
    expect(ran).toMatchObject({ output: expect.stringMatching(/lib\/a.*No such file.*\ny\nz\n/s) });
  });

  test("writes lock files anew where the project says how, and takes over nothing else", async () => {
    const { open, commit, folder } = await place();
    const workspace = open();
    const worktree = await workspace.addWorktree("t1", commit, undefined, noAbort);
    const files = await workspace.worktree(worktree, noAbort);
    await files?.write("package.json", "two", undefined);
    const { tree } = await workspace.changedSince(worktree, commit, commit);
    const update =
      "cp package.json package-lock.json; mkdir -p sub; echo new > sub/yarn.lock; echo x > other.txt";
    const at = { commit, tree, timeoutMs };
    expect(await workspace.updateLocks(worktree, { ...setup, update }, at, noAbort)).toMatchObject({
      exit: 0,
    });
    expect((await readdir(join(folder, worktree))).sort()).toEqual([
      ".git",
      ".gitignore",
      "a.txt",
      "package-lock.json",
      "package.json",
      "sub",
    ]);
    expect(await workspace.updateLocks(worktree, setup, at, noAbort)).toBeUndefined();
  });

  test("without a sandbox runs in each worktree, once while that stays as it is", async () => {
    const { open, commit } = await place({}, { found: { kind: "off", why: "" } });
    const workspace = open();
    const plain: Setup = { run: "mkdir -p lib && echo run >> lib/log" };
    const worktree = await workspace.checkout("first", commit, noAbort);
    const look = [{ name: "look", run: "wc -l < lib/log" }];
    expect(await workspace.kept(worktree, { ...plain, keep: ["lib/"] })).toEqual({
      paths: ["lib"],
      isBeside: false,
    });
    const at = { commit, timeoutMs };
    expect(await workspace.setUp(worktree, plain, at, noAbort)).toMatchObject({ exit: 0, sandbox: "none" });
    expect(await workspace.setUp(worktree, plain, at, noAbort)).toBeUndefined();
    expect(said(await workspace.runChecks(worktree, look, { timeoutMs, setup: plain }, noAbort))).toBe("0 1");
    const again = await workspace.checkout("first", commit, noAbort);
    expect(await workspace.setUp(again, plain, at, noAbort)).toMatchObject({ exit: 0 });
  });
});

// The cache is that of all checks of a runner.
test.each<[what: string, ports: readonly number[], first: string, second: string]>([
  [
    "reach a port run one at a time",
    [5432],
    "mkdir lock && sleep 0.2 && rmdir lock",
    "mkdir lock && rmdir lock",
  ],
  [
    "reach none run side by side",
    [],
    "mkfifo way; echo > way",
    "until [ -p way ]; do sleep 0.01; done; cat way",
  ],
])("checks that %s", async (_, ports, first, second) => {
  const checks = { hosts: [], privately: [], ports };
  const { open, commit } = await place({}, { reachable: { ...reachesNothing, checks }, checksAtOnce: 2 });
  const workspace = open();
  const runs = [first, second].map(async (run, at) => {
    const worktree = await workspace.checkout(`c${at}`, commit, noAbort);
    const check = { name: "tests", run: `cd "$XDG_CACHE_HOME" && ${run}` };
    return (await workspace.runChecks(worktree, [check], { timeoutMs }, noAbort))[0]?.exit;
  });
  expect(await Promise.all(runs)).toEqual([0, 0]);
});

test("variables of the person go to checks, and neither to set-up nor to members' commands", async () => {
  const { open, commit } = await place({}, { forChecks: { DATABASE_URL: "postgres://x" } });
  const workspace = open();
  const worktree = await workspace.checkout("first", commit, noAbort);
  const run = 'echo "has $DATABASE_URL"';
  const own: Setup = { run: `mkdir lib && ${run}` };
  expect(await workspace.setUp(worktree, own, { commit, timeoutMs }, noAbort)).toMatchObject({
    output: "has \n",
  });
  const command = { command: run, timeoutMs, setup: own };
  expect(await workspace.runCommand(worktree, command, noAbort)).toMatchObject({ output: "has \n" });
  const checks = [{ name: "tests", run }];
  const [check] = await workspace.runChecks(worktree, checks, { timeoutMs, setup: own }, noAbort);
  expect(check).toMatchObject({ output: "has postgres://x\n" });
});

test("set-up gets packages from a named host, and from no other, and a check reaches a named port alone", async () => {
  const server = createServer((asked, answer) => answer.end(`${asked.headers.host} ${asked.url}\n`));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo; // it listens at a port
  const named = { hosts: [`registry.test:${port}`], privately: ["registry.test"], ports: [] };
  const { open, commit } = await place(
    {},
    {
      reachable: { ...reachesNothing, setup: named, checks: { hosts: [], privately: [], ports: [port] } },
      outside: { resolve: async () => ["127.0.0.1"] },
    },
  );
  const workspace = open();
  const worktree = await workspace.checkout("first", commit, noAbort);
  const get = (host: string) => `curl -sS -m 5 http://${host}:${port}/package`;
  const downloads: Setup = {
    run: `mkdir lib && ${get("registry.test")} > lib/dep && ! ${get("other.test")} --fail`,
  };
  const run = await workspace.setUp(worktree, downloads, { commit, timeoutMs }, noAbort);
  expect(run).toMatchObject({ exit: 0 });
  const checks = [
    { name: "dep", run: "cat lib/dep" },
    { name: "port", run: get("127.0.0.1") },
    { name: "host", run: get("registry.test") },
  ];
  const runs = await workspace.runChecks(worktree, checks, { timeoutMs, setup: downloads }, noAbort);
  expect(runs.map(({ exit }) => exit === 0)).toEqual([true, true, false]);
  expect(runs[0]?.output).toBe(`registry.test:${port} /package\n`);
  expect(runs[1]?.output).toBe(`127.0.0.1:${port} /package\n`);
});
