import { describe, expect, test } from "vitest";
import type { CheckRun } from "../../../core/ports/check-run.ts";
import type { Changed, CommandRun, Prepared } from "../../../core/ports/commands.ts";
import { commandWords } from "./command-words.ts";

const ended: CommandRun & Changed = {
  exit: 0,
  ms: 1234,
  output: "hello\n",
  sandbox: "bubblewrap",
  tree: "t",
  changed: [],
};
const words = (run: Partial<CommandRun & Changed & Prepared>) => commandWords({ ...ended, ...run }, "c5_1");

describe("how a command ended stands first", () => {
  test.each<[string, Partial<CommandRun & Changed & Prepared>, string]>([
    ["well", {}, "Exit 0 after 1.2 s.\nhello"],
    ["not well", { exit: 3 }, "Exit 3 after 1.2 s.\nhello"],
    ["silently", { output: " \n" }, "Exit 0 after 1.2 s.\nIt printed nothing."],
    ["by a signal", { exit: null }, "Ended by a signal after 1.2 s.\nhello"],
    [
      "by its time",
      { exit: null, over: "time" },
      "Ended after 1.2 s: it ran longer than its timeout.\nhello",
    ],
    ["by a limit", { exit: null, over: "memory" }, "Ended after 1.2 s.\nhello"],
    ["by the sandbox", { exit: 1, blocked: "[sandbox] No." }, "[sandbox] No.\nExit 1 after 1.2 s.\nhello"],
    ["and changed files", { changed: ["a b", "c"] }, 'Exit 0 after 1.2 s. Changed: "a b", c.\nhello'],
    [
      "and changed what is not its own",
      { held: [{ path: ".env", why: "person", object: "o" }] },
      "Exit 0 after 1.2 s.\nOnly a person changes .env, so the commit leaves it as before.\nhello",
    ],
    [
      "and left alone what it changed before",
      { held: [{ path: ".env", why: "person", object: "o" }], heldAnew: [] },
      "Exit 0 after 1.2 s.\nhello",
    ],
  ])("%s", (_, run, told) => {
    expect(words(run)).toBe(told);
  });

  test("of many files some are named, each on one line", () => {
    const changed = Array.from({ length: 14 }, (_, at) => `f\n${at}`);
    expect(words({ changed })).toMatch(/Changed: "f\\n0", "f\\n1", .*, "f\\n11" and 2 more\.\nhello$/);
  });
});

test("set-up that had to run first is told, and why it failed", () => {
  const setUp: CheckRun = {
    ...{
      name: "set-up",
      command: "npm ci",
      exit: 0,
      ms: 1,
      output: "added\n",
      sandbox: "bubblewrap" as const,
    },
    report: { failing: [], more: 0 },
  };
  expect(words({ setUp })).toMatch(
    /^\(What this project depends on has changed, so `npm ci` ran first\.\)\nExit 0/,
  );
  expect(words({ setUp, exit: 1, blocked: "[sandbox] No." })).toMatch(/^\[sandbox\] No\.\n\(What .*\nExit 1/);
  expect(words({ setUp: { ...setUp, exit: 1, output: "no such package\n" } })).toMatch(
    /`npm ci` fails, so nothing of it is installed:\)\n.*no such package.*\nExit 0/s,
  );
});

describe("of much output the start and the end are shown", () => {
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `line ${at + 1} ${"x".repeat(40)}`);

  test("all of it up to the limit", () => {
    const text = "x".repeat(12_000);
    expect(words({ output: `${text}\n` })).toBe(`Exit 0 after 1.2 s.\n${text}`);
  });

  test("beyond, in whole lines, with where the rest begins and how much it is", () => {
    const all = lines(1000);
    const [, ...shown] = words({ output: all.join("\n") }).split("\n");
    const gap = shown.findIndex((line) => line.startsWith("("));
    const [, left = "", from = ""] =
      /^\((\d+) lines left out; read_output with call c5_1 and from (\d+) shows them\)$/.exec(
        shown[gap] ?? "",
      ) ?? [];
    expect(shown.slice(0, gap)).toEqual(all.slice(0, gap));
    expect(Number(from)).toBe(gap + 1);
    const end = shown.slice(gap + 1);
    expect(end).toEqual(all.slice(-end.length));
    expect(gap + Number(left) + end.length).toBe(1000);
    expect(words({ output: all.join("\n") }).length).toBeLessThan(12_300);
  });

  test("one long line is cut, too", () => {
    const told = words({ output: "y".repeat(50_000) });
    expect(told.length).toBeLessThan(12_300);
  });
});
