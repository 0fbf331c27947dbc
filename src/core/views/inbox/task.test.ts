import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, withoutArchitect } from "../../../../test/support/plans.ts";
import { type TaskTrouble, type TaskWait, taskWaits } from "../../decide/waits/task.ts";
import { cancelTasks } from "../../rules/cancel-tasks.ts";
import { emptyState } from "../../state/state.ts";
import type { Returning, Trigger } from "../../terms/task-machine.ts";
import { taskWords } from "./task.ts";
import { commandOf, unclear } from "./wait-words.ts";

function textOf({ state }: Past): string {
  const [wait] = taskWaits(state);
  if (!wait) throw new Error("nothing waits");
  return taskWords(wait).text(state);
}

test("a task that builds on cancelled ones names each of them", () => {
  const plan = [planned("t1"), planned("t2"), planned("t3"), planned("t4", "t1", "t2", "t3")];
  const past = Past.opened({ seats: withoutArchitect }).reaches("implementation", plan);
  past.lands("t3");
  for (const id of ["t1", "t2"]) {
    const tasks = Object.values(past.state.tasks).filter((task) => task.id === id);
    for (const { actor, event } of cancelTasks("human", tasks, past.state)) past.add(actor, event);
  }
  expect(textOf(past)).toBe("t1 is cancelled: Build t1\nt2 is cancelled: Build t2");
});

test.each<[readonly Trigger[], Returning, string]>([
  [["done"], "failed", "1. its checks failed: Two tests fail."],
  [["done", "passed"], "changes", "1. its review: Two tests fail."],
  [["done", "passed", "approved", "prepared"], "conflict", "1. a conflict at landing: Two tests fail."],
  [["done", "passed", "approved", "prepared"], "red", "1. its checks failed at landing: Two tests fail."],
  [["done"], "lost", "1. its work was gone: Two tests fail."],
])("a return says in plain words what came back: %j %s", (moves, trigger, text) => {
  const past = Past.opened({ seats: withoutArchitect }).reaches("implementation");
  for (const move of ["dispatched", "ready", ...moves] as const) past.moves("t1", move);
  past.moves("t1", "limit", "too often", {
    origin: "CODING",
    returned: trigger,
    feedback: "Two tests fail.",
  });
  expect(textOf(past)).toBe(text);
});

const wait: TaskWait = {
  kind: "task",
  id: "k7",
  since: 7,
  task: "t1",
  why: "rounds",
  owner: "ada",
  others: ["bo", "cy"],
  isPlanned: true,
  dependents: [],
};

describe("each trouble has its title, and offers what can help", () => {
  const yes = "yes";
  const say = 'say "what should be different"';
  test.each<[TaskTrouble, string, string | undefined, readonly string[]]>([
    [
      "rounds",
      "t1 goes in circles: it came back to ada too often",
      "yes (more rounds)",
      [say, yes, "assign bo", "huddle edit tasks", "huddle model set <role> <model>", "cancel"],
    ],
    [
      "requests",
      "ada did not finish t1",
      "yes (more requests)",
      [say, yes, "assign bo", "huddle edit tasks", "huddle model set <role> <model>", "cancel"],
    ],
    [
      "verdict",
      "The review of t1 ended without a verdict",
      "yes (more requests)",
      [yes, say, "huddle model set <role> <model>", "cancel"],
    ],
    ["check", "A check of t1 cannot start", "yes (run the checks again)", [yes, say, "cancel"]],
    [
      "dependency",
      "t1 builds on a task that is cancelled",
      "yes (go on without it)",
      [yes, "huddle edit tasks", "cancel"],
    ],
    [
      "unanswered",
      "ada asked something about t1, and nobody answered in time",
      "yes (ada decides)",
      ['say "the answer"', yes, "cancel"],
    ],
    [
      "environment",
      "ada cannot do t1: something is missing on this machine",
      "yes (it is settled)",
      [yes, say, "huddle edit tasks", "cancel"],
    ],
    [
      "prerequisite",
      "ada cannot do t1: something else must be there first",
      "yes (it is settled)",
      [yes, say, "huddle edit tasks", "cancel"],
    ],
    [
      "invalid-task",
      "ada says that t1 cannot be done as it is planned",
      undefined,
      [say, "assign bo", "huddle edit tasks", "cancel"],
    ],
  ])("%s", (why, title, label, offers) => {
    const words = taskWords({ ...wait, why });
    expect(words).toMatchObject({ title, asked: `${title}.` });
    expect(words.offers.find((offer) => "typed" in offer && offer.typed === "yes")?.label).toBe(label);
    expect(words.offers.map((offer) => commandOf("k7", offer).replace("huddle reply k7 ", ""))).toEqual(
      offers,
    );
  });

  test("nobody is offered where nobody else is there, and a task of a review cannot be edited", () => {
    const typed = (more: Partial<TaskWait>) =>
      taskWords({ ...wait, ...more }).offers.map((offer) => commandOf("k7", offer));
    expect(typed({ others: [] }).filter((one) => one.includes("assign"))).toEqual([]);
    expect(typed({ isPlanned: false })).toContain('huddle back planning -m "…"');
    expect(taskWords(wait).offers.map(({ label }) => label)).toContain("assign <bo or cy>");
    expect(taskWords({ ...wait, owner: undefined }).title).toContain("to its engineer too often");
  });
});

test.each<[readonly string[], string]>([
  [[], ""],
  [["t2"], "t2 builds on t1. It would wait for you if you cancel it."],
  [["t2", "t3"], "t2, t3 build on t1. They would wait for you if you cancel it."],
])("what builds on it is named: %j", (dependents, text) => {
  expect(taskWords({ ...wait, dependents }).text(emptyState)).toBe(text);
});

test.each([
  ["Two fail.\n\n  \n- a\n- b\n- c", "1. its review: Two fail.\n   - a\n   - b\n   - c"],
  ["Two fail.\n- a\n- b\n- c\n- d", "1. its review: Two fail.\n   - a\n   - b\n   - c\n   …"],
])("of long words the first lines are told, without empty ones: %j", (feedback, text) => {
  const past = Past.opened({ seats: withoutArchitect }).reaches("implementation");
  for (const move of ["dispatched", "ready", "done", "passed"] as const) past.moves("t1", move);
  past.moves("t1", "limit", "too often", { origin: "CODING", returned: "changes", feedback });
  expect(textOf(past)).toBe(text);
});

test.each<[TaskTrouble, string, object]>([
  ["rounds", "Yes", { kind: "continue" }],
  ["rounds", "Cancel", { kind: "cancel" }],
  ["rounds", "assign bo", { kind: "reassign", seat: "bo" }],
  ["rounds", "say  Keep it\nsmall.", { kind: "redirect", words: "Keep it\nsmall." }],
])("of %s, %j means %j", (why, typed, answer) => {
  expect(taskWords({ ...wait, why }).parse(typed)).toEqual(answer);
});

test.each<[TaskTrouble, string]>([
  ["invalid-task", "yes"],
  ["check", "assign bo"],
  ["dependency", "say it"],
  ["rounds", "cancel it"],
  ["rounds", "assign bo now"],
  ["rounds", "bo"],
  ["rounds", ""],
])("of %s, %j is no answer", (why, typed) => {
  expect(taskWords({ ...wait, why }).parse(typed)).toMatchObject({ wrong: unclear });
});

test("what could be typed is told with words that mean nothing", () => {
  expect(taskWords({ ...wait, why: "check" }).parse("no")).toMatchObject({
    advice:
      'Type one of: huddle reply k7 yes · huddle reply k7 say "what should be different" · huddle reply k7 cancel',
  });
});

test("what is in the way is told in its engineer's words, and what builds on it below", () => {
  const past = Past.opened({ seats: withoutArchitect }).reaches("implementation", [
    planned("t1"),
    planned("t2", "t1"),
  ]);
  for (const move of ["dispatched", "ready"] as const) past.moves("t1", move);
  const carried = { origin: "CODING", blocked: "prerequisite" } as const;
  past.moves("t1", "blocked", "it stopped", { ...carried, feedback: "There is no docker." });
  expect(textOf(past)).toBe("There is no docker.\nt2 builds on t1. It would wait for you if you cancel it.");
  const { t1 } = past.state.tasks;
  if (!t1) throw new Error("there is no t1");
  const state = { ...past.state, tasks: { ...past.state.tasks, t1: { ...t1, feedback: undefined } } };
  expect(taskWords({ ...wait, why: "prerequisite" }).text(state)).toBe("");
});
