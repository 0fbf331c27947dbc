import { describe, expect, test } from "vitest";
import { decide } from "../../src/core/decide/decide.ts";
import type { Answer } from "../../src/core/decide/waits/wait.ts";
import type { ModelFailure } from "../../src/core/facts/loop-schema.ts";
import { fold } from "../../src/core/fold/fold.ts";
import { emptyState } from "../../src/core/state/state.ts";
import { itemOf } from "../../src/core/views/inbox/inbox.ts";
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
    // Six or so until they rest together, then one of each member after each of six rests.
    expect(model.asked.length).toBeLessThanOrEqual(26 + 6 * engineers.length);
    expect(session.waits).toHaveLength(1);
    const before = model.asked.length;
    expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
    expect(model.asked).toHaveLength(before);
    await session.answer(answer);
    expect(await session.run({ model: modelOf() })).toMatchObject({ kind: "waiting" });
    expect(Object.values(session.state.tasks).map(({ state }) => state)).toEqual(tasks.map(() => "DONE"));
    await checkEveryPrefix(session.log.facts, session.blobs.get);
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

const minute = 60_000;

/** What the members of a talk rested because of their provider, in minutes. */
function rested(session: FakeSession): readonly number[] {
  const at = new Map(session.log.facts.map(({ seq, at }) => [seq, at]));
  return session.log.facts.flatMap(({ seq, event }) =>
    event.type === "loop.paused" && event.on === "provider" && event.until !== undefined
      ? [(Date.parse(event.until) - Date.parse(at.get(seq) ?? "")) / minute]
      : [],
  );
}

describe("with a person there, a provider that is away rests for thirty minutes, and then waits for them", () => {
  const opened = () => new FakeSession({ policy: { pace: "auto" } }).open();

  test.each(["unreachable", "overload", "rate", "cut"] as const)("%s", async (failure) => {
    const session = await opened();
    const from = Date.parse(session.clock.now());
    const model = modelOf(() => says.failed("no luck", { failure }));
    expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
    expect(rested(session).map(Math.round)).toEqual([1, 2, 4, 8, 10, 5]);
    expect(model.asked).toHaveLength(12);
    const minutes = (Date.parse(session.clock.now()) - from) / minute;
    expect(minutes).toBeGreaterThan(30);
    expect(minutes).toBeLessThan(35);
    expect(session.waits).toMatchObject([{ kind: "stuck", provider: "scripted" }]);
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });

  test("one that times out rests from the second time on, and then asks about the model", async () => {
    const session = await opened();
    const model = modelOf(() => says.failed("no luck", { failure: "timeout" }));
    expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
    expect(rested(session).map(Math.round)).toEqual([1, 2, 4, 8, 10, 5]);
    expect(model.asked).toHaveLength(8);
    expect(session.waits).toMatchObject([{ kind: "provider", scope: "scripted", failure: "timeout" }]);
    expect(session.waits[0]).not.toHaveProperty("until");
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });

  test("not one that refuses", async () => {
    const session = await opened();
    const model = modelOf(() => says.failed("no luck", { failure: "refused" }));
    expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
    expect(rested(session)).toEqual([]);
    expect(model.asked.length).toBeLessThanOrEqual(6);
  });

  test("it is an item with a time while it rests, goes on by itself, and the next time rests anew", async () => {
    const session = await opened();
    let request = 0;
    // Away for nine requests, there for two, away for seven.
    const isAway = () =>
      request < 9 || (request >= 11 && request < 18)
        ? says.failed("no luck", { failure: "overload" })
        : undefined;
    const model = modelOf(() => {
      const reply = isAway();
      request += 1;
      return reply;
    });
    expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
    expect(session.waits).toMatchObject([{ kind: "ship" }]);
    expect(rested(session).map(Math.round)).toEqual([1, 2, 4, 8, 1, 2]);
    expect(session.events("provider.retried")).toEqual([]);
    let state = emptyState;
    for (const fact of session.log.facts) {
      state = fold(state, fact);
      if (fact.event.type !== "loop.paused") continue;
      const [wait, ...more] = decide(state, fact.at).waits;
      expect(more).toEqual([]);
      expect(wait).toMatchObject({ kind: "provider", scope: "scripted", until: fact.event.until });
      if (wait) expect(itemOf(state, wait).title).toMatch(/waits? for scripted; Huddle asks again/);
      if (wait) expect(itemOf(state, wait).answers[0]).toMatch(/^huddle reply u\d+ now$/);
    }
  });

  test("whoever asks it meanwhile rests as long, and it is one item", async () => {
    const session = await building();
    const model = modelOf(() => says.failed("no luck", { failure: "unreachable" }));
    await session.run({ model });
    const ends = session.events("loop.paused").flatMap(({ until }) => until ?? []);
    expect(new Set(ends).size).toBe(6);
    let state = emptyState;
    let most = 0;
    for (const fact of session.log.facts) {
      state = fold(state, fact);
      most = Math.max(most, decide(state, fact.at).waits.length);
    }
    expect(most).toBe(1);
    expect(Object.values(session.state.tasks).map(({ state: at }) => at)).not.toContain("FAILED");
  });
});
