import { appendFileSync } from "node:fs";
import { readFile, truncate, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  appendAll,
  collect,
  openTestJournal,
  saying,
  temporaryLog,
} from "../../../test/support/log-fixtures.ts";
import { MemoryHandle, readFacts } from "../../../test/support/log-world.ts";
import { openJournal } from "./file-journal.ts";

const batches = [["a"], ["bé", "c", "d"], ["e"], ["f", "g"], ["h"], ["i"]] as const;

async function logLines(): Promise<{ path: string; lines: string[] }> {
  const path = await temporaryLog();
  await appendAll(await openTestJournal(path), batches);
  return { path, lines: (await readFile(path, "latin1")).trimEnd().split("\n") };
}

function damageOf(lines: readonly string[]) {
  const file = new MemoryHandle();
  file.bytes = Buffer.from(`${lines.join("\n")}\n`, "latin1");
  const { reader, facts } = readFacts(file);
  reader.read();
  return { damage: reader.damage, facts };
}

const flipped = (text: string, place: number, flip: number) =>
  text.slice(0, place) + String.fromCharCode(text.charCodeAt(place) ^ flip) + text.slice(place + 1);

describe("a changed byte", () => {
  test("in any place of any line but the last two is reported with the number of that line", async () => {
    const { lines } = await logLines();
    for (let line = 0; line < lines.length - 2; line += 1) {
      const text = lines[line] ?? "";
      for (let place = 0; place < text.length; place += 1) {
        for (const flip of [1, 0x20, 0x80]) {
          const changed = lines.with(line, flipped(text, place, flip));
          const { damage } = damageOf(changed);
          if (changed[line]?.[place] === "\n") continue; // two lines now; the next test knows them
          expect(damage, `line ${line + 1}, byte ${place}, flip ${flip}`).toMatchObject({ line: line + 1 });
        }
      }
    }
  });

  test("to any other value is never accepted in silence", async () => {
    const { lines } = await logLines();
    const text = `${lines.join("\n")}\n`;
    const last = text.length - (lines.at(-1)?.length ?? 0) - 1;
    fc.assert(
      fc.property(fc.nat({ max: last - 1 }), fc.integer({ min: 1, max: 255 }), (place, flip) => {
        const { damage } = damageOf(flipped(text, place, flip).split("\n"));
        const line = text.slice(0, place).split("\n").length;
        expect(damage?.line).toBeOneOf([line, line + 1]);
      }),
      { numRuns: 2000 },
    );
  });

  test("in the line before the last is reported with both, because either may be wrong", async () => {
    const { lines } = await logLines();
    const changed = lines.with(-2, lines.at(-2)?.replace('"h"', '"x"') ?? "");
    expect(damageOf(changed).damage).toEqual({
      line: 8,
      reason: "line 9, which was written after it, does not fit; one of them was changed",
    });
  });

  test("in the last line goes unnoticed: nothing vouches for it yet", async () => {
    const { lines } = await logLines();
    const changed = lines.with(-1, lines.at(-1)?.replace('"i"', '"x"') ?? "");
    const { damage, facts } = damageOf(changed);
    expect(damage).toBeUndefined();
    expect(facts.at(-1)?.event).toMatchObject({ text: "x" });
    const torn = damageOf(lines.with(-1, lines.at(-1)?.replace("{", "[") ?? ""));
    expect(torn.damage).toBeUndefined();
    expect(torn.facts).toHaveLength(8);
  });
});

describe("other changes", () => {
  test("a line taken out, put in twice or moved is found by its neighbours", async () => {
    const { lines } = await logLines();
    expect(damageOf(lines.toSpliced(4, 1)).damage).toMatchObject({
      line: 5,
      reason: expect.stringMatching(/event 6.*event 4/),
    });
    expect(damageOf(lines.toSpliced(4, 0, lines[2] ?? "")).damage).toBeUndefined(); // a losing line like any other
    expect(
      damageOf([...lines.slice(0, 4), lines[5] ?? "", lines[4] ?? "", ...lines.slice(6)]).damage?.line,
    ).toBe(5);
    expect(damageOf(lines.toSpliced(0, 1)).damage?.line).toBe(1);
  });

  test("a losing line that is moved before the winner takes its place, and the winner's successor notices", async () => {
    const path = await temporaryLog();
    const journal = await openTestJournal(path);
    await appendAll(journal, [["a"], ["b"], ["c"], ["d"]]);
    const lines = (await readFile(path, "latin1")).trimEnd().split("\n");
    const loser = lines[1]?.replace('"b"', '"lost"') ?? "";
    expect(damageOf(lines.toSpliced(2, 0, loser)).damage).toBeUndefined();
    expect(damageOf(lines.toSpliced(1, 0, loser)).damage?.line).toBeGreaterThan(1);
  });

  test("JSON that is not a fact is damage, also at the end: no torn write leaves it", async () => {
    const { lines } = await logLines();
    expect(damageOf([...lines, '{"hello":1}']).damage).toMatchObject({
      line: 10,
      reason: expect.stringMatching(/not an event/),
    });
    expect(damageOf([...lines, "null"]).damage).toMatchObject({ line: 10 });
  });

  test("another log's lines are damage", async () => {
    const { lines } = await logLines();
    const path = await temporaryLog();
    await appendAll(await openTestJournal(path), [["x"], ["y"], ["z"]]);
    const others = (await readFile(path, "latin1")).trimEnd().split("\n");
    expect(damageOf([...lines, ...others.slice(1)]).damage).toMatchObject({ line: 10 });
  });
});

describe("a damaged log", () => {
  test("is a fault for whoever opens it, naming line and file", async () => {
    const { path, lines } = await logLines();
    await writeFile(path, `${lines.with(3, "ruined").join("\n")}\n`, "latin1");
    const opening = openJournal({ path, now: () => "now" });
    await expect(opening).rejects.toMatchObject({
      code: "log.damaged",
      message: expect.stringMatching(/line 4: it cannot be read/),
    });
    await expect(opening).rejects.toThrow(path);
  });

  test("stops a journal that had it open: append, read and follow say so", async () => {
    const { path, lines } = await logLines();
    const journal = await openTestJournal(path);
    await writeFile(path, `${lines.join("\n")}\n${lines[3]?.replace('"seq":4', '"seq":99')}\n`, "latin1");
    const fault = { code: "log.damaged", message: expect.stringMatching(/line 10/) };
    await expect(journal.append(saying("x"))).rejects.toMatchObject(fault);
    await expect(collect(journal.read(1))).rejects.toMatchObject(fault);
    await expect(collect(journal.follow(1, new AbortController().signal))).rejects.toMatchObject(fault);
    await expect(journal.moved(9, new AbortController().signal)).rejects.toMatchObject(fault);
  });

  test("that was cut while it was open is noticed", async () => {
    const { path } = await logLines();
    const journal = await openTestJournal(path);
    await truncate(path, 100);
    await expect(journal.append(saying("x"))).rejects.toMatchObject({
      code: "log.damaged",
      message: expect.stringMatching(/cut to 100/),
    });
  });

  test.each(["moved", "follow"] as const)(
    "is told to whoever waits, also when another one here reads of it first (%s)",
    async (how) => {
      const path = await temporaryLog();
      const journal = await openTestJournal(path);
      await journal.append(saying("a"));
      const { signal } = new AbortController();
      const waiting = how === "moved" ? journal.moved(1, signal) : collect(journal.follow(2, signal));
      await Promise.resolve();
      const stray = {
        seq: 9,
        prev: "0",
        at: "",
        v: 1,
        actor: "ada",
        event: { type: "message.posted", text: "" },
      };
      appendFileSync(path, `${JSON.stringify(stray)}\n`);
      await expect(journal.append(saying("b"))).rejects.toMatchObject({ code: "log.damaged" });
      await expect(waiting).rejects.toMatchObject({ code: "log.damaged" });
    },
  );

  test("that was changed behind a reader's back is not read out as if it were not", async () => {
    const { path, lines } = await logLines();
    const journal = await openTestJournal(path);
    await writeFile(
      path,
      `${lines.with(1, lines[1]?.replace('"more"', '"mere"') ?? "").join("\n")}\n`,
      "latin1",
    );
    await expect(collect(journal.read(1))).rejects.toMatchObject({
      code: "log.damaged",
      message: expect.stringMatching(/line 2/),
    });
  });
});
