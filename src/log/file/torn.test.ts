import { readFile, stat, truncate, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import {
  appendAll,
  openFaulty,
  openTestJournal,
  said,
  saying,
  started,
  systemError,
  temporaryLog,
  texts,
} from "../../../test/support/log-fixtures.ts";
import type { Journal } from "../../core/ports/journal.ts";

const batches = [["a"], ["bé"], ["c", "d ü", "e"]] as const;

/** The file after each batch: bytes, and the messages that count there. */
async function writtenLog(): Promise<{ path: string; bytes: Buffer; ends: number[] }> {
  const path = await temporaryLog();
  const journal = await openTestJournal(path);
  const ends = [0];
  for (const batch of batches) {
    await appendAll(journal, [batch]);
    ends.push((await stat(path)).size);
  }
  return { path, bytes: await readFile(path), ends };
}

describe("a tail torn at any byte", () => {
  test("costs the batch it tore and nothing else, and the next append is whole", async () => {
    const { path: original, bytes, ends } = await writtenLog();
    for (let cut = ends[1] ?? 0; cut <= bytes.length; cut += 1) {
      const path = `${original}.${cut}`;
      await writeFile(path, bytes.subarray(0, cut));
      const whole = ends.findLastIndex((end) => end <= cut);
      const expected = batches.slice(0, whole).flat();
      const onlyNewlineMissing = ends.includes(cut + 1) ? (batches[whole] ?? []) : [];
      const handle = await openFaulty(path);
      handle.unsynced = true;
      const journal = await openTestJournal(path, handle);
      expect(texts(journal.state())).toEqual(expected);

      const done = await journal.append(saying("next", "and next"));
      // The newline that the next append writes first is the one that was missing.
      expect(texts(journal.state())).toEqual([...expected, ...onlyNewlineMissing, "next", "and next"]);
      expect(done).toMatchObject({ kind: "done", state: { head: texts(journal.state()).length } });
      await expectSameFromDisk(path, journal);
      expect((await readFile(path)).subarray(0, cut)).toEqual(bytes.subarray(0, cut));
      await journal.close();
    }
  });

  test("is closed off once, however many processes saw it", async () => {
    const { path, bytes } = await writtenLog();
    await truncate(path, bytes.length - 5);
    const journals = await Promise.all([1, 2, 3].map(() => openTestJournal(path)));
    await Promise.all(journals.map((journal, index) => journal.append(saying(`from ${index}`))));
    for (const journal of journals) await journal.append(() => undefined);
    expect(
      texts(journals[0]?.state() ?? fail())
        .slice(2)
        .sort(),
    ).toEqual(["from 0", "from 1", "from 2"]);
    for (const journal of journals) await expectSameFromDisk(path, journal);
  });

  test("counts once its newline comes, and not before", async () => {
    const { path, bytes } = await writtenLog();
    await truncate(path, bytes.length - 1);
    const journal = await openTestJournal(path);
    expect(journal.state().head).toBe(2);
    await writeFile(path, "\n", { flag: "a" });
    await journal.append(() => undefined);
    expect(texts(journal.state())).toEqual(batches.flat());
  });

  test("does not harm a writer that did not see the tear and wrote behind it", async () => {
    const { path } = await writtenLog();
    const handle = await openFaulty(path);
    const journal = await openTestJournal(path, handle);
    handle.beforeWrite = () => writeFile(path, '{"seq":6,"prev":"é', { flag: "a" });
    await journal.append(saying("first", "second"));
    expect(texts(journal.state())).toEqual([...batches.flat(), "first", "second"]);
    await expectSameFromDisk(path, journal);
  });
});

describe("a write that fails half-way", () => {
  const failures = [
    ["is short", undefined],
    ["finds the disk full", systemError("ENOSPC")],
  ] as const;

  test.each(failures)(
    "and %s, at any byte, is a fault; the log stays whole and goes on",
    async (_, error) => {
      const path = await temporaryLog();
      const handle = await openFaulty(path);
      const journal = await openTestJournal(path, handle);
      handle.unsynced = true;
      await appendAll(journal, [["before"]]);
      const size = (await stat(path)).size;
      await journal.append(saying("measured", "too"));
      const length = (await stat(path)).size - size;

      const expected = ["before", "measured", "too"];
      for (let after = 0; after < length; after += 1) {
        handle.failWrite = { after, ...(error && { error }) };
        const failed = journal.append(saying("half-way", "two"));
        await expect(failed).rejects.toMatchObject({ name: "Fault", code: "log.unwritable" });
        expect(texts(journal.state())).toEqual(expected);
        await journal.append(saying(`next ${after}`));
        // A leading newline stands before the batch as soon as a tear is there, so its own newline comes last.
        const missing = handle.lengthTried - 1 === after ? ["half-way", "two"] : [];
        expected.push(...missing, `next ${after}`);
        expect(texts(journal.state())).toEqual(expected);
      }
      await expectSameFromDisk(path, journal);
    },
  );

  test("says what to do", async () => {
    const path = await temporaryLog();
    const handle = await openFaulty(path);
    const journal = await openTestJournal(path, handle);
    handle.failWrite = { after: 7, error: systemError("ENOSPC") };
    await expect(journal.append(saying("x"))).rejects.toThrow(/disk is full.*Free some space/s);
    handle.failWrite = { after: 0, error: systemError("EROFS") };
    await expect(journal.append(saying("x"))).rejects.toThrow(/read-only.*Make it writable/s);
    handle.failWrite = { after: 9 };
    await expect(journal.append(saying("x"))).rejects.toThrow(/only 9 of \d+ bytes.*Check the disk/s);
  });
});

describe("a sync that fails", () => {
  test("is a fault, but the facts count: everybody can read them, so they cannot be taken back", async () => {
    const path = await temporaryLog();
    const handle = await openFaulty(path);
    const journal = await openTestJournal(path, handle);
    handle.failSync = systemError("EIO");
    const failed = journal.append(saying("unconfirmed"));
    await expect(failed).rejects.toMatchObject({
      code: "log.unwritable",
      message: expect.stringMatching(/power cut/),
    });
    expect(texts(journal.state())).toEqual(["unconfirmed"]);
    await journal.append(saying("next"));
    await expectSameFromDisk(path, journal);
    expect(texts(journal.state())).toEqual(["unconfirmed", "next"]);
  });
});

describe("a line that loses the race", () => {
  test("is built again on what won, whole batches at a time", async () => {
    const path = await temporaryLog();
    const handle = await openFaulty(path);
    const [journal, other] = [await openTestJournal(path, handle), await openTestJournal(path)];
    handle.beforeWrite = async () => void (await other.append(saying("winner")));
    const seen: number[] = [];
    const done = await journal.append((at, first) => {
      seen.push(first);
      return [said(`after ${at.head}`), said("and"), said("on")];
    });
    expect(seen).toEqual([1, 2]);
    expect(done).toMatchObject({ kind: "done", facts: [{ seq: 2 }, { seq: 3 }, { seq: 4 }] });
    expect(texts(journal.state())).toEqual(["winner", "after 1", "and", "on"]);
    await expectSameFromDisk(path, journal);
  });

  test("is refused when what won is a later runner", async () => {
    const path = await temporaryLog();
    const handle = await openFaulty(path);
    const [journal, other] = [await openTestJournal(path, handle), await openTestJournal(path)];
    await journal.append(() => [started(1)]);
    handle.beforeWrite = async () => void (await other.append(() => [started(2)]));
    let built = 0;
    const late = await journal.fenced(1).append(() => {
      built += 1;
      return [said("late")];
    });
    expect(late).toMatchObject({ kind: "refused" });
    expect(built).toBe(1);
    await other.append(() => undefined);
    expect(texts(other.state())).toEqual([]);
    expect(other.state().head).toBe(2);
  });

  test("is dropped when the winner has made it so already", async () => {
    const path = await temporaryLog();
    const handle = await openFaulty(path);
    const [journal, other] = [await openTestJournal(path, handle), await openTestJournal(path)];
    handle.beforeWrite = async () => void (await other.append(() => [said("once", "bo")]));
    const done = await journal.append((at) => (texts(at).includes("once") ? undefined : [said("once")]));
    expect(done).toEqual({ kind: "nothing" });
    expect(texts(journal.state())).toEqual(["once"]);
  });

  test("has not lost when it is the same as the winner to the last byte, time included", async () => {
    const path = await temporaryLog();
    const handle = await openFaulty(path);
    const [journal, other] = [await openTestJournal(path, handle), await openTestJournal(path)];
    handle.beforeWrite = async () => void (await other.append(saying("same")));
    expect(await journal.append(saying("same"))).toMatchObject({ kind: "done", facts: [{ seq: 1 }] });
    expect(texts(journal.state())).toEqual(["same"]);
  });
});

async function expectSameFromDisk(path: string, journal: Journal): Promise<void> {
  const fresh = await openTestJournal(path);
  expect(fresh.state()).toEqual(journal.state());
  await fresh.close();
}

function fail(): never {
  throw new Error("there is no journal");
}
