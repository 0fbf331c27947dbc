import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { asksAbout } from "../../../../test/support/waiting.ts";
import { spendingOf } from "../cost/cost.ts";
import { widthOf } from "../text-width.ts";
import { pageRows } from "./page-rows.ts";
import { noHistory } from "./task-history.ts";
import { type TaskPage, taskPage } from "./task-page.ts";

const times = { time: (at: string) => at.slice(11, 19), dateAndTime: (at: string) => at };

function pageOf(words: string, more: Partial<TaskPage> = {}): TaskPage {
  const plan = { ...planned("t1"), title: words, approach: words, done: [words], files: [words] };
  const { state } = Past.opened().reaches("implementation", [plan]);
  const task = state.tasks.t1;
  if (!task) throw new Error("no t1");
  const around = { branch: "b", changed: undefined, worktree: undefined, spending: spendingOf([]), now: "" };
  return { ...taskPage(state, task, noHistory, around), ...more };
}

/** What waits because its author asks something. */
function asking(): TaskPage["waits"] {
  const { state } = asksAbout();
  const task = state.tasks.t1;
  if (!task) throw new Error("no t1");
  const around = { branch: "b", changed: undefined, worktree: undefined, spending: spendingOf([]) };
  return taskPage(state, task, noHistory, { ...around, now: state.headAt }).waits;
}

describe("the page of a task in a window", () => {
  test("has parts, and rows that can be opened", () => {
    const at = "2026-01-01T00:00:00.000Z";
    const rows = pageRows(
      pageOf("Halve a number", {
        changed: [{ path: "half.js", added: 3, removed: 1 }],
        waits: asking(),
        runs: [
          { seq: 1, at, task: "t1", title: "check of the task: tests", end: "exit 1, 3.2 s", blob: "b1" },
          { seq: 2, at, task: "t1", title: "ada runs `npm test`", end: "interrupted" },
        ],
      }),
      { width: 60, times },
    );
    const parts = rows.flatMap(({ text, begins }) => (begins ? [text] : []));
    expect(parts).toEqual([
      "t1  Halve a number",
      "! ada asks about t1: Which port?",
      "What to do",
      "Work",
      "Changes",
      "Commands and checks",
    ]);
    const opens = rows.flatMap((row) => (row.opens ? [`${row.opens.kind}: ${row.text.trim()}`] : []));
    expect(opens).toContain("wait: ! ada asks about t1: Which port?");
    expect(opens.filter((one) => !one.startsWith("wait: "))).toEqual([
      "changes: half.js  +3 −1",
      "changes: 1 file, +3 −1",
      "changes: to read it: huddle diff t1",
      "run: check of the task: tests: exit 1, 3.2 s",
    ]);
  });

  test("keeps to its width and steers no terminal, whatever members wrote", () => {
    const words = fc.string({
      unit: fc.constantFrom("a", " ", "日", "\n", "\u001b[2J", "\u202e", "\t", "\r", "\u200b", "👨‍👩‍👧"),
      maxLength: 80,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 30, max: 120 }), (said, width) => {
        for (const { text } of pageRows(pageOf(said, { flags: [said], learned: [said] }), { width, times })) {
          expect(widthOf(text)).toBeLessThanOrEqual(width);
          expect(text).not.toMatch(/[\p{Cc}\u202e\u200b]/u);
        }
      }),
      { numRuns: 50 },
    );
  });
});
