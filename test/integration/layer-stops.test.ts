import { describe, expect, test } from "vitest";
import type { Policy } from "../../src/core/terms/policy.ts";
import { inboxOf } from "../../src/core/views/inbox/inbox.ts";
import { parseAnswer } from "../../src/core/views/inbox/words-of.ts";
import { FakeSession, modelOf } from "../support/fake-session.ts";
import { Past } from "../support/past.ts";
import { planned } from "../support/plans.ts";

const plan = [planned("t1"), planned("t2"), planned("t3", "t1"), planned("t4", "t3")];
const byLayer: Partial<Policy> = { phases: ["implementation"], pace: "auto", stops: "layer" };

const opened = (policy = byLayer) => new FakeSession({ policy }).build(plan);
const model = () => modelOf(() => undefined, plan);
const landed = (session: FakeSession) => session.events("task.landed").map(({ task }) => task);

describe("with stops: layer, after each layer a person looks", () => {
  test("and nothing of the next one begins before; the last one stops nobody", async () => {
    const session = await opened();
    expect(await session.run({ model: model() })).toMatchObject({ kind: "waiting" });
    expect(landed(session).toSorted()).toEqual(["t1", "t2"]);
    expect(session.waits).toMatchObject([{ kind: "layer", layer: 1, tasks: ["t1", "t2"] }]);
    expect(session.waits[0]?.id).toMatch(/^v\d+$/);
    expect(session.state.tasks.t3?.state).toBe("WAITING");
    await session.answer({ kind: "onward" });
    expect(await session.run({ model: model() })).toMatchObject({ kind: "waiting" });
    expect(session.waits).toMatchObject([{ kind: "layer", layer: 2, tasks: ["t3"] }]);
    await session.answer({ kind: "onward" });
    expect(await session.run({ model: model() })).toMatchObject({ kind: "waiting" });
    expect(landed(session).slice(2)).toEqual(["t3", "t4"]);
    expect(session.waits).toMatchObject([{ kind: "ship" }]);
    expect(session.events("layer.settled").map(({ layer, how }) => [layer, how])).toEqual([
      [1, "looked"],
      [2, "looked"],
    ]);
  });

  test.each([0, 60_000])("where nobody is there for %i ms, it goes on", async (waitMs) => {
    const session = await opened();
    await session.run({ model: model(), waitMs });
    expect(landed(session).slice(2)).toEqual(["t3", "t4"]);
    expect(session.events("layer.settled").map(({ how }) => how)).toEqual(["deadline", "deadline"]);
  });

  test("without it, nothing stops", async () => {
    const session = await opened({ ...byLayer, stops: "none" });
    await session.run({ model: model() });
    expect(landed(session)).toHaveLength(4);
    expect(session.events("layer.settled")).toEqual([]);
  });
});

test("a layer waits for all of its tasks, and one that is cancelled is over", () => {
  const past = Past.opened({ policy: { stops: "layer" } }).reaches("implementation", plan);
  past.lands("t1");
  expect(past.decided().waits).toEqual([]);
  expect(past.wanted().some((key) => key.startsWith("task/t3/"))).toBe(false);
  past.moves("t2", "cancelled");
  const [item] = inboxOf(past.state, past.now);
  expect(item).toMatchObject({ title: "Layer 1 is over; the next one begins after your look" });
  expect(item?.text).toContain("- t2, Build t2: is over without its own work");
  const [wait] = past.decided().waits;
  expect(wait && ["yes", "go on"].map((typed) => parseAnswer(wait, typed))).toEqual([
    { kind: "onward" },
    { kind: "onward" },
  ]);
  expect(wait && parseAnswer(wait, "maybe")).toHaveProperty("wrong");
});
