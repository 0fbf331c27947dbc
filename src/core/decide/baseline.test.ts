import { describe, expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { Past } from "../../../test/support/past.ts";
import { planned } from "../../../test/support/plans.ts";
import type { Policy } from "../terms/policy.ts";

const check = { name: "tests", run: "test" };
const checks = { quick: [check], full: [check], timeoutMs: 9 };
const policy = { baseline: true, checks } satisfies Partial<Policy>;

describe("10.2: the checks on the base commit", () => {
  test("begin before the first request, and the team talks while they wait for a person", async () => {
    const session = await new FakeSession({ policy }).open();
    const before: boolean[] = [];
    session.world.judge = () => {
      before.push(!session.log.types().includes("model.asked"));
      return false;
    };
    await session.run({ model: modelOf() });
    expect(before).toEqual([true]);
    expect(session.waits.map(({ kind }) => kind)).toEqual(["baseline", "accept"]);
    expect(session.events("message.posted").length).toBeGreaterThan(1);
  });

  test("hold up giving out tasks, testing and landing, and nothing else", () => {
    const past = Past.opened({ policy }).reaches("implementation", [planned("t1"), planned("t2")]);
    past.human({ type: "task.assigned", task: "t1", seat: "ada", why: "" });
    past.human({ type: "task.assigned", task: "t2", seat: "bo", why: "" });
    expect(past.wanted()).toEqual(["baseline@1"]);
    const held = { ready: false, done: true, passed: false, approved: false, prepared: true } as const;
    past.moves("t1", "dispatched");
    for (const [trigger, isHeld] of Object.entries(held)) {
      past.moves("t1", trigger as keyof typeof held);
      expect(
        past.wanted().some((key) => key.startsWith("task/t1/")),
        trigger,
      ).toBe(!isHeld);
    }
    // A landing that has begun is finished all the same.
    const key = `task/t1/1/AWAIT_MERGE@${past.state.tasks.t1?.movedAt}`;
    past.harness({ type: "effect.started", kind: "land", task: "t1", input: {} }, key);
    expect(past.wanted()).toContain(key);
  });

  test.each<[name: string, policy: Partial<Policy>]>([
    ["a session of an older version, or a rehearsal", { checks }],
    ["a session without checks", { baseline: true }],
    ["a grooming", { ...policy, phases: ["exploration"] }],
  ])("do not run in %s", (_, given) => {
    expect(Past.opened({ policy: given }).wanted()).toEqual([expect.stringMatching(/^enter\//)]);
  });

  test("run again when the checks change, and what was decided about others no longer counts", async () => {
    const session = await new FakeSession({ policy: { ...policy, phases: ["implementation"] } }).build();
    session.world.judge = (_, command) => command === "better";
    await session.run({ model: modelOf() });
    expect(session.waits.map(({ kind }) => kind)).toEqual(["baseline"]);
    const better = { name: "tests", run: "better" };
    await session.journal.append(() => [
      {
        actor: "human",
        event: {
          type: "policy.changed",
          patch: { checks: { ...checks, quick: [better], full: [better] } },
          why: "the files",
        },
      },
    ]);
    expect(session.waits).toEqual([]);
    await session.run({ model: modelOf() });
    expect(session.state.tasks.t1?.state).toBe("DONE");
    expect(session.events("checks.finished").map(({ why }) => why)).toEqual([
      "baseline",
      "baseline",
      "testing",
      "landing",
    ]);
  });

  test("run each check once, also one that is both quick and full", async () => {
    const lint = { name: "lint", run: "lint" };
    const all = { quick: [lint], full: [lint, check], timeoutMs: 9 };
    const session = await new FakeSession({
      policy: { baseline: true, checks: all, phases: ["implementation"] },
    }).build();
    session.world.breaks = (command) => (command === "lint" ? "lint: not found" : undefined);
    await session.run({ model: modelOf() });
    expect(session.world.started).toEqual(["lint", "test"]);
    await session.answer({ kind: "tolerate" });
    await session.run({ model: modelOf() });
    expect(session.world.started).toEqual(["lint", "test", "test"]);
    expect(session.state.tasks.t1?.state).toBe("DONE");
  });
});

test("the checks on the base commit do not run where the work is being shipped", () => {
  const past = Past.opened({ policy });
  expect(past.wanted()).toContain("baseline@1");
  past.human({ type: "ship.requested", onto: "trunk", how: "branch" });
  expect(past.wanted().filter((key) => key.startsWith("baseline"))).toEqual([]);
});
