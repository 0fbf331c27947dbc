import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import type { PlannedTask } from "../../terms/artifacts.ts";
import { inboxOf } from "../inbox/inbox.ts";
import { storyOf } from "../story/story.ts";
import { boardOf, sameFilesWords } from "./board.ts";
import { planShape } from "./plan-graph.ts";
import { sharedFiles } from "./shared-files.ts";

const editing = (task: PlannedTask, ...files: string[]): PlannedTask => ({ ...task, files });

test.each<[string, readonly PlannedTask[], readonly string[]]>([
  ["no files", [planned("t1"), planned("t2")], []],
  ["files of their own", [editing(planned("t1"), "a.js"), editing(planned("t2"), "b.js")], []],
  [
    "one file, side by side",
    [editing(planned("t1"), "a.js"), editing(planned("t2"), "a.js")],
    ["t1, t2: a.js"],
  ],
  [
    "one file, written in two ways",
    [editing(planned("t1"), "./a.js"), editing(planned("t2"), "a.js ")],
    ["t1, t2: a.js"],
  ],
  [
    "one file, one after the other",
    [editing(planned("t1"), "a.js"), editing(planned("t2", "t1"), "a.js")],
    [],
  ],
  [
    "one file, with a task between",
    [editing(planned("t1"), "a.js"), planned("t2", "t1"), editing(planned("t3", "t2"), "a.js")],
    [],
  ],
  [
    "one after both",
    [
      editing(planned("t1"), "a.js"),
      editing(planned("t2"), "a.js"),
      editing(planned("t3", "t1", "t2"), "a.js"),
    ],
    ["t1, t2: a.js"],
  ],
  [
    "two files",
    [
      editing(planned("t1"), "a.js", "b.js"),
      editing(planned("t2"), "b.js", "a.js"),
      editing(planned("t3"), "b.js"),
    ],
    ["t1, t2: a.js", "t1, t2, t3: b.js"],
  ],
  ["the same file twice in one task", [editing(planned("t1"), "a.js", "a.js"), planned("t2")], []],
])("%s", (_, tasks, shared) => {
  const plan = { tasks: [...tasks] };
  const lines = sharedFiles(plan, Past.opened().state);
  const inTurn = sharedFiles(plan, Past.opened({ policy: { parallel: 4 } }).state);
  expect(inTurn).toEqual(
    shared.map((one) => `${one.replace(": ", " all edit ")}, so they are built one after another.`),
  );
  expect(
    lines.map((line) => line.replace(/^Warning: (.+) may be built .* edit (.+?)\. They.*$/, "$1: $2")),
  ).toEqual(shared);
});

test("the question for the plan, and the story, tell it", () => {
  const past = Past.opened({ policy: { pace: "careful" } }).reaches("planning");
  const before = past.state;
  past.submits("tasks", { tasks: [editing(planned("t1"), "a.js"), editing(planned("t2"), "a.js")] });
  const fact = past.facts.findLast(({ event }) => event.type === "artifact.submitted");
  const told = fact ? storyOf(fact, before, past.state).flatMap(({ rows }) => rows) : [];
  const warning = "Warning: t1, t2 may be built at the same time, and all edit a.js.";
  expect(told.join("\n")).toContain(warning);
  expect(
    inboxOf(past.state, past.now)
      .map(({ text }) => text)
      .join("\n"),
  ).toContain(warning);
});

test("tasks of one file count as a chain where they are built one after another", () => {
  const tasks = ["t1", "t2", "t3"].map((id) => editing(planned(id), "README.md", `${id}.js`));
  const shape = (policy: { parallel?: number }) => planShape({ tasks }, Past.opened({ policy }).state);
  expect(shape({ parallel: 4 })).toMatchObject({ width: 1, layers: 1, rounds: 3, chain: ["t1", "t2", "t3"] });
  expect(shape({})).toMatchObject({ width: 3, layers: 1, rounds: 2 });
});

test("the board says which task at work edits the same files, until it is over", () => {
  const tasks = [
    editing(planned("t1"), "a.js"),
    editing(planned("t2"), "a.js"),
    editing(planned("t3"), "b.js"),
    editing(planned("t4", "t1"), "a.js"),
  ];
  const past = Past.opened({ policy: { parallel: 4 } }).reaches("implementation", tasks);
  const waiting = () =>
    boardOf(past.state).flatMap(({ id, sameFiles }) => (sameFiles ? [[id, ...sameFiles]] : []));
  expect(waiting()).toEqual([]);
  past.moves("t1", "dispatched");
  expect(waiting()).toEqual([["t2", "t1"]]);
  expect(boardOf(past.state).map(sameFilesWords)).toContain("waits: t1 edits the same files");
  past.moves("t1", "ready");
  expect(waiting()).toEqual([["t2", "t1"]]);
  past.moves("t1", "blocked", "no way");
  past.moves("t1", "exhausted");
  expect(waiting()).toEqual([]);
});
