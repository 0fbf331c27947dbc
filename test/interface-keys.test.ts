import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { actsOn } from "../src/app/tasks/acts-on.ts";
import { boardScreen } from "../src/core/views/board/board-screen.ts";
import { spendingOf } from "../src/core/views/cost/cost.ts";
import { reviewFiles } from "../src/core/views/review/review-file.ts";
import { reviewScreen } from "../src/core/views/review/review-screen.ts";
import { noHistory } from "../src/core/views/task/task-history.ts";
import { taskPage } from "../src/core/views/task/task-page.ts";
import { widthOf } from "../src/core/views/text-width.ts";
import type { Past } from "./support/past.ts";
import { pressed, type Reads, ScreenStage } from "./support/screen-stage.ts";
import { waitingCases } from "./support/waiting.ts";

const nasty = "\u001b[2J\u202e\r\t日本👨‍👩‍👧\u200b";
const change = {
  what: nasty,
  files: reviewFiles(
    `diff --git a/a.ts b/a.ts\n@@ -1,2 +1,2 @@ ${nasty}\n ${nasty}\n-a\n+b${nasty}\ndiff --git a/yarn.lock b/yarn.lock\n@@ -1 +1 @@\n-a\n+b\n`,
  ),
};

/** Everything there is to read about these tasks, by the rules that the interface asks, and a change full of tricks. */
function readsOf({ state, now }: Past): Reads {
  return {
    acts: ({ task }) => actsOn(state, task),
    change: () => change,
    printed: () => nasty,
    task({ task: id }) {
      const task = state.tasks[id];
      if (!task) return undefined;
      const around = { branch: "b", changed: [], worktree: undefined, spending: spendingOf([]), now };
      const runs = [{ seq: 1, at: now, task: id, title: nasty, end: "exit 1", blob: "b1" }];
      return taskPage(state, task, { ...noHistory, runs }, around);
    },
  };
}

const screens = { board: boardScreen, review: reviewScreen };
const chunks = [
  ...Object.values(pressed),
  ..."abcdefghijklmnopqrstuvwxyzGRSX[]/ ?1",
  "\u0012",
  "\u0006",
  nasty,
];

describe("whatever is pressed in whatever state", () => {
  test.each(Object.keys(screens) as (keyof typeof screens)[])(
    "the %s keeps to its part of the terminal, and no text in it steers the rest",
    (name) => {
      fc.assert(
        fc.property(
          fc.constantFrom(...waitingCases),
          fc.array(fc.constantFrom(...chunks), { maxLength: 30 }),
          fc.constantFrom([80, 20], [40, 8], [120, 40], [200, 50]),
          ({ past: begun }, keys, [columns = 80, rows = 20]) => {
            const past = begun();
            // A worktree makes something to review.
            const tasks = Object.fromEntries(
              Object.entries(past.state.tasks).map(([id, task]) => [id, { ...task, worktree: `${id}.1` }]),
            );
            const state = { ...past.state, tasks };
            const stage = new ScreenStage(screens[name], {
              state,
              reads: readsOf(past),
              size: { columns, rows },
            });
            for (const key of ["", ...keys]) {
              stage.types(key);
              const frame = stage.frame;
              expect(frame.rows.length).toBeLessThanOrEqual(rows);
              for (const row of frame.rows) {
                expect(widthOf(row)).toBeLessThanOrEqual(columns);
                expect(row).not.toMatch(/[\p{Cc}\u202e\u200b]/u);
              }
              if (frame.cursor) expect(frame.cursor.row).toBeLessThan(frame.rows.length);
            }
          },
        ),
        { numRuns: 150 },
      );
    },
  );
});
