import { spawn } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { parseRecord } from "./child-record.ts";
import { openProcesses } from "./processes.ts";
import { parseStat, processStart, startByPs } from "./readings/process-start.ts";

async function started(script: string) {
  const child = spawn("sh", ["-c", `${script}`], { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const exit = new Promise((resolve) => child.on("exit", (_, signal) => resolve(signal)));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  const pid = child.pid ?? 0;
  return { name: { host: "here", pid, startedAt: (await processStart(pid)) ?? "" }, exit };
}

const open = (graceMs = 5000) => openProcesses({ host: "here", pid: process.pid, graceMs });

test("we are alive; another host cannot be looked at; a pid with another start is somebody else", async () => {
  const processes = await open();
  const self = processes.self();
  expect(self).toMatchObject({ host: "here", pid: process.pid });
  expect(await processes.life(self)).toBe("alive");
  expect(await processes.life({ ...self, host: "there" })).toBe("elsewhere");
  expect(await processes.life({ ...self, startedAt: "0@00000000" })).toBe("dead");
  for (const pid of [0, -1, 1.5, 2 ** 30, Number.NaN])
    expect(await processes.life({ ...self, pid })).toBe("dead");
});

test("a process is ended softly when it lets itself", async () => {
  const processes = await open();
  const { name, exit } = await started("echo; exec sleep 60");
  expect(await processes.life(name)).toBe("alive");
  await processes.end(name);
  expect(await processes.life(name)).toBe("dead");
  expect(await exit).toBe("SIGTERM");
  await processes.end(name);
});

test("and for good when it does not", async () => {
  const processes = await open(200);
  const { name, exit } = await started("trap '' TERM; echo; while :; do sleep 1; done");
  await processes.end(name);
  expect(await exit).toBe("SIGKILL");
});

test("neither another host's process nor a pid that was given out again is shot", async () => {
  const processes = await open(100);
  const { name } = await started("echo; exec sleep 60");
  await processes.end({ ...name, startedAt: "1@00000000" });
  await expect(processes.end({ ...name, host: "there" })).rejects.toMatchObject({ code: "session.busy" });
  expect(await processes.life(name)).toBe("alive");
});

test("a program's name may look like the rest of the line", () => {
  const line = `42 (a) S 9 9 (x) ) R 7 42 42 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 98765 1 2`;
  expect(parseStat(line)).toEqual({ pid: 42, state: "R", parent: 7, group: 42, start: "98765" });
  expect(parseStat("42 (torn")).toBeUndefined();
});

test("without /proc, ps tells the same start to us and to a child that records itself", async () => {
  const child = spawn("sh", ["-c", 'echo "ps $$ $(LC_ALL=C TZ=UTC0 ps -o lstart= -p $$)"; exec sleep 60']);
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = await new Promise<Buffer>((resolve) => child.stdout.once("data", resolve));
  const record = parseRecord(said.toString());
  expect(record).toEqual({ pid: child.pid, startedAt: await startByPs(child.pid ?? 0) });
  expect(record?.startedAt).toMatch(/^\w{3} \w{3} +\d+ [\d:]{8} \d{4}$/);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("exit", resolve));
  expect(await startByPs(child.pid ?? 0)).toBeUndefined();
});
