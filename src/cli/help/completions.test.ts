import { expect, test } from "vitest";
import { typedCommands } from "../../../test/support/typed-commands.ts";
import { commandNames } from "../../core/views/typed/commands.ts";
import { completions } from "./completions.ts";

const root = typedCommands();
const names = {
  sessions: [
    { word: "offline", does: "Offline mode", is: "open" },
    { word: "offload", does: "Off", is: "over" },
    { word: "office", does: "Talk", is: "grooming" },
    { word: "offset", does: "cannot be read", is: undefined },
  ] as const,
  tasks: [{ word: "t1", does: "The parser" }],
  waits: [{ word: "q41", does: "coach asks you something" }],
};
const words = (...typed: string[]) => completions(root, typed, names).map(({ word }) => word);

test("behind huddle stand all commands", () => {
  expect(words("")).toEqual(commandNames);
});

test.each([
  ["sta", ["status"]],
  ["task ca", ["cancel"]],
  ["task cancel ", ["t1"]],
  ["task cancel t1 ", ["t1"]],
  ["task t", ["take", "t1"]],
  ["run --until im", ["implementation"]],
  ["run --until implementation --un", []],
  ["run --budget ", []],
  ["run --until planning --pa", ["--pace"]],
  ["--session off", ["offline", "offload", "office", "offset"]],
  ["use off", ["offline"]],
  ["reopen off", ["offload"]],
  ["drop off", ["offline", "offload", "office", "offset"]],
  ["--session offline sh", ["show", "ship"]],
  ["diff --session offl", ["offline", "offload"]],
  ["drop offli", ["offline"]],
  ["groom show off", ["office"]],
  ["reply ", ["q41"]],
  ["reply q41 ", []],
  ["show t", ["t1", "tasks"]],
  ["show sc", ["scope"]],
  ["back pl", ["planning"]],
  ["back planning ", []],
  ["help ph", ["phases"]],
  ["completion z", ["zsh"]],
  ["diff --st", ["--stat"]],
  ["ship --branch ", []],
  ["ship --branch topic --sq", ["--squash"]],
  ["nonsense ", []],
] as const)("behind %j stands %j", (typed, found) => {
  expect(words(...typed.split(" "))).toEqual(found);
});
