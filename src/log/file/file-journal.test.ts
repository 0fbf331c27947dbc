import { appendFile, readFile, stat, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import {
  appendAll,
  collect,
  openTestJournal,
  said,
  saying,
  started,
  temporaryLog,
  texts,
} from "../../../test/support/log-fixtures.ts";
import { MemoryHandle } from "../../../test/support/log-world.ts";
import { factVersion, refusal } from "../../core/facts/fact.ts";
import { redactionOf } from "../../core/text/redaction.ts";
import { openJournal } from "./file-journal.ts";
import { hashLine } from "./line.ts";

describe("append", () => {
  test("gives the facts with seq, chain, actor and time, and the state after them", async () => {
    const journal = await openTestJournal(await temporaryLog());
    const done = await journal.append((at, first) => {
      expect([at.head, first]).toEqual([0, 1]);
      return [said("one"), said("two", "bo")];
    });
    expect(done).toMatchObject({
      kind: "done",
      facts: [
        { seq: 1, prev: "0".repeat(32), v: factVersion, actor: "ada", more: true, event: { text: "one" } },
        { seq: 2, actor: "bo", event: { text: "two" } },
      ],
      state: { head: 2 },
    });
    expect(done.kind === "done" && done.state).toBe(journal.state());
  });

  test("writes one line per fact, in the order of the design, and nothing that is not set", async () => {
    const path = await temporaryLog();
    await (await openTestJournal(path)).as("turn/1").fenced(7).append(saying("one"));
    const fields = Object.keys(JSON.parse((await readFile(path, "utf8")).trim()));
    expect(fields).toEqual(["seq", "prev", "at", "v", "actor", "step", "fence", "event"]);
  });

  test("writes nothing when build refuses or says that it is already so", async () => {
    const path = await temporaryLog();
    const journal = await openTestJournal(path);
    expect(await journal.append(() => refusal("no longer wanted"))).toEqual({
      kind: "refused",
      why: "no longer wanted",
    });
    expect(await journal.append(() => undefined)).toEqual({ kind: "nothing" });
    expect((await stat(path)).size).toBe(0);
  });

  test("10.17: refuses a fact that holds the value of a key in use, before anything is written", async () => {
    const path = await temporaryLog();
    const value = 'sk-canary-"0123456789';
    const redaction = redactionOf([{ name: "OPENAI_API_KEY", value }]);
    const journal = await openJournal({ path, now: () => "2026-01-01T00:00:00.000Z", redaction });
    for (const build of [saying(`my key: ${value}`), () => [said("fine"), said(value)] as const])
      await expect(journal.fenced(1).append(build)).rejects.toMatchObject({
        code: "refused",
        message: expect.stringMatching(/^(?!.*canary).*\(OPENAI_API_KEY\).*Leave the key out\.$/s),
      });
    expect((await stat(path)).size).toBe(0);
    expect(await journal.append(saying("my key: sk-canary"))).toMatchObject({ kind: "done" });
    await journal.close();
  });

  test("throws on an event that does not fit its schema, before anything is written", async () => {
    const path = await temporaryLog();
    const journal = await openTestJournal(path);
    const bad = { actor: "ada", event: { type: "message.posted", text: 5 } } as unknown as ReturnType<
      typeof said
    >;
    await expect(journal.append(() => [said("fine"), bad])).rejects.toThrow(
      '"message.posted" does not fit its schema: text must be a text, not 5',
    );
    expect((await stat(path)).size).toBe(0);
    expect(await journal.append(saying("next"))).toMatchObject({ kind: "done" });
  });

  test("lets what build throws through, and the next append works", async () => {
    const journal = await openTestJournal(await temporaryLog());
    const broken = journal.append(() => {
      throw new Error("a bug");
    });
    await expect(broken).rejects.toThrow("a bug");
    expect(await journal.append(saying("next"))).toMatchObject({ kind: "done" });
  });

  test("lets appends finish before it closes, and takes none after", async () => {
    const journal = await openTestJournal(await temporaryLog());
    const last = journal.append(saying("last"));
    await journal.close();
    expect(await last).toMatchObject({ kind: "done" });
    await expect(journal.append(saying("too late"))).rejects.toThrow("closed");
    expect(texts(journal.state())).toEqual(["last"]);
  });

  test("keeps the order in which one process asked", async () => {
    const journal = await openTestJournal(await temporaryLog());
    const names = Array.from({ length: 30 }, (_, index) => `m${index}`);
    await Promise.all(names.map((name) => journal.append(saying(name))));
    expect(texts(journal.state())).toEqual(names);
  });

  test("marks facts with the step and the fence", async () => {
    const journal = await openTestJournal(await temporaryLog());
    const done = await journal.fenced(0).as("turn/x").append(saying("one"));
    expect(done).toMatchObject({ facts: [{ step: "turn/x", fence: 0 }] });
    expect(await journal.append(saying("two"))).not.toHaveProperty("facts.0.step");
  });
});

describe("two journals on one file in one process", () => {
  test("build on each other and never lose or double a fact", async () => {
    const path = await temporaryLog();
    const [one, two] = [await openTestJournal(path), await openTestJournal(path)];
    await Promise.all(
      [one, two].flatMap((journal, who) =>
        Array.from({ length: 40 }, (_, index) =>
          journal.append((at, first) => {
            expect(first).toBe(at.head + 1);
            return [said(`${who} ${index} of ${texts(at).length}`), said("and")];
          }),
        ),
      ),
    );
    await one.append(() => undefined);
    await two.append(() => undefined);
    expect(one.state()).toEqual(two.state());
    const all = texts(one.state());
    expect(all).toHaveLength(160);
    // Every build saw exactly what stands before its own line, so no batch was split and none built blindly.
    for (const [index, text] of all.entries()) {
      if (index % 2 === 0) expect(text.endsWith(` of ${index}`)).toBe(true);
      else expect(text).toBe("and");
    }
    for (const who of [0, 1]) {
      const own = all.filter((text) => text.startsWith(`${who} `)).map((text) => text.split(" of ")[0]);
      expect(own).toEqual(Array.from({ length: 40 }, (_, index) => `${who} ${index}`));
    }
  });

  test("a runner is refused once a later one has started", async () => {
    const path = await temporaryLog();
    const [one, two] = [await openTestJournal(path), await openTestJournal(path)];
    await one.append(() => [started(1)]);
    const runner = one.fenced(1);
    expect(await runner.append(saying("mine"))).toMatchObject({ kind: "done" });
    await two.append(() => [started(2)]);
    expect(await runner.as("turn/x").append(saying("late"))).toMatchObject({
      kind: "refused",
      why: expect.stringMatching(/taken/),
    });
    expect(await two.fenced(3).append(saying("new"))).toMatchObject({ kind: "done" });
    expect(texts(two.state())).toEqual(["mine", "new"]);
  });
});

describe("live, in bulk and from disk", () => {
  test("the state is the same, with unknown types and unknown fields in between", async () => {
    const path = await temporaryLog();
    const live = await openTestJournal(path);
    await appendAll(live, [["one"], ["two", "three"], ["four"]]);
    const last = (await readFile(path, "utf8")).trim().split("\n").at(-1) ?? "";
    const line = {
      seq: 5,
      prev: hashLine(Buffer.from(last)),
      at: "2030-01-01T00:00:00.000Z",
      v: 9,
      actor: "ada",
      mood: "new",
      event: { type: "moon.landed", where: "sea" },
    };
    await appendFile(path, `${JSON.stringify(line)}\n`);
    await live.append(saying("five"));
    const bulk = await openTestJournal(path);
    expect(bulk.state()).toEqual(live.state());
    expect(live.state().head).toBe(6);
    const facts = await collect(live.read(4));
    expect(facts.map(({ seq, event }) => [seq, event.type])).toEqual([
      [4, "message.posted"],
      [5, "unknown"],
      [6, "message.posted"],
    ]);
    expect(facts[1]).toMatchObject({ mood: "new", event: { was: "moon.landed" } });
  });

  test("reading the facts again gives those that counted, none of the others", async () => {
    const path = await temporaryLog();
    const journal = await openTestJournal(path);
    await appendAll(journal, [["one"], ["two", "three"]]);
    const text = await readFile(path, "utf8");
    await writeFile(path, `${text}${text.slice(0, 40)}\n${text}\n\n`);
    await journal.append(saying("four"));
    const facts = await collect(journal.read(1));
    expect(facts.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(facts.map(({ event }) => event.type === "message.posted" && event.text)).toEqual([
      "one",
      "two",
      "three",
      "four",
    ]);
  });
});

describe("a journal", () => {
  class ClosingHandle extends MemoryHandle {
    closed = 0;

    override async close(): Promise<void> {
      this.closed += 1;
    }
  }

  test("that cannot be opened closes its file, and one that is closed twice closes it once", async () => {
    const handle = new ClosingHandle();
    handle.bytes = Buffer.from("hello\n");
    const now = () => "2026-01-01T00:00:00.000Z";
    await expect(openJournal({ path: "/log", now, handle })).rejects.toMatchObject({ code: "log.damaged" });
    expect(handle.closed).toBe(1);
    handle.bytes = Buffer.from("");
    const journal = await openJournal({ path: "/log", now, handle });
    await journal.close();
    await journal.close();
    expect(handle.closed).toBe(2);
    await expect(journal.append(saying("x"))).rejects.toThrow("This journal was closed: /log");
  });

  test("knows how many bytes of the file it has read, torn ones included", async () => {
    const handle = new MemoryHandle();
    const journal = await openJournal({ path: "/log", now: () => "2026-01-01T00:00:00.000Z", handle });
    expect(journal.size).toBe(0);
    await journal.append(saying("one", "two"));
    expect(journal.size).toBe(handle.bytes.length);
    handle.add(Buffer.from('{"seq":3'));
    await journal.append(() => undefined);
    expect(journal.size).toBe(handle.bytes.length);
  });

  test.each([1, 63, 64, 65, 200])(
    "gives %i new facts as it would read them again, from wherever",
    async (count) => {
      const journal = await openTestJournal(await temporaryLog());
      await journal.append(saying("before"));
      const [first = "", ...others] = Array.from({ length: count }, (_, index) => `m${index}`);
      const done = await journal.append(saying(first, ...others));
      const again = await collect(journal.read(2));
      expect(again).toHaveLength(count);
      expect(done.kind === "done" && done.facts).toEqual(again);
      for (const from of [1, 2, count, count + 1]) {
        const stop = new AbortController();
        const seen: number[] = [];
        for await (const { seq } of journal.follow(from, stop.signal)) {
          seen.push(seq);
          if (seq === count + 1) stop.abort();
        }
        expect(seen).toEqual(Array.from({ length: count + 2 - from }, (_, index) => from + index));
      }
    },
  );

  test("lets a runner of the same or a later fence append, and none of an earlier one", async () => {
    const journal = await openTestJournal(await temporaryLog());
    await journal.append(() => [started(1)]);
    await journal.append(() => [started(2)]);
    expect(await journal.fenced(1).append(saying("x"))).toEqual({
      kind: "refused",
      why: "A later runner has taken this session over.",
    });
    for (const fence of [2, 3])
      expect(await journal.fenced(fence).append(saying("x"))).toMatchObject({ kind: "done" });
  });

  test("marks every fact of a batch but its last", async () => {
    const journal = await openTestJournal(await temporaryLog());
    for (const count of [1, 2, 3]) {
      const [first = "", ...others] = Array.from({ length: count }, (_, index) => `m${index}`);
      const done = await journal.append(saying(first, ...others));
      const marks = done.kind === "done" ? done.facts.map(({ more }) => more) : [];
      expect(marks).toEqual(
        Array.from({ length: count }, (_, index) => (index < count - 1 ? true : undefined)),
      );
    }
  });
});
