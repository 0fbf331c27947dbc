import { appendFile, readFile } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import {
  appendAll,
  collect,
  openTestJournal,
  saying,
  temporaryLog,
  texts,
} from "../../../test/support/log-fixtures.ts";
import { Noted } from "../../../test/support/noted.ts";
import type { Fact } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";

/** Follows until it has seen `count` facts. */
async function seeing(journal: Journal, from: number, count: number): Promise<number[]> {
  const stop = new AbortController();
  const seen: number[] = [];
  for await (const fact of journal.follow(from, stop.signal)) {
    seen.push(fact.seq);
    if (seen.length === count) stop.abort();
  }
  return seen;
}

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("follow", () => {
  test("gives what is there from a seq on, and then what comes, in order", async () => {
    const path = await temporaryLog();
    const [journal, other] = [await openTestJournal(path), await openTestJournal(path)];
    await appendAll(journal, [["a"], ["b", "c"], ["d"]]);
    const following = seeing(journal, 3, 6);
    await appendAll(journal, [["e"]]);
    await appendAll(other, [["f", "g", "h"]]);
    expect(await following).toEqual(upTo(3, 8));
  });

  test("gives every follower of two journals every fact once, however they mix", async () => {
    const path = await temporaryLog();
    const journals = [await openTestJournal(path), await openTestJournal(path)];
    const following = journals.flatMap((journal) =>
      Array.from({ length: 25 }, (_, index) => seeing(journal, 1 + index * 4, 120 - index * 4)),
    );
    await Promise.all(
      journals.map(async (journal, who) => {
        for (let index = 0; index < 30; index += 1) await journal.append(saying(`${who} ${index}`, "and"));
      }),
    );
    for (const [index, seen] of (await Promise.all(following)).entries()) {
      expect(seen).toEqual(upTo(1 + (index % 25) * 4, 120));
    }
  });

  test("a reader that is slow misses nothing", async () => {
    const journal = await openTestJournal(await temporaryLog());
    const stop = new AbortController();
    const seen: Fact[] = [];
    const following = (async () => {
      for await (const fact of journal.follow(1, stop.signal)) {
        seen.push(fact);
        await journal.append(() => undefined);
        if (seen.length === 30) return;
      }
    })();
    for (let index = 0; index < 30; index += 1) await journal.append(saying(`${index}`));
    await following;
    expect(seen.map(({ seq }) => seq)).toEqual(upTo(1, 30));
  });

  test("never gives a line without its newline, nor half a batch", async () => {
    const path = await temporaryLog();
    const journal = await openTestJournal(path);
    await appendAll(journal, [["a"]]);
    const writer = await temporaryLog();
    await appendFile(writer, await readFile(path));
    await appendAll(await openTestJournal(writer), [["b", "c"]]);
    const whole = (await readFile(writer)).subarray((await readFile(path)).length);

    const seen = new Noted<number>();
    const stop = new AbortController();
    const following = (async () => {
      for await (const { seq } of journal.follow(2, stop.signal)) seen.note(seq);
    })();
    for (let place = 0; place < whole.length; place += 1) {
      expect(seen.all).toEqual([]);
      await appendFile(path, whole.subarray(place, place + 1));
      await journal.append(() => undefined); // reads to the end
    }
    await seen.until(({ length }) => length >= 2);
    expect(seen.all).toEqual([2, 3]);
    expect(texts(journal.state())).toEqual(["a", "b", "c"]);
    stop.abort();
    await following;
  });

  test("puts one listener on a signal that many followers share", async () => {
    const journal = await openTestJournal(await temporaryLog());
    const stop = new AbortController();
    const added = vi.spyOn(stop.signal, "addEventListener");
    const following = Array.from({ length: 30 }, () => collect(journal.follow(1, stop.signal)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(added).toHaveBeenCalledTimes(1);
    await journal.append(saying("x"));
    stop.abort();
    for (const seen of await Promise.all(following)) expect(seen.length).toBeLessThan(2);
  });

  test("ends when the signal aborts, when it was aborted before, and when the journal closes", async () => {
    const journal = await openTestJournal(await temporaryLog());
    const stop = new AbortController();
    const following = collect(journal.follow(1, stop.signal));
    const closed = collect(journal.follow(1, new AbortController().signal));
    stop.abort();
    expect(await following).toEqual([]);
    expect(await collect(journal.follow(1, AbortSignal.abort()))).toEqual([]);
    await journal.close();
    expect(await closed).toEqual([]);
  });
});

describe("moved", () => {
  test("resolves at once when the head is beyond, and otherwise with the next fact of anybody", async () => {
    const path = await temporaryLog();
    const [journal, other] = [await openTestJournal(path), await openTestJournal(path)];
    await appendAll(other, [["a"]]);
    const { signal } = new AbortController();
    await journal.moved(0, signal);
    expect(journal.state().head).toBe(1);
    const moved = journal.moved(1, signal).then(() => journal.state().head);
    await appendAll(other, [["b"]]);
    expect(await moved).toBe(2);
  });

  test("does not resolve for a torn or losing line", async () => {
    const path = await temporaryLog();
    const journal = await openTestJournal(path);
    await appendAll(journal, [["a"]]);
    const stop = new AbortController();
    let resolved = false;
    const moved = journal.moved(1, stop.signal).then(() => {
      resolved = true;
    });
    await appendFile(path, `${await readFile(path, "utf8")}{"seq":2,`);
    await journal.append(() => undefined);
    await new Promise((resolve) => setImmediate(resolve));
    expect(resolved).toBe(false);
    stop.abort();
    await moved;
  });

  test("rejects once the journal is closed, so that a loop around it ends", async () => {
    const journal = await openTestJournal(await temporaryLog());
    await journal.append(saying("x"));
    const stop = new AbortController();
    const waiting = journal.moved(1, stop.signal).catch((error: Error) => error.message);
    await journal.close();
    const closed = "the session log was closed while somebody waited for its next fact";
    expect(await waiting).toBe(closed);
    await expect(journal.moved(1, stop.signal)).rejects.toThrow(closed);
    await journal.moved(0, stop.signal); // that fact was read before
    stop.abort();
    await journal.moved(1, stop.signal);
  });

  test("leaves no listener on the signal, and no watch that keeps the process alive", async () => {
    const journal = await openTestJournal(await temporaryLog());
    const stop = new AbortController();
    const added = vi.spyOn(stop.signal, "addEventListener");
    const removed = vi.spyOn(stop.signal, "removeEventListener");
    const before = watches();
    for (let head = 0; head < 20; head += 1) {
      const moved = journal.moved(head, stop.signal);
      await journal.append(saying("x"));
      await moved;
    }
    expect(added.mock.calls.length).toBe(removed.mock.calls.length);
    expect(watches()).toEqual(before);
  });
});

function watches(): string[] {
  return process.getActiveResourcesInfo().filter((name) => name === "FSEventWrap");
}
