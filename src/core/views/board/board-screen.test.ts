import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { pressed, type Reads, ScreenStage } from "../../../../test/support/screen-stage.ts";
import { asksAbout } from "../../../../test/support/waiting.ts";
import type { TaskAct } from "../acts/task-act.ts";
import { spendingOf } from "../cost/cost.ts";
import { noHistory } from "../task/task-history.ts";
import { taskPage } from "../task/task-page.ts";
import { widthOf } from "../text-width.ts";
import { boardScreen } from "./board-screen.ts";

const { up, down, end, enter, leave, tab, pageDown } = pressed;

function building(): Past {
  const past = Past.opened().reaches("implementation", [
    planned("t1"),
    planned("t2"),
    planned("t3", "t1", "t2"),
  ]);
  for (const one of ["dispatched", "ready"] as const) past.moves("t1", one);
  return past;
}

/** A page of every task, with these acts, and with what its check printed. */
function reads(past: Past, acts: readonly TaskAct[] = []): Reads {
  const { state } = past;
  return {
    acts: () => acts,
    printed: ({ blob }) => `${blob} says\u001b[2J\nnot ok 1`,
    task({ task: id }) {
      const task = state.tasks[id];
      if (!task) return undefined;
      const around = {
        branch: "b",
        changed: [],
        worktree: undefined,
        spending: spendingOf([]),
        now: past.now,
      };
      const runs = [
        { seq: 1, at: past.now, task: id, title: "check of the task: tests", end: "exit 1", blob: "b1" },
      ];
      return taskPage(state, task, { ...noHistory, runs }, around);
    },
  };
}

function board(past: Past, acts: readonly TaskAct[] = [], about?: string): ScreenStage {
  return new ScreenStage(boardScreen, { state: past.state, reads: reads(past, acts) }, about);
}

describe("the Board", () => {
  test("says what its keys do in words that fit into the help at 80 columns", () => {
    for (const { does } of boardScreen.keys) expect(does.length, does).toBeLessThanOrEqual(52);
  });

  test("has a cursor on the tasks", () => {
    const stage = board(building());
    expect(stage.text).toMatch(/^ 0 of 3 tasks landed · nobody runs it: Ctrl-R\n/);
    expect(stage.press("\u0012").wants).toEqual([{ kind: "run" }]);
    expect(stage.here).toMatch(/^›1 ┌ t1/);
    expect(stage.press(down).here).toMatch(/t2/);
    expect(stage.press("]").here).toMatch(/^›2 ─ t3/);
    expect(stage.press("k", up, up).here).toMatch(/t1/);
    expect(stage.press(end).here).toMatch(/t3/);
  });

  test("Tab finds what needs the person", () => {
    const stage = board(asksAbout());
    expect(stage.press(tab).here).toContain("! needs you");
  });

  test("opens the page of a task, and what stands on it", () => {
    const past = building();
    const stage = board(past).press(down, enter);
    expect(stage.text).toMatch(/^›t2 {2}Build t2\n/);
    stage.press("]").press(end);
    expect(stage.here).toBe("▸  check of the task: tests: exit 1");
    expect(stage.press(enter).text).toMatch(/^›check of the task: tests\n\n b1 says\n not ok 1/);
    stage.press(pageDown, leave);
    expect(stage.here).toBe("▸  check of the task: tests: exit 1");
    expect(stage.press(leave).here).toMatch(/^›.*t2/);
    expect(stage.tries({ name: "escape" })).toBe(false);
  });

  test("a page leads to the changes and to what waits", () => {
    const past = asksAbout();
    const stage = board(past, [], "t1");
    stage.press("]", enter);
    expect(stage.wants).toMatchObject([
      { kind: "go", screen: "inbox", about: expect.stringMatching(/^q\d+$/) },
    ]);
  });

  test("the changes of a task can be reviewed once there is a worktree", () => {
    const past = building();
    const { state } = past;
    const t1 = state.tasks.t1;
    if (!t1) throw new Error("no t1");
    const stage = board(past);
    expect(stage.tries({ name: "text", text: "d" })).toBe(false);
    stage.staged = {
      ...stage.staged,
      state: { ...state, tasks: { ...state.tasks, t1: { ...t1, worktree: "t1.1" } } },
    };
    expect(stage.press("d").wants).toEqual([{ kind: "go", screen: "review", about: "t1" }]);
  });

  test.each<[act: TaskAct, keys: readonly string[], args: readonly string[]]>([
    [{ kind: "take" }, ["t"], ["task", "take", "t1"]],
    [{ kind: "open" }, ["o"], ["task", "open", "t1"]],
    [{ kind: "retry" }, ["r"], ["task", "retry", "t1"]],
    [{ kind: "land" }, ["l"], ["task", "land", "t1"]],
    [{ kind: "assign", seats: ["ada", "bo"] }, ["a", down, enter], ["assign", "t1", "bo"]],
    [{ kind: "give", words: "may" }, ["g", enter], ["task", "give", "t1"]],
    [{ kind: "give", words: "may" }, ["g", "-x", enter], ["task", "give", "t1", "--message=-x"]],
    [
      { kind: "finish", words: "must" },
      ["G", enter, "Done q?", enter],
      ["task", "give", "t1", "--done", "--message=Done q?"],
    ],
    [{ kind: "comment", words: "must" }, ["c", "--yes", enter], ["task", "comment", "t1", "--", "--yes"]],
    [
      { kind: "unblock", words: "must" },
      ["u", "It is there.", enter],
      ["task", "unblock", "t1", "--message=It is there."],
    ],
    [{ kind: "unblock" }, ["u"], ["task", "unblock", "t1"]],
    [{ kind: "split", words: "may" }, ["s", "By file", enter], ["task", "split", "t1", "--message=By file"]],
    [{ kind: "cancel" }, ["x", "y"], ["task", "cancel", "t1", "--yes"]],
    [{ kind: "revert" }, ["X", "y"], ["task", "cancel", "t1", "--revert", "--yes"]],
  ])("%j is done with %j", (act, keys, args) => {
    const stage = board(building(), [act]);
    stage.press(...keys);
    expect(stage.wants).toEqual([{ kind: "command", args }]);
    const onPage = board(building(), [act], "t1");
    onPage.press(...keys);
    expect(onPage.wants).toEqual([{ kind: "command", args }]);
  });

  test("nothing is offered that cannot be done", () => {
    const stage = board(building());
    for (const text of "ctogGrualsxX") expect(stage.tries({ name: "text", text })).toBe(false);
    expect(stage.text).not.toContain("cancel");
  });

  test.each<[act: TaskAct, key: string]>([
    [{ kind: "cancel", first: "t3 builds on t1." }, "x"],
    [{ kind: "comment", words: "must" }, "c"],
    [{ kind: "assign", seats: ["bo"] }, "a"],
  ])("%j asks first, and Escape leaves it", (act, key) => {
    const stage = board(building(), [act]).press(key);
    expect(stage.text).toContain("first" in act ? "t3 builds on t1.\n Cancel t1?" : "t1");
    stage.press(leave);
    expect(stage.wants).toEqual([]);
    expect(stage.press(down).here).toContain("t2");
  });

  test("while words are asked for, letters are text, and the cursor is where they go", () => {
    const stage = board(building(), [{ kind: "comment", words: "must" }]).press("c", "qx1?");
    expect(stage.wants).toEqual([]);
    const { cursor, rows } = stage.frame;
    expect(rows[cursor?.row ?? 0]?.trimEnd()).toBe(" › qx1?");
    expect(cursor?.column).toBe(7);
  });

  test("says what to do where there is nothing to show", () => {
    expect(new ScreenStage(boardScreen).text).toContain("No session is open here.");
    expect(new ScreenStage(boardScreen, { state: Past.opened().state }).text).toContain(
      "There are no tasks yet.",
    );
  });

  test.each([
    [80, 22],
    [160, 43],
    [240, 68],
    [60, 10],
  ])("fills %i × %i and no more, in every state", (columns, rows) => {
    const stage = board(asksAbout(), [{ kind: "cancel", first: "x ".repeat(300) }]);
    stage.staged = { ...stage.staged, size: { columns, rows } };
    for (const keys of [[], [enter], [leave, "x"]]) {
      stage.press(...keys);
      expect(stage.rows.length).toBeLessThanOrEqual(rows);
      for (const row of stage.rows) expect(widthOf(row)).toBeLessThanOrEqual(columns);
    }
  });
});
