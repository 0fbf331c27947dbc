import { describe, expect, test } from "vitest";
import type { Answer } from "../../src/core/decide/waits/wait.ts";
import type { ModelFailure } from "../../src/core/facts/loop-schema.ts";
import { checkEveryPrefix } from "../support/check-every-prefix.ts";
import { FakeSession, modelOf } from "../support/fake-session.ts";
import { planned, seat } from "../support/plans.ts";
import { says } from "../support/scripted-model.ts";

const engineers = ["ada", "bo", "cy", "di", "ed", "fay", "gus", "hal"];
const seats = [...engineers.map((id) => seat(id)), seat("coach", "coach"), seat("architect", "architect")];
const tasks = engineers.map((_, index) => planned(`t${index + 1}`));

/** Eight engineers at eight tasks, side by side. */
async function building(): Promise<FakeSession> {
  const session = await new FakeSession({ seats, policy: { phases: ["implementation"] } }).build(tasks);
  await session.journal.append(() => {
    const [first, ...rest] = tasks.map(({ id }, index) => ({
      actor: "human" as const,
      event: { type: "task.assigned" as const, task: id, seat: engineers[index] ?? "", why: "by hand" },
    }));
    return first && [first, ...rest];
  });
  return session;
}

const away: readonly [failure: ModelFailure, retryAfterMs: number | undefined, answer: Answer][] = [
  ["unreachable", undefined, { kind: "retry" }],
  ["overload", undefined, { kind: "retry" }],
  ["overload", 30_000, { kind: "retry" }],
  ["rate", 540_000, { kind: "retry" }],
  ["rate", 3_600_000 * 24, { kind: "now" }],
  ["timeout", undefined, { kind: "now" }],
];

describe("10.12: a provider that is away costs few requests, and then the team waits as one", () => {
  test.each(away)("%s, retry after %s", async (failure, retryAfterMs, answer) => {
    const session = await building();
    const failed = says.failed("no luck", { failure, ...(retryAfterMs !== undefined && { retryAfterMs }) });
    const model = modelOf(() => failed);
    expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
    expect(model.asked.length).toBeLessThanOrEqual(40);
    expect(session.waits).toHaveLength(1);
    const before = model.asked.length;
    expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
    expect(model.asked).toHaveLength(before);
    await session.answer(answer);
    expect(await session.run({ model: modelOf() })).toMatchObject({ kind: "waiting" });
    expect(Object.values(session.state.tasks).map(({ state }) => state)).toEqual(tasks.map(() => "DONE"));
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });

  test("a talk waits after six requests", async () => {
    const session = await new FakeSession({ policy: { pace: "auto" } }).open();
    const model = modelOf(() => says.failed("no luck", { failure: "unreachable" }));
    expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
    expect(model.asked).toHaveLength(6);
  });
});

test("10.12: an hour that a provider asks for passes by itself, once for all, without a person", async () => {
  const session = await building();
  const from = Date.parse(session.clock.now());
  const model = modelOf(() =>
    Date.parse(session.clock.now()) < from + 3_600_000
      ? says.failed("Slow down.", {
          failure: "rate",
          retryAfterMs: from + 3_600_000 - Date.parse(session.clock.now()),
        })
      : undefined,
  );
  expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
  expect(Object.values(session.state.tasks).every(({ state }) => state === "DONE")).toBe(true);
  expect(session.events("provider.retried")).toEqual([]);
  await checkEveryPrefix(session.log.facts, session.blobs.get);
});
