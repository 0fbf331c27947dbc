// A process that writes to a log until it is killed. Tests start several on the same file.
//
//   append <path> <name>            numbered batches; prints the number of each once it is acknowledged; now and
//                                   then it dies in the middle of a write
//   run <path> <name> <count>       takes the session over, writes `count` facts as a runner, or until refused; slowly,
//                                   so that others come while it is at it
//   stamp <path> <count> <pauseMs>  facts that carry the moment they were written, for measuring how fast they travel

import { writeSync } from "node:fs";
import type { Draft } from "../../src/core/facts/fact.ts";
import type { Journal } from "../../src/core/ports/journal.ts";
import { toArray } from "../../src/core/text/appended.ts";
import { openJournal } from "../../src/log/file/file-journal.ts";
import { type LogHandle, openLogHandle } from "../../src/log/file/log-handle.ts";

const [mode = "", path = "", ...rest] = process.argv.slice(2);
const handle = mode === "append" ? dyingHandle(await openLogHandle(path)) : undefined;
const journal = await openJournal({ path, now: () => new Date().toISOString(), ...(handle && { handle }) });
if (mode === "append") await appendForEver(journal, rest[0] ?? "");
if (mode === "run") await run(journal, rest[0] ?? "", Number(rest[1]));
if (mode === "stamp") await stamp(journal, Number(rest[0]), Number(rest[1]));
await journal.close();

/** A kill rarely falls into the microseconds of a write, so some processes do it themselves. */
function dyingHandle(real: LogHandle): LogHandle {
  return {
    ...real,
    async write(bytes) {
      if (Math.random() > 1 / 80) return real.write(bytes);
      await real.write(bytes.subarray(0, Math.floor(Math.random() * bytes.length)));
      process.kill(process.pid, "SIGKILL");
      return new Promise(() => undefined);
    },
  };
}

async function appendForEver(journal: Journal, name: string): Promise<never> {
  // What the one before me wrote before it could say so is in the log as well.
  const own = toArray(journal.state().transcript).filter((entry) => entry.actor === name);
  let number = own.length === 0 ? 0 : Number(own.at(-1)?.text.split(" ")[0]) + 1;
  for (; ; number += 1) {
    const batch = batchOf(name, number);
    await journal.append(() => batch);
    writeSync(1, `${number}\n`);
  }
}

/** One to eight lines, some of them long. */
function batchOf(name: string, number: number): [Draft, ...Draft[]] {
  const size = 1 + ((number * 7) % 8);
  const filling = "x".repeat(number % 29 === 0 ? 60_000 : number % 5 === 0 ? 3_000 : 10);
  const line = (index: number): Draft => ({
    actor: name,
    event: { type: "message.posted", text: `${number} ${index} ${size} ${filling}` },
  });
  return [line(0), ...Array.from({ length: size - 1 }, (_, index) => line(index + 1))];
}

async function run(journal: Journal, name: string, count: number): Promise<void> {
  const started = await journal.append(() => [
    {
      actor: "harness",
      event: { type: "runner.started", host: name, pid: process.pid, startedAt: "", mode: "run" },
    },
  ]);
  if (started.kind !== "done") throw new Error("not started");
  const runner = journal.fenced(started.facts[0]?.seq ?? 0);
  for (let index = 0; index < count; index += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const done = await runner.append(() => [
      { actor: name, event: { type: "message.posted", text: `${index}` } },
    ]);
    if (done.kind === "refused") process.exitCode = 9;
    if (done.kind !== "done") return;
  }
}

async function stamp(journal: Journal, count: number, pauseMs: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await journal.append(() => [
      { actor: "clock", event: { type: "message.posted", text: `${process.hrtime.bigint()}` } },
    ]);
  }
}
