import { expect, test } from "vitest";
import { specs } from "../../../cli/specs.ts";
import { commandNames, commands, taskParts } from "./commands.ts";
import { slashOf, wordsIn } from "./slash.ts";

test.each([
  ["/status", ["status"]],
  ["  /diff t1 ", ["diff", "t1"]],
  ["/Cost", ["cost"]],
  ["/budget 3", ["budget", "3"]],
  ["/cancel t2", ["task", "cancel", "t2"]],
  ["/task cancel t2", ["task", "cancel", "t2"]],
  ["/help budgets", ["help", "budgets"]],
  [
    "/say --to mara \"keep it   small\"  don't 'ask me'",
    ["say", "--to", "mara", "keep it   small", "don't", "ask me"],
  ],
] as const)("%s is a command", (line, args) => {
  expect(slashOf(line)).toEqual({ kind: "command", args });
});

test.each([
  ["?", "list"],
  ["/", "list"],
  ["/help", "list"],
  ["/pause", "pause"],
] as const)("%s: %s", (line, kind) => {
  expect(slashOf(line)).toEqual({ kind });
});

test.each([
  ["/stauts", /^There is no \/stauts\. Did you mean \/status\? Type \? for all that you can type\.$/],
  ["/cancle t2", /Did you mean \/cancel\?/],
  ["/etc/hosts is wrong", /or send it as words: \/say \/etc\/hosts …$/],
  ["//", /^There is no \/\/\./],
  ["/constructor", /^There is no \/constructor\./],
  ["/demo", /^\/demo needs a terminal of its own: huddle demo$/],
] as const)("%s is none, and a hint says what to do", (line, hint) => {
  expect(slashOf(line)).toEqual({ kind: "unclear", hint: expect.stringMatching(hint) });
});

test.each(["words", "what? no", "a /status", ""])("%j is not about commands", (line) => {
  expect(slashOf(line)).toBeUndefined();
});

test("every command of the table can be typed behind a slash, or says where it can be typed", () => {
  for (const name of commandNames) {
    if (name === "help") continue; // alone it lists
    const slash = slashOf(`/${name} x`);
    expect(slash).toEqual(
      commands[name].alone
        ? { kind: "unclear", hint: expect.stringContaining(`huddle ${name}`) }
        : { kind: "command", args: [name, "x"] },
    );
  }
});

test("a slash suffices for all that stands behind task, and none of it is the name of a command", () => {
  expect([...taskParts]).toEqual(specs.task.parts?.map(({ name }) => name));
  const parts: readonly string[] = taskParts;
  expect(commandNames.filter((name) => parts.includes(name))).toEqual([]);
});

test.each([
  ['"a b" c', ["a b", "c"]],
  ["it's a dog's", ["it's", "a", "dog's"]],
  ['"open', ['"open']],
  ['""', [""]],
  ['a"b c"', ['a"b', 'c"']],
])("%s in words", (text, words) => {
  expect(wordsIn(text)).toEqual(words);
});
