import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type GitPlace, gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import { processStart } from "../processes/process-start.ts";

/** What needs /proc or setsid. */
const onLinux = test.runIf(platform() === "linux");

const check = (run: string, name = "check") => ({ name, run });

/** A repository, and a folder of the session in which checks are run. */
type CheckPlace = GitPlace & { readonly desk: string };

async function checkPlace(): Promise<CheckPlace> {
  const place = await gitPlace();
  const desk = join(place.folder, "desk");
  await writeFiles(desk, { "a.txt": "a\n" });
  return { ...place, desk };
}

async function runOne(place: CheckPlace, run: string, timeoutMs = 20_000) {
  const [result] = await place.open().runChecks("desk", [check(run)], timeoutMs, noAbort);
  if (result === undefined) throw new Error("no result");
  return result;
}

test("all checks run in order, also after one failed, each with a point before and after", async () => {
  const place = await checkPlace();
  const seen: string[] = [];
  const workspace = place.open(1, { point: async (at) => void seen.push(at) });
  const checks = [check("cat a.txt; exit 3", "one"), check("echo out; echo err >&2; echo out again", "two")];
  const runs = await workspace.runChecks("desk", checks, 20_000, noAbort);
  expect(runs).toMatchObject([
    { name: "one", command: "cat a.txt; exit 3", exit: 3, output: "a\n" },
    { name: "two", exit: 0, output: "out\nerr\nout again\n" },
  ]);
  expect(runs.every((run) => run.ms >= 0 && run.counts === undefined)).toBe(true);
  expect(seen).toEqual(["check before", "check after", "check before", "check after"]);
  expect(await readdir(join(place.folder, "tmp.1"))).toEqual([]);
  expect(await readdir(join(place.folder, "children/1"))).toEqual([]);
});

onLinux(
  "no key reaches a check, and nothing that makes a test runner think it is inside another",
  async () => {
    const place = await checkPlace();
    const leaky = {
      ...place.env,
      LANG: "de_DE.UTF-8",
      ANTHROPIC_API_KEY: "canary-1",
      GITHUB_TOKEN: "canary-2",
      AWS_SECRET_ACCESS_KEY: "canary-3",
      DATABASE_URL: "postgres://u:canary-4@h/db",
      NODE_OPTIONS: "--require=canary-5",
      NODE_TEST_CONTEXT: "canary-6",
      VITEST: "canary-7",
      VITEST_WORKER_ID: "canary-8",
      GIT_DIR: "canary-9",
      npm_config_auth: "canary-10",
    };
    const command = "env; cat /proc/$PPID/comm /proc/self/environ | tr '\\0' '\\n'; tail -1 < /dev/stdin";
    const [run] = await place.open(1, { env: leaky }).runChecks("desk", [check(command)], 20_000, noAbort);
    expect(run?.output).not.toContain("canary");
    const names = run?.output.match(/^\w+(?==)/gm) ?? [];
    expect([...new Set(names)].sort()).toEqual([
      "CI",
      "HOME",
      "HUDDLE_CHILD",
      "LANG",
      "PATH",
      "PWD",
      "TMPDIR",
    ]);
    expect(run?.output).toContain("LANG=de_DE.UTF-8\n");
  },
);

test("the temporary folder is private, stands beside the worktree, and is gone afterwards", async () => {
  const place = await checkPlace();
  const { output, exit } = await runOne(
    place,
    'touch "$TMPDIR/x" && mkdir -m 0555 "$TMPDIR/ro" && echo "$TMPDIR"',
  );
  expect(exit).toBe(0);
  const temporary = output.trim();
  expect(temporary.startsWith(join(place.folder, "tmp.1"))).toBe(true);
  expect(existsSync(temporary)).toBe(false);
});

/** Grandchildren that ignore soft signals; one in the group, one that has left it. */
const stubborn = (file: string) => `
trap '' TERM HUP INT
(trap '' TERM HUP INT; echo $(exec sh -c 'echo $PPID') >> ${file}; while :; do sleep 1; done) &
setsid sh -c 'trap "" TERM HUP INT; echo $$ >> ${file}; while :; do sleep 1; done' &
while [ "$(wc -l < ${file})" != 2 ]; do sleep 0.05; done
`;

async function pidsIn(file: string): Promise<readonly number[]> {
  const pids = (await readFile(file, "utf8")).trim().split("\n").map(Number);
  expect(pids).toHaveLength(2);
  return pids;
}

async function expectGone(pids: readonly number[]): Promise<void> {
  for (const pid of pids) expect(await processStart(pid)).toBeUndefined();
}

onLinux("the time-out ends grandchildren too, and the output says so", async () => {
  const place = await checkPlace();
  const run = await runOne(place, `: > pids; ${stubborn("pids")} echo ready; wait`, 1500);
  expect(run.exit).toBeNull();
  expect(run.output).toBe("ready\n\n[ended: it ran longer than 1.5 s]\n");
  await expectGone(await pidsIn(join(place.desk, "pids")));
});

onLinux("what a check leaves running is ended when the check is over, and does not hold it up", async () => {
  const place = await checkPlace();
  const run = await runOne(place, `: > pids; ${stubborn("pids")} echo done; exit 4`);
  expect(run).toMatchObject({ exit: 4, output: "done\n" });
  expect(run.ms).toBeLessThan(5000);
  await expectGone(await pidsIn(join(place.desk, "pids")));
});

test("also what has thrown its environment away", async () => {
  const place = await checkPlace();
  const run = await runOne(place, "env -i sleep 60 & echo $! > pids; echo done");
  expect(run).toMatchObject({ exit: 0, output: "done\n" });
  const pid = Number(await readFile(join(place.desk, "pids"), "utf8"));
  for (let tries = 0; tries < 100 && (await processStart(pid)) !== undefined; tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await processStart(pid)).toBeUndefined();
});

onLinux("an abort ends everything and rejects with the reason; the next check does not start", async () => {
  const place = await checkPlace();
  const stop = new AbortController();
  const checks = [check(`: > pids; ${stubborn("pids")} touch ready; wait`), check("touch second")];
  const running = place.open().runChecks("desk", checks, 20_000, stop.signal);
  running.catch(() => {});
  while (!existsSync(join(place.desk, "ready"))) await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort(new Error("stopped by a person"));
  await expect(running).rejects.toThrow("stopped by a person");
  await expectGone(await pidsIn(join(place.desk, "pids")));
  expect(existsSync(join(place.desk, "second"))).toBe(false);
  expect(await readdir(join(place.folder, "children/1"))).toEqual([]);
});

test("a command that dies by a signal has no exit code", async () => {
  const place = await checkPlace();
  const run = await runOne(place, "echo bye; kill -SEGV $$");
  expect(run).toMatchObject({ exit: null, output: "bye\n\n[ended by a signal]\n" });
});

test("a flood keeps its beginning and its end, and is bounded", async () => {
  const place = await checkPlace();
  const run = await runOne(
    place,
    "echo first; yes 0123456789 | head -c 40000000; echo; echo '# pass 7'; echo '# fail 2'",
  );
  expect(Buffer.byteLength(run.output)).toBeLessThan(66_000);
  expect(run.output).toMatch(/^first\n0123456789\n/);
  expect(run.output).toMatch(/\[… 399\d{5} bytes left out …\]/);
  expect(run.counts).toEqual({ passed: 7, failed: 2 });
});

test("a folder that is gone is an error, not a failed check", async () => {
  const place = await checkPlace();
  const running = place.open().runChecks("gone", [check("true")], 20_000, noAbort);
  await expect(running).rejects.toThrow(/ENOENT/);
});

test("a child that cannot be put on record does not begin", async () => {
  const place = await checkPlace();
  const { runCommand } = await import("../processes/run-command.ts");
  const run = runCommand(
    {
      command: "touch began",
      cwd: place.desk,
      env: place.env,
      record: join(place.root, "no such folder", "record"),
      timeoutMs: 20_000,
      mostBytes: 1000,
    },
    noAbort,
  );
  await expect(run).rejects.toThrow(/record/);
  expect(existsSync(join(place.desk, "began"))).toBe(false);
});
