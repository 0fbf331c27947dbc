import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, seat } from "../../../test/support/plans.ts";
import type { PlannedTask } from "../terms/artifacts.ts";
import type { Policy } from "../terms/policy.ts";
import { holdsSeat, isReady, type Trigger } from "../terms/task-machine.ts";
import { dispatchCandidates } from "./candidates-dispatch.ts";

/** Who gets what next. */
const given = (past: Past) =>
  past.decided().steps.flatMap((step) => (step.kind === "dispatch" ? [`${step.task} to ${step.seat}`] : []));

function building(
  plan: readonly PlannedTask[],
  owners: readonly string[],
  policy: Partial<Policy> = {},
): Past {
  const seats = ["ada", "bo", "cy"].map((id) => seat(id));
  return Past.opened({ seats, policy: { parallel: 4, ...policy } }).reaches(
    "implementation",
    [...plan],
    [...owners],
  );
}

const editing = (id: string, ...files: string[]): PlannedTask => ({ ...planned(id), files });

describe("free seats", () => {
  const plan = ["t1", "t2", "t3", "t4"].map((id) => planned(id));

  test("begin with their own, and take what waits in another's queue", () => {
    expect(given(building(plan, ["ada", "ada", "ada", "bo"]))).toEqual(["t1 to ada", "t4 to bo", "t2 to cy"]);
  });

  test.each<[what: string, policy: Partial<Policy>]>([
    ["a person gives out tasks", { assign: "hand" }],
    ["engineers volunteer", { assign: "volunteer" }],
    ["an older version opened the session", { parallel: undefined }],
  ])("keep to their own where %s", (_, policy) => {
    const { parallel, ...rest } = { parallel: 4, ...policy };
    const past = Past.opened({
      seats: ["ada", "bo"].map((id) => seat(id)),
      policy: { ...rest, ...(parallel !== undefined && { parallel }) },
    }).reaches("implementation", [...plan], ["ada"]);
    expect(given(past)).toEqual(["t1 to ada"]);
  });

  test("leave alone what a person has given to somebody", () => {
    const past = building(plan.slice(0, 2), ["ada"]);
    past.human({ type: "task.assigned", task: "t2", seat: "ada", why: "by hand" });
    expect(given(past)).toEqual(["t1 to ada"]);
    past.harness({ type: "task.assigned", task: "t2", seat: "ada", why: "" });
    expect(given(past)).toEqual(["t1 to ada", "t2 to bo"]);
  });

  test("are those whose tasks wait for a review, for landing, or for a person", () => {
    const past = building(plan, ["ada"], { assign: "hand" });
    const way: readonly [Trigger, readonly string[]][] = [
      ["dispatched", []],
      ["ready", []],
      ["done", []],
      ["passed", ["t2 to ada"]],
      ["approved", ["t2 to ada"]],
      ["prepared", ["t2 to ada"]],
    ];
    for (const [trigger, offers] of way) {
      past.moves("t1", trigger);
      expect(given(past)).toEqual(offers);
    }
    past.moves("t1", "broken", "", { origin: "AWAIT_MERGE", blocked: "environment" });
    expect(given(past)).toEqual(["t2 to ada"]);
  });

  test("never have more in hand than `parallel` says", () => {
    const past = building(plan, ["ada", "bo", "cy"], { parallel: 2 });
    expect(given(past)).toEqual(["t1 to ada", "t2 to bo"]);
    past.moves("t1", "dispatched");
    expect(given(past)).toEqual(["t2 to bo"]);
    past.moves("t2", "dispatched");
    expect(given(past)).toEqual([]);
    for (const trigger of ["ready", "done", "passed"] as const) past.moves("t1", trigger);
    expect(given(past)).toEqual(["t3 to cy"]);
  });
});

describe("a task that edits a file of another", () => {
  const plan = [
    editing("t1", "src/a.ts", "src/b.ts"),
    editing("t2", "./src/b.ts"),
    editing("t3", "src/c.ts"),
  ];
  const owners = ["ada", "bo", "cy"];

  test("begins after it, whichever is first; ties go by the plan", () => {
    const past = building(plan, owners);
    expect(given(past)).toEqual(["t1 to ada", "t3 to cy"]);
    past.lands("t1");
    expect(given(past)).toContain("t2 to bo");
    const other = building(plan, owners);
    other.moves("t2", "dispatched");
    expect(given(other)).toEqual(["t3 to cy"]);
  });

  test("does not wait for one that waits for a person, or that was cancelled", () => {
    const past = building(plan, owners);
    past.moves("t1", "dispatched");
    expect(given(past)).toEqual(["t3 to cy"]);
    past.moves("t1", "ready");
    past.moves("t1", "blocked", "", { origin: "CODING", blocked: "prerequisite" });
    expect(given(past)).toContain("t2 to bo");
    past.moves("t1", "cancelled");
    expect(given(past)).toContain("t2 to bo");
  });

  test("does not wait while a person is asked for a yes to the other", () => {
    const past = building(plan, owners);
    for (const trigger of ["dispatched", "ready", "done", "passed", "approved"] as const)
      past.moves("t1", trigger);
    expect(given(past)).not.toContain("t2 to bo");
    const { seq } = past.harness(
      {
        type: "approval.requested",
        action: "land",
        seat: "ada",
        task: "t1",
        shown: "b",
        hash: "h",
        risk: "raised",
        why: "w",
      },
      `task/t1/1/PREPARE_MERGE@${past.state.tasks.t1?.movedAt}`,
    );
    expect(given(past)).toContain("t2 to bo");
    past.human({ type: "approval.resolved", approval: `y${seq}`, hash: "h", verdict: "granted" });
    expect(given(past)).not.toContain("t2 to bo");
  });

  test("waits for one about which nobody asks a person", () => {
    const past = building(plan, owners);
    for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
    past.moves("t1", "blocked", "", { origin: "CODING", blocked: "environment" });
    expect(given(past)).toEqual(["t3 to cy"]);
  });

  test("is not held in sessions of an older version", () => {
    const past = Past.opened({ seats: owners.map((id) => seat(id)) }).reaches("implementation", plan, owners);
    expect(given(past)).toEqual(["t1 to ada", "t2 to bo", "t3 to cy"]);
  });
});

test("what could not be given out waits for a person and takes nobody's place", () => {
  const past = building([planned("t1"), planned("t2")], ["ada"], { assign: "hand" });
  past.fails(`task/t1/1/WAITING@${past.state.tasks.t1?.movedAt}`);
  expect(past.decided()).toMatchObject({
    steps: [{ kind: "dispatch", task: "t2", seat: "ada" }],
    waits: [{ kind: "stuck" }],
  });
});

test("whatever happens on the floor: one task in hand, never too many, no two on one file, and nobody idle in vain", () => {
  const ids = ["t1", "t2", "t3", "t4", "t5", "t6"];
  const next: Partial<Record<string, readonly Trigger[]>> = {
    SETUP: ["ready"],
    CODING: ["done", "lost"],
    TESTING: ["passed", "failed"],
    CODE_REVIEW: ["approved", "changes"],
    PREPARE_MERGE: ["prepared", "conflict"],
    AWAIT_MERGE: ["landed", "red"],
  };
  fc.assert(
    fc.property(
      fc.array(fc.subarray(["a", "b", "c"]), { minLength: 6, maxLength: 6 }),
      fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 6, maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 60 }),
      (files, depends, parallel, moves) => {
        const plan = ids.map((id, index) => {
          const on = depends[index] ?? 0;
          return { ...planned(id, ...(on < index ? [ids[on] ?? "t1"] : [])), files: files[index] ?? [] };
        });
        const past = building(plan, ["ada", "bo", "cy"], { parallel });
        for (const [which, how] of moves) {
          const tasks = Object.values(past.state.tasks);
          const active = tasks.filter(({ state }) => next[state] !== undefined);
          const inHand = tasks.filter(({ state }) => holdsSeat(state));
          const offers = past.decided().steps.filter((step) => step.kind === "dispatch");
          const busy = inHand.map(({ owner }) => owner);
          const seats = offers.map(({ seat }) => seat);
          expect(new Set([...busy, ...seats]).size).toBe(new Set(busy).size + seats.length);
          if (offers.length > 0) expect(inHand.length + offers.length).toBeLessThanOrEqual(parallel);
          const taken = [...active, ...tasks.filter(({ id }) => offers.some(({ task }) => task === id))];
          for (const { task } of offers)
            for (const other of taken)
              if (other.id !== task) expect(isTogether(past, task, other.id)).toBe(false);
          const could = tasks.filter(
            ({ id, state, plan: { dependsOn } }) =>
              isReady(state) &&
              dependsOn.every((one) => past.state.tasks[one]?.state === "DONE") &&
              !taken.some((other) => other.id === id || isTogether(past, id, other.id)),
          );
          const isRoom = inHand.length + offers.length < parallel && new Set([...busy, ...seats]).size < 3;
          expect(isRoom ? could : []).toEqual([]);
          const step = offers[which % (offers.length + active.length)];
          if (step) {
            past.harness({ type: "task.assigned", task: step.task, seat: step.seat, why: "is free" });
            past.moves(step.task, "dispatched");
          } else {
            const task = active[which % Math.max(1, active.length)];
            const ways = next[task?.state ?? ""] ?? [];
            const trigger = ways[how % Math.max(1, ways.length)];
            if (task && trigger) past.moves(task.id, trigger);
          }
        }
      },
    ),
    { numRuns: 200 },
  );
});

function isTogether({ state }: Past, a: string, b: string): boolean {
  return state.tasks[a]?.plan.files.some((file) => state.tasks[b]?.plan.files.includes(file)) === true;
}

test("a task that waits for a member's answer keeps its files; one that waits for a person's lets go of them", () => {
  const asked = (to: "architect" | "human") => {
    const past = building([editing("t1", "a.js"), editing("t2", "a.js")], ["ada", "bo"]);
    past.moves("t1", "dispatched");
    past.moves("t1", "ready");
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    const loop = past.loopOpens("coding/t1.1", "done");
    const question = { text: "?", options: [], thread: "coding/t1.1", loop, call: "c1_1", task: "t1", to };
    const { seq } = past.add("ada", { type: "question.asked", ...question });
    past.moves("t1", "asked", "asks", { origin: "CODING" });
    return { past, question: `q${seq}` };
  };
  expect(given(asked("human").past)).toEqual(["t2 to bo"]);
  const { past, question } = asked("architect");
  expect(given(past)).toEqual([]);
  const { seq } = past.add("bo", { type: "question.passed", question, to: "human", why: "who knows" });
  expect(given(past)).toEqual(["t2 to bo"]);
  // It became ready only now, so it is behind what was ready before.
  expect(dispatchCandidates(past.state, Object.values(past.state.tasks))).toMatchObject([{ since: seq }]);
});
