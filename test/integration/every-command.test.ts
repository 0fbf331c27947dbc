import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TreeCommand } from "../../src/cli/help/command-tree.ts";
import { completions } from "../../src/cli/help/completions.ts";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import { deskHere, providedHere } from "../support/huddle-here.ts";
import { answerOf, type ProvidedDesk } from "../support/obliging-provider.ts";
import { planned } from "../support/plans.ts";
import type { Asked } from "../support/provider-server/asked.ts";
import { typedCommands } from "../support/typed-commands.ts";

const root = typedCommands();

/** Every command that can be typed, also those behind another one, by the words that name it. */
const all: readonly (readonly [words: string, command: TreeCommand])[] = root.parts.flatMap((part) => [
  [part.name, part] as const,
  ...part.parts.map((inner) => [`${part.name} ${inner.name}`, inner] as const),
]);

const pages = readFile(join(import.meta.dirname, "../../docs/commands.md"), "utf8");
const nothingKnown = { sessions: [], tasks: [], waits: [] };

describe.each(all)("huddle %s", (words, command) => {
  const path = words.split(" ");

  test("explains itself, with its own options and no others", async () => {
    const at = await deskHere();
    const { code, stdout, stderr } = await at.huddle([...path, "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n")[0]).toMatch(new RegExp(`^Usage: huddle ${words}\\b`));
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    const listed = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, option]) => option);
    expect(new Set(listed)).toEqual(new Set([...command.options.map(({ long }) => long), "--help"]));
    expect(await at.huddle(["help", ...path])).toMatchObject({ code: 0, stdout });
  });

  test("is described in docs/commands.md, with every option", async () => {
    const text = await pages;
    expect(text).toMatch(new RegExp(`\`huddle ${words}\\b|\`${words}\\b`));
    for (const { long } of command.options) expect(text, long).toContain(long);
  });

  test("says in JSON what is wrong with how it was typed, and exits with 2", async () => {
    const at = await deskHere();
    const { code, stdout, stderr } = await at.huddle([...path, "--no-such-option", "--json"]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "usage" } });
    expect((await at.huddle([...path, "--no-such-option"])).stderr).toContain(`huddle ${words} --help`);
  });

  test("is completed: its name, its parts and its options", () => {
    const [last = "", ...before] = path.toReversed();
    const typed = (...line: string[]) => completions(root, line, nothingKnown).map(({ word }) => word);
    expect(typed(...before.toReversed(), last.slice(0, -1))).toContain(last);
    expect(typed(...path, "--")).toEqual(expect.arrayContaining(command.options.map(({ long }) => long)));
    if (command.parts.length > 0)
      expect(typed(...path, "")).toEqual(expect.arrayContaining(command.parts.map(({ name }) => name)));
  });
});

const three: readonly PlannedTask[] = [planned("t1"), planned("t2"), planned("t3", "t2")];

/** Of t2, its engineer says that something is in the way; all others do their work. */
function stops(asked: Asked) {
  const isCoding = asked.tools.some(({ name }) => name === "write_file");
  if (!isCoding || !JSON.stringify(asked.messages).includes("Task t2:")) return answerOf(asked, three);
  const blocked = { kind: "environment", explanation: "The database is not there." };
  return { text: "", calls: [{ tool: "done", input: { blocked } }] };
}

interface Row {
  readonly typed: readonly string[];
  readonly code: number;
  /** Left out: one document, and in words a last line that says what to type next. */
  readonly prints?: "events" | "asItIs";
}

/** One line for each command, typed one after the other at one desk. */
const session: readonly Row[] = [
  { typed: ["status"], code: 0 },
  { typed: ["inbox"], code: 0 },
  { typed: ["sessions"], code: 0 },
  { typed: ["use", "build-it"], code: 0 },
  { typed: ["show"], code: 0, prints: "events" },
  { typed: ["show", "scope"], code: 0 },
  { typed: ["diff", "t1"], code: 0 },
  { typed: ["log", "t1"], code: 0 },
  { typed: ["cost"], code: 0 },
  { typed: ["tasks"], code: 0 },
  { typed: ["task", "t1"], code: 0 },
  { typed: ["budget", "6"], code: 0 },
  { typed: ["meeting", "full"], code: 0 },
  { typed: ["trust"], code: 0 },
  { typed: ["doctor"], code: 0 },
  { typed: ["approve"], code: 0 },
  { typed: ["help", "diff"], code: 0, prints: "asItIs" },
  { typed: ["completion", "bash"], code: 0, prints: "asItIs" },
  { typed: ["debug", "prompt", "--all"], code: 0 },
  { typed: ["debug", "prompts"], code: 0 },
  { typed: ["debug", "replay"], code: 0 },
  { typed: ["debug", "clean"], code: 0 },
  { typed: ["model"], code: 0 },
  { typed: ["model", "list"], code: 0 },
  { typed: ["model", "set", "all", "anthropic/claude-sonnet-4-5"], code: 0 },
  { typed: ["init"], code: 0 },
  { typed: ["say", "Hello"], code: 0 },
  { typed: ["edit", "scope", "--print"], code: 0, prints: "asItIs" },
  { typed: ["assign", "t3", "mara"], code: 0 },
  { typed: ["advance"], code: 1 },
  { typed: ["reply", "f1", "yes"], code: 1 },
  { typed: ["task", "comment", "t2", "Mind the names."], code: 0 },
  { typed: ["task", "take", "t2"], code: 0 },
  { typed: ["task", "open", "t2"], code: 0 },
  { typed: ["task", "give", "t2"], code: 0 },
  { typed: ["task", "unblock", "t2"], code: 1 },
  { typed: ["task", "retry", "t2"], code: 1 },
  { typed: ["task", "split", "t3"], code: 0 },
  { typed: ["task", "land", "t1"], code: 1 },
  { typed: ["task", "cancel", "t3", "--yes"], code: 0 },
  { typed: ["run", "--auto", "--wait", "0"], code: 3, prints: "events" },
  { typed: ["back", "planning", "-m", "Smaller."], code: 0 },
  { typed: ["sync"], code: 0 },
  { typed: ["ship", "--partial", "--branch", "all"], code: 0 },
  { typed: ["new", "Another"], code: 0 },
  { typed: ["do", "Third"], code: 3, prints: "events" },
  { typed: ["groom", "Topic", "--max-turns", "1"], code: 3, prints: "events" },
  { typed: ["groom", "list"], code: 0 },
  { typed: ["groom", "show", "topic"], code: 0, prints: "events" },
  { typed: ["groom", "continue", "topic", "--max-turns", "1"], code: 3, prints: "events" },
  { typed: ["groom", "promote", "topic", "--yes"], code: 0, prints: "events" },
  { typed: ["drop", "another", "--yes"], code: 0 },
  { typed: ["reopen", "another"], code: 0 },
  { typed: ["model", "check"], code: 5 },
  { typed: ["demo", "nonsense"], code: 2 },
];

test("the lines below name every command", () => {
  const named = session.map(({ typed }) => typed.join(" "));
  const missing = all.filter(
    ([words, { parts, args }]) =>
      !(parts.length > 0 && args.length === 0) && !named.some((line) => `${line} `.startsWith(`${words} `)),
  );
  expect(missing.map(([words]) => words)).toEqual([]);
});

async function partlyBuilt(): Promise<ProvidedDesk> {
  const at = await providedHere({ tasks: three, server: { answers: stops } });
  await at.json(["new", "Build it"]);
  await at.huddle(["run", "--auto", "--wait", "0"]);
  return at;
}

const editor = { env: { EDITOR: "true", VISUAL: "true" } };

describe("typed one after the other, each does its work and ends with its code", () => {
  test("in words, and says what to type next, or what is wrong", async () => {
    const at = await partlyBuilt();
    for (const { typed, code, prints } of session) {
      const line = `huddle ${typed.join(" ")}`;
      const end = await at.huddle(typed, editor);
      expect({ line, code: end.code, error: code === 0 ? end.stderr : "" }).toEqual({
        line,
        code,
        error: "",
      });
      if (prints === "asItIs") continue;
      const isRefused = code === 1 || code === 2;
      if (isRefused) expect(end.stderr, line).toMatch(/^huddle: \S/);
      else expect(end.stdout.trimEnd().split("\n").at(-1), line).toMatch(/^Next: (huddle|git) /);
    }
  });

  test("as JSON, in one document, or one event on each line", async () => {
    const at = await partlyBuilt();
    for (const { typed, code, prints } of session) {
      const line = `huddle ${typed.join(" ")} --json`;
      const end = await at.huddle([...typed, "--json"], editor);
      expect({ line, code: end.code, stderr: end.stderr }).toEqual({ line, code, stderr: "" });
      const documents = prints === "events" ? end.stdout.trimEnd().split("\n") : [end.stdout];
      const last = documents.map((one) => JSON.parse(one)).at(-1);
      if (code === 1 || code === 2)
        expect(last, line).toMatchObject({ error: { message: expect.any(String) } });
      else if (prints === undefined)
        expect(last, line).toMatchObject({ next: { command: expect.any(String), why: expect.any(String) } });
    }
  });
});
