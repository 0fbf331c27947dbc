import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import { cancelTasks, dependentsOf, heldTask, isAllCancelled, isBegun } from "./cancel-tasks.ts";

function building(): Past {
  const tasks = [
    planned("t1"),
    planned("t2", "t1"),
    planned("t3", "t2"),
    planned("t4", "t1"),
    planned("t5", "t1"),
  ];
  const past = Past.opened().reaches("implementation", tasks);
  past.moves("t4", "dispatched");
  past.lands("t5");
  return past;
}

const byId = (past: Past, ...ids: string[]) =>
  Object.values(past.state.tasks).filter(({ id }) => ids.includes(id));

describe("cancelling", () => {
  test("holds what directly builds on it and has not started", () => {
    const past = building();
    expect(dependentsOf(past.state, ["t1"]).map(({ id }) => id)).toEqual(["t2", "t4"]);
    expect(dependentsOf(past.state, ["t1", "t2"]).map(({ id }) => id)).toEqual(["t3", "t4"]);
    expect(cancelTasks("human", byId(past, "t1"), past.state)).toMatchObject([
      { actor: "human", event: { task: "t1", trigger: "cancelled", to: "CANCELLED" } },
      {
        actor: "human",
        event: {
          task: "t2",
          trigger: "blocked",
          why: "it builds on t1, which is cancelled",
          origin: "WAITING",
          blocked: "prerequisite",
        },
      },
    ]);
    expect(cancelTasks("human", byId(past, "t1", "t2", "t3"), past.state)).toHaveLength(3);
  });

  test("names the cancelled task, the first of several, and not what else a task builds on", () => {
    const past = Past.opened().reaches("implementation", [
      planned("t1"),
      planned("t2"),
      planned("t3"),
      planned("t4", "t1", "t2", "t3"),
    ]);
    expect(cancelTasks("human", byId(past, "t2"), past.state)).toMatchObject([
      { event: { task: "t2" } },
      { event: { task: "t4", why: "it builds on t2, which is cancelled" } },
    ]);
    for (const task of ["t3", "t2"]) past.moves(task, "cancelled");
    const [task] = byId(past, "t4");
    expect(task && heldTask(task, past.state.tasks)?.event).toMatchObject({
      why: "it builds on t2, which is cancelled",
    });
  });

  test("one task that is cancelled is all of them", () => {
    const past = Past.opened().reaches("implementation", [planned("t1")]);
    past.moves("t1", "cancelled");
    expect(isAllCancelled(past.state)).toBe(true);
  });

  test("all are cancelled when there are any, and none is left or done", () => {
    expect(isAllCancelled(Past.opened().state)).toBe(false);
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    past.moves("t1", "cancelled");
    expect(isAllCancelled(past.state)).toBe(false);
    past.moves("t2", "cancelled");
    expect(isAllCancelled(past.state)).toBe(true);
    expect(isAllCancelled(building().state)).toBe(false);
  });
});

describe("something has begun in git", () => {
  const begun = (
    kind: "commit" | "land",
    happens: (past: Past, effect: string) => void = () => {},
    task = "t1",
  ) => {
    const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
    const { seq } = past.harness({ type: "effect.started", kind, task, input: {} }, "one");
    happens(past, `e${seq}`);
    return isBegun(past.state, "t1");
  };
  const stuck = (code?: string) => (past: Past) =>
    past.harness({ type: "step.failed", step: "one", error: "no", ...(code !== undefined && { code }) });

  test("until it is settled, and only for its own task", () => {
    expect([begun("commit"), begun("commit", undefined, "t2")]).toEqual([true, false]);
    expect(
      begun("commit", (past, effect) =>
        past.harness({ type: "effect.settled", effect, failed: false, text: "" }),
      ),
    ).toBe(false);
  });

  test("also while it is tried again; stuck, only if a landing may have moved the branch", () => {
    expect(begun("commit", (past) => past.fails("one", 1_000))).toBe(true);
    expect([begun("commit", stuck()), begun("land", stuck("refused")), begun("land", stuck())]).toEqual([
      false,
      false,
      true,
    ]);
  });
});
