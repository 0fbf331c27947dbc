import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { Fact } from "../../src/core/facts/fact.ts";
import { toArray } from "../../src/core/text/appended.ts";
import { checkLog } from "../../src/log/file/check-log.ts";
import { openTestJournal, temporaryLog } from "../support/log-fixtures.ts";

const program = fileURLToPath(new URL("../../build/test/support/log-writer-process.js", import.meta.url));

function start(...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Lives, is killed and comes back until `over`. Gives the numbers that were acknowledged. */
async function writer(path: string, name: string, over: () => boolean): Promise<number[]> {
  let said = "";
  while (!over()) {
    const child = start("append", path, name);
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    const ended = once(child, "close");
    await Promise.race([ended, once(child.stdout ?? child, "data")]);
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 400))]);
    child.kill("SIGKILL");
    await ended;
  }
  return said.split("\n").filter(Boolean).map(Number);
}

test("four processes that append at once and are killed lose nothing and double nothing", async () => {
  const path = await temporaryLog();
  const viewer = await openTestJournal(path);
  const stop = new AbortController();
  const followed: number[] = [];
  const following = (async () => {
    for await (const { seq } of viewer.follow(1, stop.signal)) followed.push(seq);
  })();

  const began = Date.now();
  const lasted = (ms: number) => Date.now() - began > ms;
  const over = () => (lasted(5000) && viewer.state().head > 2000) || lasted(12_000);
  const names = ["ada", "bo", "cy", "di"];
  const acknowledged = await Promise.all(names.map((name) => writer(path, name, over)));

  const fresh = await openTestJournal(path);
  await viewer.moved(fresh.state().head - 1, stop.signal);
  expect(viewer.state()).toEqual(fresh.state());
  expect(fresh.state().head).toBeGreaterThan(200); // thousands, where the machine has time for them
  const entries = toArray(fresh.state().transcript);
  for (const [index, name] of names.entries()) {
    const own = entries
      .filter(({ actor }) => actor === name)
      .map(({ text }) => text.split(" ").slice(0, 3).map(Number));
    const batches = Math.max(...own.map(([number]) => number ?? 0)) + 1;
    const expected = Array.from({ length: batches }, (_, number) => wholeBatch(number)).flat();
    expect(own, "every batch once, whole, in order").toEqual(expected);
    expect(
      acknowledged[index]?.filter((number) => number >= batches),
      "all that was acknowledged",
    ).toEqual([]);
  }
  await expectWhole(path, fresh.state().head);
  while (followed.length < fresh.state().head) await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  await following;
  expect(followed).toEqual(followed.map((_, index) => index + 1));
});

function wholeBatch(number: number): number[][] {
  const size = 1 + ((number * 7) % 8);
  return Array.from({ length: size }, (_, index) => [number, index, size]);
}

test("runners that take over from each other never write after they were replaced", async () => {
  const path = await temporaryLog();
  const journal = await openTestJournal(path);
  const names = ["ada", "bo", "cy"];
  const codes = await Promise.all(
    names.map(async (name) => {
      const seen: (number | null)[] = [];
      for (let life = 0; life < 4; life += 1) {
        const child = start("run", path, name, "80");
        const [code] = await once(child, "close");
        seen.push(code);
      }
      return seen;
    }),
  );
  expect(codes.flat().every((code) => code === 0 || code === 9)).toBe(true);
  expect(codes.flat()).toContain(9);

  let fence = 0;
  let written = 0;
  for await (const fact of journal.read(1)) {
    if (fact.event.type === "runner.started") fence = fact.seq;
    else expect(fact.fence).toBe(fence);
    written += 1;
  }
  expect(written).toBeGreaterThan(12);
  await expectWhole(path, written);
});

test("facts of another process arrive in order, each once", async () => {
  const path = await temporaryLog();
  const journal = await openTestJournal(path);
  const child = start("stamp", path, "200", "1");
  const stop = new AbortController();
  const facts: Fact[] = [];
  for await (const fact of journal.follow(1, stop.signal)) {
    facts.push(fact);
    if (facts.length === 200) stop.abort();
  }
  expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, index) => index + 1));
  if (child.exitCode === null) await once(child, "close");
});

async function expectWhole(path: string, counted: number): Promise<void> {
  const check = await checkLog(path);
  expect(check).toMatchObject({ counted, invalid: [], unknown: 0 });
  expect(check.damage).toBeUndefined();
}
