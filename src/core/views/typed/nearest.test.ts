import { expect, test } from "vitest";
import { commandNames } from "./commands.ts";
import { meantWords } from "./nearest.ts";

const cases: readonly (readonly [string, string | undefined])[] = [
  ["statu", "status"],
  ["stauts", "status"],
  ["shwo", "show"],
  ["Diff", "diff"],
  ["asign", "assign"],
  ["dcotor", "doctor"],
  ["tsk", "task"],
  ["inb", "inbox"],
  ["banana", undefined],
  ["x", undefined],
  ["", undefined],
];

test.each(cases)("for %j the word that was meant is %j", (typed, meant) => {
  expect(meantWords(typed, commandNames)).toBe(meant === undefined ? "" : ` Did you mean ${meant}?`);
});

test("one letter too many, missing, wrong or swapped still finds a command of four letters or more", () => {
  for (const name of commandNames.filter((one) => one.length >= 5)) {
    for (let at = 1; at < name.length; at++) {
      const swapped = name.slice(0, at - 1) + name.charAt(at) + name.charAt(at - 1) + name.slice(at + 1);
      for (const typed of [
        name.slice(0, at) + name.slice(at + 1),
        `${name.slice(0, at)}z${name.slice(at)}`,
        `${name.slice(0, at)}z${name.slice(at + 1)}`,
        swapped,
      ])
        expect(meantWords(typed, [name]), typed).toBe(` Did you mean ${name}?`);
    }
  }
});
