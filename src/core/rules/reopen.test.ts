import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { planned, policy, team } from "../../../test/support/plans.ts";
import { asOneTask } from "./one-task.ts";
import { reopen } from "./reopen.ts";

function told(past: Past, words = "Also\n  halves,\nplease.") {
  return reopen(past.state, words, past.state.head + 1).map(({ actor, event }) => ({ actor, ...event }));
}

describe("words about work that is done", () => {
  test("send the team back to its last discussion", () => {
    const past = Past.opened().reaches("implementation");
    const back = (phase: string) => [
      { actor: "human", type: "phase.requested", phase, why: "more" },
      { actor: "human", type: "message.posted", text: "more" },
    ];
    expect(told(past, "more")).toEqual(back("pre-code-review"));
    past.lands("t1");
    past.enters("code-review");
    expect(told(past, "more")).toEqual(back("code-review"));
  });

  test("become one more task where nobody talked; the tasks before stay", () => {
    const past = Past.opened({ policy: { phases: ["implementation"] } });
    past.harness({ type: "tasks.planned", tasks: [planned("t1"), planned("t2")], from: "a1" });
    const first = past.state.head + 1;
    const task = {
      ...planned("t3"),
      title: "Also halves, please.",
      approach: "Also halves, please.",
      requirements: [],
      avoid: ["Anything that the product manager did not ask for."],
      done: ["What the product manager asks for is there, and a test shows it."],
    };
    const tasks = [planned("t1"), planned("t2"), task];
    expect(told(past)).toEqual([
      { actor: "human", type: "message.posted", text: "Also\n  halves,\nplease." },
      {
        actor: "human",
        type: "artifact.submitted",
        kind: "tasks",
        body: { tasks },
        phase: "implementation",
        visit: 1,
        version: 1,
      },
      {
        actor: "human",
        type: "artifact.settled",
        artifact: `a${first + 1}`,
        verdict: "accepted",
        reasons: [],
      },
      { actor: "harness", type: "tasks.planned", tasks, from: `a${first + 1}` },
      ...["ada", "bo", "ada"].map((seat, index) => ({
        actor: "harness",
        type: "task.assigned",
        task: `t${index + 1}`,
        seat,
        why: "fewest tasks in its layer",
      })),
    ]);
  });

  test("a second time, it is the next version of the plan, in the visit that there is", () => {
    const past = Past.opened({ policy: { phases: ["implementation"] } });
    past.enters("implementation", 3);
    past.harness({
      type: "artifact.submitted",
      kind: "tasks",
      body: { tasks: [planned("t1")] },
      phase: "implementation",
      visit: 1,
      version: 1,
    });
    expect(told(past)[1]).toMatchObject({ version: 2, visit: 3 });
  });

  test("in a title have at most 80 characters, in an approach 600, as the plan allows", () => {
    const [, plan] = told(Past.opened({ policy: { phases: ["implementation"] } }), "word ".repeat(200));
    const [task] = plan?.type === "artifact.submitted" && plan.kind === "tasks" ? plan.body.tasks : [];
    expect([task?.title.length, task?.approach.length]).toEqual([80, 600]);
  });
});

describe("a session as one task", () => {
  test("has one phase, one task and an engineer, whoever assigns otherwise", () => {
    const past = Past.opened({ policy: { assign: "hand", turns: 5 } });
    const [phases, plan, settled, tasks, given, ...rest] = asOneTask("human", past.state, 7).map(
      ({ event }) => event,
    );
    expect(phases).toEqual({
      type: "policy.changed",
      patch: { meeting: "none", phases: ["implementation"], assign: "auto" },
      why: "one task",
    });
    expect(plan).toMatchObject({ kind: "tasks", phase: "implementation", visit: 1, version: 1 });
    expect(plan).toMatchObject({ body: { tasks: [{ id: "t1", title: "Twice", dependsOn: [] }] } });
    expect(settled).toMatchObject({ artifact: "a8", verdict: "accepted" });
    expect(tasks).toMatchObject({ type: "tasks.planned", from: "a8", tasks: [{ id: "t1" }] });
    expect(given).toMatchObject({ type: "task.assigned", task: "t1", seat: "ada" });
    expect(rest).toEqual([]);
  });

  test("has a title of at most 120 characters, as a plan allows", () => {
    const past = new Past();
    past.human({
      type: "session.opened",
      kind: "iteration",
      title: "x".repeat(121),
      brief: "",
      seats: [...team],
      policy,
      repo: { base: "base", branch: "trunk" },
    });
    const plan = asOneTask("human", past.state, 7)[1]?.event;
    expect(plan).toMatchObject({ body: { tasks: [{ title: `${"x".repeat(119)}…` }] } });
  });

  test("is the next version where a plan was handed in before", () => {
    const past = Past.opened();
    past.enters("planning");
    past.submits("tasks", { tasks: [planned("t1")] });
    expect(asOneTask("human", past.state, 7)[1]?.event).toMatchObject({ version: 2 });
  });
});
