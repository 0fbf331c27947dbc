import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import {
  appendAll,
  openTestJournal,
  saying,
  started,
  temporaryLog,
} from "../../../test/support/log-fixtures.ts";
import { checkLog } from "./check-log.ts";
import { hashLine } from "./line.ts";

async function logWithTail(...tail: readonly string[]): Promise<string> {
  const path = await temporaryLog();
  await appendAll(await openTestJournal(path), [["a"], ["b", "c"]]);
  await writeFile(path, tail.join(""), { flag: "a" });
  return path;
}

/** A line that continues the log, whatever it says. */
async function nextLine(path: string, seq: number, event: object, extra: object = {}): Promise<string> {
  const last = (await readFile(path, "utf8")).trimEnd().split("\n").at(-1) ?? "";
  const prev = hashLine(Buffer.from(last));
  return `${JSON.stringify({ seq, prev, at: "t", v: 1, actor: "ada", ...extra, event })}\n`;
}

test("counts what counts and what does not", async () => {
  const path = await logWithTail();
  const [, second = ""] = (await readFile(path, "utf8")).split("\n");
  await writeFile(
    path,
    `${second}\n{"seq":4,"pr\n\n${await nextLine(path, 4, { type: "moon.landed" })}{"se`,
    {
      flag: "a",
    },
  );
  expect(await checkLog(path)).toEqual({ lines: 7, counted: 4, torn: 2, losing: 1, unknown: 1, invalid: [] });
});

test("a batch that was left unfinished does not count", async () => {
  const path = await logWithTail();
  const line = await nextLine(path, 4, { type: "message.posted", text: "x" }, { more: true });
  await writeFile(path, line, { flag: "a" });
  expect(await checkLog(path)).toMatchObject({ counted: 3, losing: 1 });
});

test("names facts that do not fit their schema, and goes on", async () => {
  const path = await logWithTail();
  await writeFile(path, await nextLine(path, 4, { type: "message.posted", text: 5 }), { flag: "a" });
  await writeFile(path, await nextLine(path, 5, { type: "message.posted", text: "x" }), { flag: "a" });
  const { counted, invalid } = await checkLog(path);
  expect(counted).toBe(5);
  expect(invalid).toMatchObject([
    { line: 4, seq: 4, reason: expect.stringMatching(/^message\.posted .*text: /) },
  ]);
});

test("names facts of a runner that had been replaced", async () => {
  const path = await logWithTail();
  const journal = await openTestJournal(path);
  await journal.append(() => [started(1)]);
  await journal.append(() => [started(2)]);
  await journal.fenced(5).append(saying("fine"));
  expect((await checkLog(path)).invalid).toEqual([]);
  const late = await nextLine(path, 7, { type: "message.posted", text: "x" }, { fence: 4 });
  await writeFile(path, late, { flag: "a" });
  expect((await checkLog(path)).invalid).toMatchObject([
    { seq: 7, reason: expect.stringMatching(/replaced/) },
  ]);
});

test("says where a log is damaged instead of throwing", async () => {
  const path = await logWithTail("{}\n");
  expect(await checkLog(path)).toMatchObject({
    counted: 3,
    damage: { line: 4, reason: expect.stringMatching(/not an event/) },
  });
  expect(await checkLog(dirname(path))).toMatchObject({ counted: 0, damage: { line: 0 } });
  expect(await checkLog(`${path}.none`)).toMatchObject({ lines: 0, counted: 0 });
});

test("nothing is said of a log that is whole, and all counts are told", async () => {
  expect(await checkLog(await logWithTail())).toEqual({
    lines: 3,
    counted: 3,
    torn: 0,
    losing: 0,
    unknown: 0,
    invalid: [],
  });
  const path = await logWithTail();
  const folder = dirname(path);
  const nothing = { lines: 0, counted: 0, torn: 0, losing: 0, unknown: 0, invalid: [] };
  expect(await checkLog(`${path}.none`)).toEqual(nothing);
  const damage = { line: 0, reason: expect.stringContaining("EISDIR") };
  expect(await checkLog(folder)).toEqual({ ...nothing, damage });
});

test("a runner of the present fence, or without one, is no runner that was replaced", async () => {
  const path = await logWithTail();
  const journal = await openTestJournal(path);
  await journal.append(() => [started(1)]);
  await journal.fenced(4).append(saying("mine"));
  await journal.fenced(5).append(saying("a later one's"));
  await journal.append(saying("nobody's"));
  expect((await checkLog(path)).invalid).toEqual([]);
});
