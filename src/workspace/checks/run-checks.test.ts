import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, readdir, stat } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { appears } from "../../../test/support/appears.ts";
import { type GitPlace, gitPlace, noAbort, writeFiles } from "../../../test/support/git-place.ts";
import { heldPipe } from "../../../test/support/held-pipe.ts";
import { isolations, livingWith, namespaces } from "../../../test/support/isolations.ts";
import { noKeys } from "../../core/text/redaction.ts";
import { findIsolation } from "../processes/isolation.ts";

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
  const [result] = await place.open().runChecks("desk", [check(run)], { timeoutMs }, noAbort);
  if (result === undefined) throw new Error("no result");
  return result;
}

test("all checks run in order, also after one failed, each with a point before and after", async () => {
  const place = await checkPlace();
  const seen: string[] = [];
  const workspace = place.open(1, { point: async (at) => void seen.push(at) });
  const checks = [check("cat a.txt; exit 3", "one"), check("echo out; echo err >&2; echo out again", "two")];
  const runs = await workspace.runChecks("desk", checks, { timeoutMs: 20_000 }, noAbort);
  expect(runs).toMatchObject([
    { name: "one", command: "cat a.txt; exit 3", exit: 3, output: "a\n" },
    { name: "two", exit: 0, output: "out\nerr\nout again\n" },
  ]);
  expect(runs.every((run) => run.ms >= 0 && run.report.counts === undefined)).toBe(true);
  expect(seen.filter((at) => !at.startsWith("git"))).toEqual([
    "check before",
    "check after",
    "check before",
    "check after",
  ]);
  expect(await readdir(join(place.folder, "tmp.1"))).toEqual([]);
  expect(await readdir(join(place.folder, "children/1"))).toEqual([]);
});

test("10.2: after a check that cannot start, no later one is started, and the line says why", async () => {
  const place = await checkPlace();
  const checks = [check("exit 1", "red"), check("nosuchtool", "gone"), check("touch started", "later")];
  const runs = await place.open().runChecks("desk", checks, { timeoutMs: 20_000 }, noAbort);
  expect(runs).toMatchObject([
    { name: "red", exit: 1 },
    { name: "gone", exit: 127 },
  ]);
  expect(runs.map((run) => run.broken)).toEqual([undefined, expect.stringMatching(/nosuchtool.*not found/)]);
  expect(existsSync(join(place.desk, "started"))).toBe(false);
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
    const [run] = await place
      .open(1, { env: leaky })
      .runChecks("desk", [check(command)], { timeoutMs: 20_000 }, noAbort);
    expect(run?.output).not.toContain("canary");
    const names = run?.output.match(/^\w+(?==)/gm) ?? [];
    expect([...new Set(names)].sort()).toEqual([
      "CARGO_HUSKY_DONT_INSTALL_HOOKS",
      "CI",
      "HOME",
      "HUDDLE_CHILD",
      "HUSKY",
      "HUSKY_SKIP_HOOKS",
      "HUSKY_SKIP_INSTALL",
      "LANG",
      "LEFTHOOK",
      "OVERCOMMIT_DISABLE",
      "PATH",
      "PWD",
      "SKIP_INSTALL_SIMPLE_GIT_HOOKS",
      "SKIP_SIMPLE_GIT_HOOKS",
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

/** Grandchildren that ignore soft signals; one in the group, one that has left it. `word` tells them from others. */
const stubborn = (word: string) => `
: ${word}; : > pids
trap '' TERM HUP INT
(trap '' TERM HUP INT; echo child >> pids; while :; do sleep 1; done) &
setsid sh -c ': ${word}; trap "" TERM HUP INT; echo left >> pids; while :; do sleep 1; done' &
while [ "$(wc -l < pids)" != 2 ]; do sleep 0.05; done
`;

/** A word that no other command holds. */
const aWord = () => `w${process.pid}x${performance.now().toString().replace(".", "x")}`;

describe.runIf(platform() === "linux").each(isolations)("10.17: with %s", (_, isolation) => {
  const run = async (place: CheckPlace, command: string, timeoutMs = 20_000, signal = noAbort) => {
    const [result] = await place
      .open(1, { isolation })
      .runChecks("desk", [check(command), check("touch second")], { timeoutMs }, signal);
    return result;
  };

  test("the time-out ends grandchildren too, and the output says so", async () => {
    const [place, word] = [await checkPlace(), aWord()];
    const ended = await run(place, `${stubborn(word)} echo ready; wait`, 1500);
    expect(ended?.exit).toBeNull();
    expect(ended?.output).toMatch(/^ready\n.*\n?\[ended: it ran longer than 1.5 s\]\n$/);
    expect(await livingWith(word)).toEqual([]);
  });

  test("what a check leaves running is ended when the check is over, and does not hold it up", async () => {
    const [place, word] = [await checkPlace(), aWord()];
    const ended = await run(place, `${stubborn(word)} echo done; exit 4`);
    expect(ended).toMatchObject({ exit: 4, output: "done\n" });
    expect(ended?.ms).toBeLessThan(5000);
    expect(await livingWith(word)).toEqual([]);
  });

  test("also what has thrown its environment away", async () => {
    const [place, word] = [await checkPlace(), aWord()];
    const pipe = await heldPipe(join(place.desk, "pipe"));
    const ended = await run(place, `exec 3> pipe; env -i sh -c ': ${word}; sleep 60; :' & echo done`);
    expect(ended).toMatchObject({ exit: 0, output: "done\n" });
    await pipe.allGone();
    expect(await livingWith(word)).toEqual([]);
  });

  test("an abort ends everything and rejects with the reason; the next check does not start", async () => {
    const [place, word] = [await checkPlace(), aWord()];
    const stop = new AbortController();
    const running = run(place, `${stubborn(word)} touch ready; wait`, 20_000, stop.signal);
    running.catch(() => {});
    await appears(join(place.desk, "ready"));
    expect((await livingWith(word)).length).toBeGreaterThan(2);
    stop.abort(new Error("stopped by a person"));
    await expect(running).rejects.toThrow("stopped by a person");
    expect(await livingWith(word)).toEqual([]);
    expect(existsSync(join(place.desk, "second"))).toBe(false);
    expect(await readdir(join(place.folder, "children/1"))).toEqual([]);
  });

  test("a runner that counts its failures in a code above 128 was not ended by a signal", async () => {
    const place = await checkPlace();
    const ended = await run(place, "printf '  7 passing (9ms)\\n  130 failing\\n'; exit 130");
    expect(ended).toMatchObject({ exit: 130, report: { counts: { failed: 130 } } });
    expect(ended?.output).not.toContain("ended by a signal");
  });

  test("a command that dies by a signal has no exit code; other codes stay", async () => {
    const place = await checkPlace();
    const ended = await run(place, "echo bye; kill -SEGV $$");
    expect(ended?.exit).toBeNull();
    expect(ended?.output).toMatch(/^bye\n(Segmentation fault.*\n)?\n\[ended by a signal\]\n$/);
    for (const exit of [1, 126, 127, 128, 160, 255])
      expect((await run(place, `exit ${exit}`))?.exit).toBe(exit);
  });

  test("files made by a check belong to the person", async () => {
    const place = await checkPlace();
    await run(place, "echo made > made");
    expect((await stat(join(place.desk, "made"))).uid).toBe((await stat(place.desk)).uid);
  });
});

describe.each(namespaces)("10.17: with %s a check", (_, isolation) => {
  test("finds no process but its own, and no key in the environment of any", async () => {
    const place = await checkPlace();
    const canary = "canary-17";
    const secret = spawn("sleep", ["60"], { env: { ...process.env, ANTHROPIC_API_KEY: canary } });
    onTestFinished(() => void secret.kill("SIGKILL"));
    const look = `cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep _API_KEY | sort -u; ls -d /proc/[0-9]* | wc -l; ls /proc/${secret.pid}; kill -0 ${secret.pid}`;
    const [inside] = await place
      .open(1, { isolation })
      .runChecks("desk", [check(look)], { timeoutMs: 20_000 }, noAbort);
    expect(inside?.output).not.toContain(canary);
    expect(inside?.output).toMatch(/No such (file|process)/);
    expect(Number(/^(\d+)$/m.exec(inside?.output ?? "")?.[1])).toBeLessThan(10);
    // So that the test can fail: without a namespace the same command finds it.
    const open = { kind: "none", start: [], why: "" } as const;
    const [outside] = await place
      .open(2, { isolation: open })
      .runChecks("desk", [check(look)], { timeoutMs: 20_000 }, noAbort);
    expect(outside?.output).toContain(canary);
  });
});

test("10.17: where namespaces cannot be had, checks run without, and the reason is known", async () => {
  const place = await checkPlace();
  const fake = join(place.root, "bin");
  await writeFiles(fake, {
    unshare: "#!/bin/sh\necho 'unshare: unshare failed: Operation not permitted' >&2\nexit 1\n",
  });
  await chmod(join(fake, "unshare"), 0o755);
  const env = { ...place.env, PATH: `${fake}:${place.env.PATH}` };
  expect(await findIsolation(env)).toEqual({
    kind: "none",
    start: [],
    why: platform() === "linux" ? "unshare: unshare failed: Operation not permitted" : expect.any(String),
  });
  const [run] = await place
    .open(1, { env })
    .runChecks("desk", [check("echo ran")], { timeoutMs: 20_000 }, noAbort);
  expect(run).toMatchObject({ exit: 0, output: "ran\n" });
});

test("a flood keeps its beginning and its end, and is bounded", async () => {
  const place = await checkPlace();
  const run = await runOne(
    place,
    "echo first; yes 0123456789 | head -c 40000000; echo; echo '# pass 7'; echo '# fail 2'",
  );
  expect(Buffer.byteLength(run.output)).toBeLessThan(66_000);
  expect(run.output).toMatch(/^first\n0123456789\n/);
  expect(run.output).toMatch(/\[… 399\d{5} bytes left out, \d+ lines …\]/);
  expect(run.report.counts).toEqual({ passed: 7, failed: 2 });
});

test("10.30: a failing test in the middle of five megabytes of output is named", async () => {
  const place = await checkPlace();
  const flood = "seq -f 'ok %g - passes' 110000";
  const middle = `printf 'not ok 1 - takes away\\n  ---\\n  error: no\\n  at: %s/a.js:3:4\\n  ...\\n' "$PWD"`;
  const { output, report } = await runOne(place, `${flood}; ${middle}; ${flood}; exit 1`);
  expect(output).not.toContain("takes away");
  expect(report.failing).toEqual([{ test: "takes away", file: "a.js", place: "a.js:3:4", message: "no" }]);
});

test("a folder that is gone is an error, not a failed check", async () => {
  const place = await checkPlace();
  const running = place.open().runChecks("gone", [check("true")], { timeoutMs: 20_000 }, noAbort);
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
      redaction: noKeys,
    },
    noAbort,
  );
  await expect(run).rejects.toThrow(/record/);
  expect(existsSync(join(place.desk, "began"))).toBe(false);
});
