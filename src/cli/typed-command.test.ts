import type { Command } from "commander";
import { expect, test } from "vitest";
import { commandNames } from "../core/views/typed/commands.ts";
import { addCommand } from "./add-command.ts";
import { specs } from "./specs.ts";
import { TypedCommand } from "./typed-command.ts";

/** All commands. What is typed is noted instead of done. */
function commands(noted: (command: Command) => void = () => {}): Command {
  const root = new TypedCommand("huddle").enablePositionalOptions().exitOverride();
  root.configureOutput({ outputError: () => {} });
  for (const name of commandNames) addCommand(root, specs[name], async (_, command) => noted(command));
  return root;
}

/** What the act would get: the words of the command and its options. */
async function typed(...args: readonly string[]) {
  let got:
    | { readonly words: readonly string[]; readonly options: Readonly<Record<string, unknown>> }
    | undefined;
  await commands((command) => {
    got = { words: command.args, options: command.opts() };
  }).parseAsync(args, { from: "user" });
  return got;
}

function everyCommand(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

test("these options can stand alone, and those of commands with words say what they mean then", () => {
  const all = everyCommand(commands()).flatMap((command) =>
    command.options
      .filter(({ optional }) => optional)
      .map(({ long, presetArg }) => ({
        typed: `${command.name()} ${long}`,
        isSaid: command.registeredArguments.length === 0 || presetArg !== undefined,
      })),
  );
  expect(all).toEqual([
    { typed: "do --ship", isSaid: true },
    { typed: "run --ship", isSaid: true },
    { typed: "ship --branch", isSaid: true },
  ]);
});

const branch = { how: "branch" };
const squash = { how: "squash" };

test.each<[typed: readonly string[], words: readonly string[], options: Readonly<Record<string, unknown>>]>([
  [["--ship", "Fix it"], ["Fix it"], { ship: branch }],
  [["--ship", "Fix it", "and more"], ["Fix it", "and more"], { ship: branch }],
  [["Fix it", "--ship", "and more"], ["Fix it", "and more"], { ship: branch }],
  [["Fix it", "--ship", "-"], ["Fix it", "-"], { ship: branch }],
  [["--ship", "Fix a = b"], ["Fix a = b"], { ship: branch }],
  [["--ship", "Fix\nit"], ["Fix\nit"], { ship: branch }],
  [["--ship", "--", "Fix it"], ["Fix it"], { ship: branch }],
  [["--auto", "--ship", "Fix it", "--json"], ["Fix it"], { ship: branch, auto: true, json: true }],
  [["--ship", "squash", "Fix it"], ["Fix it"], { ship: squash }],
  [["--ship=squash", "Fix it"], ["Fix it"], { ship: squash }],
  [["Fix it", "--ship"], ["Fix it"], { ship: branch }],
  [["--ship", "onto", "Fix"], ["Fix"], { ship: { how: "onto" } }],
  [
    ["--ship", "patch=my file.patch", "Fix it"],
    ["Fix it"],
    { ship: { how: "patch", target: "my file.patch" } },
  ],
  [["--", "--ship", "Fix it"], ["--ship", "Fix it"], {}],
  [["-m", "--ship", "Fix it"], ["Fix it"], { message: "--ship" }],
  [["--brief-file", "--ship", "Fix it"], ["Fix it"], { briefFile: "--ship" }],
])("huddle do %j: the words are %j, the options %j", async (args, words, options) => {
  expect(await typed("do", ...args)).toEqual({ words, options });
});

test.each<[typed: readonly string[], told: string]>([
  [["do", "--ship", "Fix", "it"], "For new work, type: huddle do Fix --ship"],
  [["do", "--ship=Fix it"], "For new work, type: huddle do 'Fix it' --ship"],
  [["do", "Fix it", "--ship", "sqush"], "It must be branch, onto, squash, pr or patch=<file>"],
  [["do", "Fix it", "--ship", "onto=my branch"], '"my branch" is not the name of a branch.'],
  [["do", "--ship"], "huddle do needs <title>: what to do, in a few words\nSee: huddle do --help"],
  [["run", "--ship", "Fix it"], "For new work, type: huddle do 'Fix it' --ship"],
  [["run", "--ship", "it's"], "huddle do 'it'\\''s' --ship"],
  [["run", "--ship", "squash", "Fix it"], 'huddle run takes no words behind it, so "Fix it" is too much.'],
  [["ship", "--branch", "fix", "it"], 'huddle ship takes no words behind it, so "it" is too much.'],
  [
    ["task", "take", "t1", "t2", "t3"],
    'huddle task take takes one word behind it, so "t2" "t3" is too much.',
  ],
  [
    ["model", "set", "strong", "a/b", "c"],
    'huddle model set takes at most 2 words behind it, so "c" is too much.',
  ],
  [["task", "take"], "huddle task take needs <id>: the task, such as t1\nSee: huddle task take --help"],
  [["reply", "q1"], 'huddle reply needs <answer>: yes, no, always, the number of an option, or "your words"'],
  [["task", "cancel"], "huddle task cancel needs <tasks>: the tasks, such as t1 t2"],
  [["run", "--nonsense"], "unknown option '--nonsense'\nSee: huddle run --help"],
  [["run", "--max-turns"], "argument missing\nSee: huddle run --help"],
  [["nonsense"], "unknown command 'nonsense'\nSee: huddle --help"],
])("huddle %j is refused: %s", async (args, told) => {
  await expect(typed(...args)).rejects.toThrow(told);
});

test("huddle ship --branch takes any name, which is judged where the repository is known", async () => {
  expect(await typed("ship", "--branch", "fix it")).toMatchObject({ options: { branch: "fix it" } });
  expect(await typed("ship", "--branch")).toMatchObject({ options: { branch: true } });
});
