import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyPlace, noAbort } from "../../test/support/git-place.ts";
import { noKeys, redactionOf } from "../core/text/redaction.ts";
import { type Command, runCommand } from "./processes/run-command.ts";
import { inLine, telling } from "./telling.ts";

const ended = { exit: 0, timedOut: false, output: "" };

/** What is told of a command that prints these pieces, one text for each time. */
async function told(pieces: readonly string[], redaction = noKeys): Promise<readonly string[]> {
  const texts: string[] = [];
  const run: typeof runCommand = async ({ onText }) => {
    for (const piece of pieces) onText?.(piece);
    return ended;
  };
  await telling(run, ({ text }) => texts.push(text))({ command: "x", redaction } as Command, noAbort);
  expect(texts.pop()).toBe(""); // that it has ended
  expect(texts.shift()).toBe(""); // that it has begun
  return texts;
}

test.each<[string, readonly string[], readonly string[]]>([
  ["nothing", [], []],
  ["lines as they come", ["a\nb\n", "c\n"], ["a\nb\n", "c\n"]],
  ["a line in pieces, once it is whole", ["a", "b", "c\nd", "\n"], ["abc\n", "d\n"]],
  ["the last line without its end", ["a\n", "b"], ["a\n", "b"]],
  [
    "a line that never ends, in pieces and not within a word",
    ["x ".repeat(4_096), "sk-", "y"],
    ["x ".repeat(4_096), "sk-y"],
  ],
  ["one long word, all the same", ["x".repeat(9_000)], ["x".repeat(9_000)]],
  ["no colours and no cursor moves", ["\u001b[31mred\u001b[0m\u001b[2J\n"], ["red\n"]],
  ["nothing that looks like a key", [`sk-${"a".repeat(10)}`, `${"b".repeat(20)}\n`], ["[key]\n"]],
])("told is %s", async (_, pieces, texts) => {
  expect(await told(pieces)).toEqual(texts);
});

test("a key in use shows neither in colours nor in parts", async () => {
  const redaction = redactionOf([{ name: "k", value: "canary-0123456789" }]);
  const texts = await told(["canary-\u001b[1m0123456789\n", "canary-0123", "456789\n"], redaction);
  expect(texts.join("")).toBe("[key]\n[key]\n");
});

test("of endless output only so much is told, and that there is more", async () => {
  const texts = await told(Array.from({ length: 300 }, () => `${"x".repeat(8_000)}\n`));
  const size = texts.reduce((sum, text) => sum + text.length, 0);
  expect(size).toBeLessThan(1024 * 1024 + 200);
  expect(texts.at(-1)).toContain("prints more than can be followed");
  expect(texts.filter((text) => text.includes("can be followed"))).toHaveLength(1);
});

describe("a real command", () => {
  test("is told while it runs, and its own listener hears the same", async () => {
    const folder = await emptyPlace();
    const heard: string[] = [];
    const printed: unknown[] = [];
    const run = telling(runCommand, (one) => printed.push(one));
    const command = (line: string): Command => ({
      command: line,
      cwd: folder,
      env: { PATH: process.env.PATH ?? "" },
      record: join(folder, "record"),
      timeoutMs: 60_000,
      mostBytes: 1_000,
      redaction: noKeys,
      onText: (text) => heard.push(text),
    });
    expect(await run(command("echo one"), noAbort)).toMatchObject({ exit: 0, output: "one\n" });
    const stop = new AbortController();
    let begun = false;
    const stopped = telling(runCommand, (one) => {
      printed.push(one);
      if (begun) stop.abort();
      begun = true;
    })(command("echo two; sleep 1000"), stop.signal);
    await expect(stopped).rejects.toThrow();
    expect(printed).toEqual([
      { command: "echo one", run: 1, text: "", withinMs: 60_000 },
      { command: "echo one", run: 1, text: "one\n" },
      { command: "echo one", run: 1, text: "", ended: true },
      { command: "echo two; sleep 1000", run: 1, text: "", withinMs: 60_000 },
      { command: "echo two; sleep 1000", run: 1, text: "two\n" },
      { command: "echo two; sleep 1000", run: 1, text: "", ended: true },
    ]);
    expect(heard.join("")).toBe("one\ntwo\n");
  });
});

test("work that waits for its turn says so, and when its turn has come", async () => {
  const told: unknown[] = [];
  const work = inLine(
    (one) => told.push(one),
    "npm test",
    async () => told.length,
  );
  const waits = { command: "npm test", run: 0, text: "", waits: true };
  expect(told).toEqual([waits]);
  expect(await work()).toBe(2);
  expect(told).toEqual([waits, { command: "npm test", run: 0, text: "", withinMs: 0 }]);
});
