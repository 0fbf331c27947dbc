import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { platform } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyPlace, noAbort } from "../../../test/support/git-place.ts";
import { noKeys } from "../../core/text/redaction.ts";
import { markOf } from "./end-processes.ts";
import { pause } from "./pause.ts";
import { freeBytes, newBytes } from "./readings/new-bytes.ts";
import { allChildren, treeUse } from "./readings/process-tree.ts";
import { type CommandLimits, runCommand } from "./run-command.ts";

const mega = 1024 * 1024;

async function run(command: string, limitsIn: (folder: string) => CommandLimits) {
  const cwd = await emptyPlace();
  const env = { PATH: process.env.PATH ?? "" };
  const limits = limitsIn(cwd);
  const record = join(cwd, "record");
  const about = { timeoutMs: 60_000, mostBytes: 1000, redaction: noKeys };
  return { cwd, record, end: await runCommand({ command, cwd, env, record, limits, ...about }, noAbort) };
}

/** Of this command, by the mark that its descendants inherit. */
function left(record: string): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").includes(`HUDDLE_CHILD=${markOf(record)}\0`);
    } catch {
      return false;
    }
  }).length;
}

describe.runIf(platform() === "linux")("limits of a command", () => {
  const fill = `node -e "const kept = []; for (;;) kept.push(Buffer.alloc(4e6, 1))"`;
  test.each([
    ["memory", "in one process", fill, { memoryBytes: 128 * mega }],
    ["memory", "in several", `${fill} & ${fill} & wait`, { memoryBytes: 128 * mega }],
    ["processes", "that sleep", "for i in $(seq 200); do sleep 1000 & done; wait", { processes: 40 }],
    [
      "processes",
      "that lost their parent",
      "for i in $(seq 200); do (sleep 1000 &); done; sleep 1000",
      { processes: 40 },
    ],
  ])("too much %s %s ends it, and nothing is left", async (over, _, command, limits) => {
    const { record, end } = await run(command, () => limits);
    expect(end).toMatchObject({ exit: null, timedOut: false, over });
    for (let waited = 0; left(record) > 0 && waited < 1000; waited += 50) await pause(50);
    expect(left(record)).toBe(0);
  });

  test.each([
    ["a file", "dd if=/dev/zero of=large bs=1M 2>&1"],
    ["many files", "i=0; while :; do i=$((i + 1)); head -c 1000000 /dev/zero > part$i; done"],
    ["a file that is removed and still open", "exec 3> large; rm large; cat /dev/zero >&3"],
  ])("too much on disk in %s ends it", async (_, command) => {
    const { end } = await run(command, (folder) => ({ disk: { bytes: 32 * mega, folders: [folder] } }));
    expect(end).toMatchObject({ exit: null, over: "disk" });
  });

  test("a file cannot grow beyond its limit, written or with holes", async () => {
    const limits = { fileBytes: 2 * mega, disk: { bytes: 32 * mega, folders: [] } };
    const written = await run("head -c 3000000 /dev/zero > a; wc -c < a", () => limits);
    expect(written.end.output).toMatch(/2097152\n$/);
    const sparse = await run("truncate -s 10G a; wc -c < a", () => limits);
    expect(sparse.end.output).toMatch(/0\n$/);
  });

  test("a command within its limits is left alone", async () => {
    const limits = (folder: string) => ({
      memoryBytes: 512 * mega,
      processes: 50,
      disk: { bytes: mega, folders: [folder] },
    });
    const { end } = await run("sleep 0.2 & sleep 0.1; echo done > a; cat a; wait", limits);
    expect(end).toEqual({ exit: 0, timedOut: false, output: "done\n" });
  });
});

test.runIf(platform() === "linux")(
  "processes are found by what they say about their parent, too",
  async () => {
    const child = spawn("sh", ["-c", "sleep 1000 & echo there; wait"], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    await new Promise((resolve) => child.stdout.once("data", resolve));
    const pid = child.pid ?? 0;
    const by = treeUse(pid, 10, allChildren(pid));
    onTestFinished(() => {
      for (const one of by.pids) process.kill(one, "SIGKILL");
    });
    expect(by.pids).toHaveLength(2);
    expect(treeUse(pid, 10).pids).toEqual(by.pids);
    expect(by.memoryBytes).toBeGreaterThan(0);
  },
);

test("only what was written since counts", async () => {
  const folder = await emptyPlace();
  await writeFile(join(folder, "a"), "x".repeat(10_000));
  expect(newBytes([folder], [], 0, mega)).toBeGreaterThanOrEqual(10_000);
  expect(newBytes([folder], [], Number.MAX_SAFE_INTEGER, mega)).toBe(0);
  expect(freeBytes([folder])).toBeGreaterThan(mega);
  expect(freeBytes([join(folder, "nowhere")])).toBe(Number.POSITIVE_INFINITY);
});
