import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { boardScreen } from "../src/core/views/board/board-screen.ts";
import { homeScreen } from "../src/core/views/home/home-screen.ts";
import { inboxScreen } from "../src/core/views/inbox/screen/inbox-screen.ts";
import { costScreen } from "../src/core/views/pages/cost-screen.ts";
import { reviewScreen } from "../src/core/views/review/review-screen.ts";
import { settingsScreen } from "../src/core/views/settings/settings-screen.ts";

const page = readFileSync("docs/interface.md", "utf8");

/** One part of the page, from its heading to the next one of its kind. */
function part(title: string): string {
  return page.split(/^## /m).find((one) => one.startsWith(`${title}\n`)) ?? "";
}

/** The letters that do something, without those that answer what is asked and those that stand for an arrow. */
function letters(keys: readonly { readonly keys: readonly string[] }[]): readonly string[] {
  const all = keys.flatMap((use) =>
    use.keys.flatMap((key) => (key.startsWith("'") ? [key.slice(1, -1)] : [])),
  );
  return [...new Set(all)].filter((key) => !["j", "k", " "].includes(key));
}

test("every letter of the Board is on the page, and every letter of the Review in its part or in that of the Board", () => {
  const board = part("The Board");
  const review = part("The Review");
  const isTold = (text: string) => (key: string) => text.includes(`\`${key}\``);
  const asked = ["y", "n"];
  expect(letters(boardScreen.keys).filter((key) => !asked.includes(key) && !isTold(board)(key))).toEqual([]);
  expect(letters(reviewScreen.keys).filter((key) => !isTold(review + board)(key))).toEqual([]);
});

test.each([
  ["Home", homeScreen],
  ["The Inbox", inboxScreen],
  ["Decisions, Trace, Cost", costScreen],
  ["Settings", settingsScreen],
] as const)("the letters of %s are those on the page", (title, { keys }) => {
  const told = [...part(title).matchAll(/`([a-zA-Z[\]/])`/g)].map(([, key = ""]) => key);
  expect([...new Set(told)].sort()).toEqual([...letters(keys)].sort());
});

test("no letter is on the page that does nothing", () => {
  for (const [title, { keys }] of [
    ["The Board", boardScreen],
    ["The Review", reviewScreen],
  ] as const) {
    const told = [...part(title).matchAll(/`([a-zA-Z[\]/])`/g)].map(([, key = ""]) => key);
    expect(told.filter((key) => !letters(keys).includes(key))).toEqual([]);
  }
});
