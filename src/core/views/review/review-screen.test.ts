import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { reviewed } from "../../../../test/support/pasts.ts";
import { planned } from "../../../../test/support/plans.ts";
import { pressed, type Reads, ScreenStage } from "../../../../test/support/screen-stage.ts";
import { needsYes } from "../../../../test/support/waiting.ts";
import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import type { TaskAct } from "../acts/task-act.ts";
import { spendingOf } from "../cost/cost.ts";
import { noHistory, type TaskHistory } from "../task/task-history.ts";
import { taskPage } from "../task/task-page.ts";
import { widthOf } from "../text-width.ts";
import { reviewFiles } from "./review-file.ts";
import { reviewScreen } from "./review-screen.ts";

const { up, down, end, home, enter, leave, tab, pageDown, right } = pressed;

const diff = `diff --git a/src/half.ts b/src/half.ts
@@ -1,3 +1,3 @@ export
 const one = 1;
-const half = 1 / 3;
+const half = 1 / 2;
 export { half };
diff --git a/yarn.lock b/yarn.lock
@@ -1 +1 @@
-a
+b
diff --git a/old.ts b/old.ts
deleted file mode 100644
@@ -1 +0,0 @@
-const gone = true;
`;

/** t1 waits for its review and t2 is written; neither is landed. */
function state(more: Partial<Task> = {}): State {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  for (const one of ["dispatched", "ready", "done", "passed"] as const) past.moves("t1", one);
  for (const one of ["dispatched", "ready"] as const) past.moves("t2", one);
  const { t1, t2 } = past.state.tasks;
  if (!t1 || !t2) throw new Error("no tasks");
  const tasks = {
    t1: { ...t1, base: "b", commit: "c", worktree: "t1.1", ...more },
    t2: { ...t2, worktree: "t2.1" },
  };
  return { ...past.state, tasks };
}

interface Given {
  readonly at?: State;
  readonly acts?: readonly TaskAct[];
  readonly history?: Partial<TaskHistory>;
  readonly columns?: number;
  readonly text?: string;
}

function review(
  { at = state(), acts = [], history = {}, columns = 80, text = diff }: Given = {},
  about?: string,
) {
  const asked: unknown[] = [];
  const changes = new Map<string, { what: string; files: ReturnType<typeof reviewFiles> }>();
  const reads: Reads = {
    acts: () => acts,
    change(need) {
      asked.push(need);
      const key = JSON.stringify(need);
      const made = changes.get(key) ?? {
        what: `What ${need.task ?? "all"} changes`,
        files: reviewFiles(text),
      };
      changes.set(key, made);
      return made;
    },
    task({ task: id }) {
      const task = at.tasks[id];
      if (!task) return undefined;
      const around = {
        branch: "b",
        changed: [],
        worktree: undefined,
        spending: spendingOf([]),
        now: at.headAt,
      };
      return taskPage(at, task, { ...noHistory, ...history }, around);
    },
  };
  const stage = new ScreenStage(reviewScreen, { state: at, reads, size: { columns, rows: 30 } }, about);
  return { stage, asked };
}

const commenting: readonly TaskAct[] = [{ kind: "comment", words: "must" }];

describe("the Review", () => {
  test("says what its keys do in words that fit into the help at 80 columns", () => {
    for (const { does } of reviewScreen.keys) expect(does.length, does).toBeLessThanOrEqual(52);
  });

  test("shows what waits for a look, with what shows that it is good", () => {
    const { stage, asked } = review();
    expect(stage.text).toMatch(
      /^ t1 {2}Build t1 · review, ada +file 1 of 3 · \+2 −3\n What t1 changes · no checks yet · no review yet\n/,
    );
    expect(stage.text).toContain("   2     - const half = 1 / 3;\n       2 + const half = 1 / 2;");
    expect(stage.text).toContain("▸ yarn.lock  +1 −1  lock file\n ▾ old.ts");
    expect(asked[0]).toEqual({ kind: "change", task: "t1", isWork: false, version: "c.0" });
  });

  test("moves by file and by place, and folds", () => {
    const { stage } = review();
    expect(stage.press("]").here).toContain("yarn.lock");
    expect(stage.press(enter, down, down).here).toContain("- a");
    expect(stage.press(enter).here).toContain("▸ yarn.lock");
    expect(stage.press("[").here).toContain("src/half.ts");
    expect(stage.press("n").here).toContain("export");
    expect(stage.press(end).here).toContain("const gone");
    expect(stage.press(home, pageDown, "p", right, up).here).not.toBe("");
  });

  test("keeps the cursor on its line when before and after stand side by side", () => {
    const { stage } = review({ columns: 100 });
    stage.press(down, down, down, down);
    expect(stage.here).toContain("2 + const half = 1 / 2;");
    expect(stage.press("v").here).toMatch(/const half = 1 \/ 3; +│ {2}2 \+ const half = 1 \/ 2;/);
    expect(stage.press("v").here).toContain("2 + const half = 1 / 2;");
  });

  test("shows both sides by itself where there is room, and the evidence beside them", () => {
    const past = state({
      flags: [{ id: "1", kind: "test-file", path: "a", tier: "note", text: "fewer tests in a.test.js" }],
    });
    const { stage } = review({ at: past, columns: 170 });
    expect(stage.text).toMatch(/const half = 1 \/ 3; +│ {2}2 \+ const half = 1 \/ 2; +│/);
    expect(stage.text).toMatch(/│ Flags\n.*│ fewer tests in a\.test\.js/);
    expect(stage.tries({ name: "text", text: "e" })).toBe(false);
  });

  test("the evidence covers the change where there is no room", () => {
    const { stage } = review();
    expect(stage.press("e").text).toContain(" What to do\n");
    expect(stage.text).not.toContain("const half");
    stage.press(down, pageDown, leave);
    expect(stage.text).toContain("const half");
  });

  test("finds words in the change, again with Enter alone, and says where there are none", () => {
    const { stage } = review();
    expect(stage.press("/", "HALF", enter).here).toContain("const half = 1 / 3");
    expect(stage.press("/", enter).here).toContain("const half = 1 / 2");
    expect(stage.press("/", "gone", enter).here).toContain("const gone");
    expect(stage.press("/", "one", enter).here).toContain("const one");
    expect(stage.press("/", "q1?", enter).text).toContain('"q1?" is nowhere here.');
    expect(stage.here).toContain("const one");
    expect(stage.press("/", "x", leave, down).text).not.toContain("nowhere");
  });

  test("what is sought and not there is told harmlessly, also when it is offered again", () => {
    const { stage } = review();
    const told = stage.press("/", "a\u202eb", enter).text;
    expect(told).toMatch(/" is nowhere here\./);
    expect(told + stage.press("/").text).not.toContain("\u202e");
  });

  test("what was flagged stands at its file", () => {
    const flag = {
      id: "1",
      kind: "test-file",
      path: "old.ts",
      tier: "note",
      text: "old.ts is gone",
    } as const;
    const { stage } = review({ at: state({ flags: [flag] }) });
    expect(stage.press("f").here).toContain("! flag: old.ts is gone");
  });

  test("what was said stands below its line", () => {
    const found = { id: "1.1", text: "Why a half?", path: "src/half.ts", line: 2 };
    const given = {
      seq: 9,
      at: "",
      seat: "bo",
      subject: "code",
      commit: "c",
      verdict: "changes",
      feedback: "No.",
    } as const;
    const { stage } = review({ history: { reviews: [{ ...given, findings: [found] }] } });
    expect(stage.press("f").here).toBe("›        ! bo: 1.1 Why a half?");
    expect(stage.text).toContain("+ const half = 1 / 2;\n›        ! bo: 1.1 Why a half?\n   3   3   export");
  });

  test.each<[what: string, keys: readonly string[], comment: object]>([
    [
      "a line",
      [down, down, down, down, "c", "Why?", enter],
      { words: "Why?", at: { path: "src/half.ts", from: 2, to: 2, seen: "const half = 1 / 2;" } },
    ],
    [
      "a removed line, at what follows it",
      [down, down, down, "c", "Why?", enter],
      {
        words: 'the removed line "const half = 1 / 3;": Why?',
        at: { path: "src/half.ts", from: 2, to: 2, seen: "const half = 1 / 2;" },
      },
    ],
    ["a file", ["c", "Why?", enter], { words: "src/half.ts: Why?" }],
    [
      "a line of a file that is gone",
      [end, "c", "Why?", enter],
      { words: 'old.ts, the removed line "const gone = true;": Why?' },
    ],
  ])("a comment on %s", (_, keys, comment) => {
    const { stage } = review({ acts: commenting });
    stage.press(...keys);
    expect(stage.wants).toEqual([{ kind: "comment", task: "t1", comment }]);
  });

  test("a task is sent back, and lands before others, by what can be done about it", () => {
    const { stage } = review({ acts: [...commenting, { kind: "land" }] });
    stage.press("b", "Another way.", enter, "l");
    expect(stage.wants).toEqual([
      { kind: "command", args: ["task", "comment", "t1", "--", "Another way."] },
      { kind: "command", args: ["task", "land", "t1"] },
    ]);
  });

  test("nothing can be said where nobody would read it", () => {
    const { stage } = review();
    for (const text of "cblytxS") expect(stage.tries({ name: "text", text })).toBe(false);
  });

  test("leads to what needs a yes", () => {
    const past = needsYes({ action: "commit", risk: "raised", paths: ["a"] });
    const t1 = past.state.tasks.t1;
    if (!t1) throw new Error("no t1");
    const { stage } = review({ at: { ...past.state, tasks: { t1: { ...t1, worktree: "t1.1" } } } });
    stage.press("y");
    expect(stage.wants).toMatchObject([
      { kind: "go", screen: "inbox", about: expect.stringMatching(/^y\d+$/) },
    ]);
  });

  test("goes from change to change, to the worktree and to all that has landed", () => {
    const at = state();
    const { stage, asked } = review({
      at: { ...at, integration: "i", session: { ...at.session, repo: { base: "b", branch: "m" } } },
    });
    const last = () => {
      stage.text;
      return asked.at(-1);
    };
    expect(stage.press("w") && last()).toMatchObject({ task: "t1", isWork: true, version: "work.0" });
    expect(stage.press("R") && last()).toMatchObject({ version: "work.1" });
    expect(stage.press("w", tab) && last()).toMatchObject({ task: "t2", isWork: true });
    expect(stage.press(tab) && last()).toEqual({ kind: "change", isWork: false, version: "i.0" });
    expect(stage.text).toMatch(/^ What all changes/);
    expect(stage.press(tab) && last()).toMatchObject({ task: "t1", isWork: false });
  });

  test("comes to the task that was asked for", () => {
    expect(review({}, "t2").stage.text).toMatch(/^ t2 {2}Build t2/);
  });

  test("ships onto a new branch, or the one that is named", () => {
    const past = reviewed();
    const at = { ...past.state, integration: "i" };
    for (const [typed, onto] of [
      ["", undefined],
      ["main", "main"],
    ] as const) {
      const { stage } = review({ at });
      stage.press("S");
      expect(stage.text).toContain("Onto which branch? Empty: a new one. Checked out is main.");
      stage.press(typed, enter);
      expect(stage.wants).toEqual([{ kind: "ship", onto }, { kind: "run" }]);
    }
  });

  test("says what to do where there is nothing to review", () => {
    expect(new ScreenStage(reviewScreen).text).toContain("No session is open here.");
    expect(new ScreenStage(reviewScreen, { state: Past.opened().state }).text).toContain(
      "There is no change to review yet.",
    );
    const { stage } = review({ text: "" });
    expect(stage.text).toContain(" Nothing has changed.");
    expect(stage.tries({ name: "down" })).toBe(false);
  });

  test("fills its part of the terminal and no more, and what a file holds steers nothing", () => {
    const nasty = diff.replace("const one = 1;", "\u001b[2J\u202e\tx\r日本");
    for (const columns of [60, 80, 110, 150, 240]) {
      const { stage } = review({ columns, text: nasty, acts: commenting });
      for (const keys of [[], ["e"], ["e", "c"], ["1\u001b2"]]) {
        if (keys[0] !== "e" || columns < 150)
          stage.press(...keys.flatMap((one) => (one === "1\u001b2" ? [leave] : [one])));
        const { rows } = stage;
        expect(rows.length).toBeLessThanOrEqual(30);
        for (const row of rows) {
          expect(widthOf(row)).toBeLessThanOrEqual(columns);
          expect(row).not.toMatch(/[\p{Cc}\u202e]/u);
        }
        if (keys.length === 0 && columns >= 150) break;
      }
    }
  });
});
