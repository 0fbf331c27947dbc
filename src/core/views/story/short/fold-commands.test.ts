import { expect, test } from "vitest";
import { type StoryKind, type StoryLine, storyLine } from "../story-line.ts";
import { foldCommands, foldedLines } from "./fold-commands.ts";

const line = (kind: StoryKind, who: string, task: string | undefined, text: string): StoryLine =>
  storyLine({ seq: 1, actor: who }, kind, text, task === undefined ? {} : { task });
const command = (who: string, task: string, text: string, failed = false): StoryLine => ({
  ...line("working", who, task, `runs \`${text}\`: exit ${failed ? 1 : 0}`),
  ran: { failed },
});

/** What is told of these lines, the rest at the end. */
function told(...lines: readonly StoryLine[]): readonly string[] {
  let held: readonly StoryLine[] = [];
  const all: StoryLine[] = [];
  for (const one of lines) {
    const next = foldCommands(held, one);
    held = next.held;
    all.push(...next.told);
  }
  return [...all, ...foldedLines(held)].map(({ who, text }) => `${who} ${text}`);
}

test("commands of one member become one line, up to what happens next", () => {
  const many = Array.from({ length: 200 }, (_, at) => command("ada", "t1", `try ${at}`, at % 50 === 0));
  expect(told(...many, line("done", "ada", "t1", "done: it works"))).toEqual([
    "ada ran 200 commands, 4 failed; the last: `try 199`: exit 0",
    "ada done: it works",
  ]);
});

test("one command is told as it is, and what is no command is told at once", () => {
  expect(told(command("ada", "t1", "ls"), line("working", "ada", "t1", "edits a.js"))).toEqual([
    "ada edits a.js",
    "ada runs `ls`: exit 0",
  ]);
});

test("members who work at once keep their own, and a line without a task ends all", () => {
  const lines = [
    command("ada", "t1", "a1", true),
    command("bo", "t2", "b1"),
    command("ada", "t1", "a2", true),
    line("green", "harness", "t2", "checks pass"),
    command("bo", "t3", "b2"),
    line("phase", "harness", undefined, "code review"),
  ];
  expect(told(...lines)).toEqual([
    "bo runs `b1`: exit 0",
    "harness checks pass",
    "ada ran 2 commands, all failed; the last: `a2`: exit 1",
    "bo runs `b2`: exit 0",
    "harness code review",
  ]);
});

test("the line tells the last command that matters, and is as heavy", () => {
  const light = command("ada", "t1", "ls");
  const heavy: StoryLine = { ...command("ada", "t1", "make"), weight: "plain" };
  expect(foldedLines([heavy, light])[0]).toMatchObject({
    weight: "plain",
    text: "ran 2 commands; one of them: `make`: exit 0",
  });
  expect(foldedLines([light, light])[0]?.weight).toBe("small");
});

test("checks come after the commands before them, for they may be of what those changed", () => {
  const checks: StoryLine = {
    ...line("working", "ada", "t1", "runs the checks: green"),
    weight: "plain",
  };
  expect(told(command("ada", "t1", "make"), checks, command("ada", "t1", "ls"))).toEqual([
    "ada runs `make`: exit 0",
    "ada runs the checks: green",
    "ada runs `ls`: exit 0",
  ]);
});
