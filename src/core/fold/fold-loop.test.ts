import { describe, expect, test } from "vitest";
import { changedBy } from "../../../test/support/changed-by.ts";
import { Past } from "../../../test/support/past.ts";
import { seat } from "../../../test/support/plans.ts";
import type { EventOf } from "../facts/events.ts";
import type { Loop } from "../state/thread.ts";
import { loopOf, threadNamed } from "../state/threads.ts";
import { at, toArray } from "../text/appended.ts";

type Failure = EventOf<"model.failed">["failure"];

/** Ada's turn and, beside it, bo's, which must stay as it is. */
function asking(): { past: Past; loop: string; found: () => Loop | undefined } {
  const past = Past.opened();
  past.enters("refinement");
  const other = past.turnStarts("turn/2", "bo");
  past.asks(other);
  const before = threadNamed(past.state, "turn/2");
  const loop = past.turnStarts("turn/1", "ada");
  const found = () => {
    expect(threadNamed(past.state, "turn/2")).toEqual(before);
    return loopOf(past.state, loop);
  };
  return { past, loop, found };
}

const newest = (loop: Loop | undefined) => loop && at(loop.asks, -1);

describe("a loop", () => {
  test("opens with what its fact says; a text ends it in turns of engineers and coach, unless it says otherwise", () => {
    const past = Past.opened();
    past.enters("refinement");
    const opened = (kind: EventOf<"turn.started">["kind"], more: object) => {
      past.harness({ type: "turn.started", thread: kind, seat: "ada", round: 1, kind });
      past.harness({ type: "loop.opened", thread: kind, terminal: "end", asks: 3, ...more });
      const { asks, ...loop } = threadNamed(past.state, kind)?.loops.at(-1) ?? {};
      expect(asks && toArray(asks)).toEqual([]);
      return loop;
    };
    const seq = past.state.head + 2;
    const escalate = { key: "k", soft: 1, hard: 2 };
    expect(opened("engineer", {})).toStrictEqual({
      id: `l${seq}`,
      seq,
      terminal: "end",
      limit: 3,
      textEnds: true,
    });
    const more = { escalate, tools: ["a"], opening: "Go.", textEnds: false };
    expect(opened("engineer", more)).toMatchObject({ limit: 3, ...more });
    expect(opened("coach", {})).toMatchObject({ textEnds: true });
    expect(opened("artifact", {})).toMatchObject({ textEnds: false });
  });

  test("is one of those of its thread", () => {
    const { past, loop } = asking();
    const second = past.loopOpens("turn/1", "end");
    past.harness({ type: "loop.closed", loop: second, outcome: "text" });
    expect(threadNamed(past.state, "turn/1")?.loops.map(({ id, closed }) => [id, closed])).toEqual([
      [loop, undefined],
      [second, "text"],
    ]);
  });

  test("asks again under the old number, or under the next", () => {
    const { past, loop, found } = asking();
    past.says("human", "hello");
    past.asks(loop, 1, 1);
    past.harness({
      type: "model.failed",
      asked: past.state.head,
      loop,
      ask: 1,
      failure: "timeout",
      text: "",
    });
    past.asks(loop, 1, 2);
    const ask = {
      attempts: 2,
      model: "m",
      bytes: 10,
      failures: 1,
      timeouts: 1,
      failed: undefined,
      reply: undefined,
    };
    expect(toArray(found()?.asks ?? { backing: [], length: 0 })).toEqual([
      { ask: 1, askedAt: past.state.head, ...ask },
    ]);
    expect(past.state).toMatchObject({ heard: 1, heardBy: { ada: past.state.head } });
    past.replies(loop, 1, "yes");
    past.asks(loop, 2, 1);
    expect(
      toArray(found()?.asks ?? { backing: [], length: 0 }).map((one) => [one.ask, one.attempts]),
    ).toEqual([
      [1, 2],
      [2, 1],
    ]);
    expect(threadNamed(past.state, "turn/1")?.asked).toBe(2);
    expect(Object.keys(past.state.heardBy)).toEqual(["bo", "ada"]);
  });

  test.each<[Failure, object]>([
    ["overload", { failures: 1 }],
    ["timeout", { failures: 1, timeouts: 1 }],
    ["stopped", { failures: 0 }],
  ])("counts how an attempt failed: %s", (failure, counts) => {
    const { past, loop, found } = asking();
    past.asks(loop);
    const failed = {
      type: "model.failed",
      asked: past.state.head,
      loop,
      ask: 1,
      failure,
      text: "no",
    } as const;
    past.harness(failed);
    const { ask, attempts, askedAt, model, bytes, reply, ...rest } = newest(found()) ?? {};
    expect([ask, attempts, askedAt, model, bytes, reply]).toEqual([1, 1, failed.asked, "m", 10, undefined]);
    expect(rest).toStrictEqual({ ...counts, failed: { failure, text: "no" } });
    past.harness({ ...failed, retryAt: "later", tooLong: {} });
    expect(newest(found())?.failed).toStrictEqual({ failure, text: "no", retryAt: "later", tooLong: true });
    past.replies(loop, 1, "yes");
    expect(newest(found())?.failed).toBeUndefined();
  });

  test("that is replied to without a count costs no tokens, and one opened before any phase hears all", () => {
    const { past, loop } = asking();
    const { seq: asked } = past.asks(loop);
    const before = past.state.money;
    const replied = { type: "model.replied", asked, loop, ask: 1, text: "", finish: "stop" } as const;
    past.add("ada", { ...replied, calls: [] });
    expect(past.state.money).toEqual({ ...before, replied: before.replied + 1 });
    const early = Past.opened();
    early.threadOpens("coding/t1", "ada", "coding", "t1");
    expect(threadNamed(early.state, "coding/t1")).toMatchObject({ talkFrom: 0, from: 0 });
  });

  test("keeps what a reply says, with what the provider wants back", () => {
    const { past, loop, found } = asking();
    const { seq: asked } = past.asks(loop);
    const replied = {
      type: "model.replied",
      asked,
      loop,
      ask: 1,
      text: "t",
      calls: [],
      finish: "stop",
    } as const;
    const kept = { seq: asked + 1, text: "t", calls: [], finish: "stop" };
    past.add("ada", { ...replied, calls: [] });
    expect(newest(found())?.reply).toStrictEqual(kept);
    past.add("ada", { ...replied, calls: [], opaque: 0 });
    expect(newest(found())?.reply).toStrictEqual({ ...kept, seq: asked + 2, opaque: 0 });
  });

  test("changes the call that is named, and adds to the nudges there were", () => {
    const { past, loop, found } = asking();
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool: "a", input: {} }, { tool: "b", input: {} });
    const settled = { type: "tool.settled", loop, call: `c${seq}_2`, failed: true, text: "no" } as const;
    past.harness({ ...settled, refused: "malformed" });
    expect(newest(found())?.reply?.calls).toEqual([
      { status: "proposed", id: `c${seq}_1`, tool: "a", input: {} },
      {
        status: "settled",
        id: `c${seq}_2`,
        tool: "b",
        input: {},
        result: { failed: true, text: "no", refused: "malformed" },
      },
    ]);
    for (const text of ["one", "two"]) past.harness({ type: "loop.nudged", loop, why: "cut", text });
    expect(newest(found())?.nudges).toEqual([
      { why: "cut", text: "one" },
      { why: "cut", text: "two" },
    ]);
  });

  test("a task knows what was written in its worktree, and when", () => {
    const past = Past.opened().reaches("implementation");
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    const { openedAt, ...thread } = threadNamed(past.state, "coding/t1.1") ?? {};
    expect(thread).toEqual({
      name: "coding/t1.1",
      seat: "ada",
      purpose: "coding",
      task: "t1",
      charter: "c",
      talkFrom: past.state.stage?.from,
      from: past.state.transcript.length,
      loops: [],
      asked: 0,
    });
    const loop = past.loopOpens("coding/t1.1", "done");
    const call = (...paths: string[]) => {
      const changes = paths.map((path) => ({ path, before: null, after: "h" }));
      return changedBy(past, { type: "tool.called", loop, call: "c", tool: "a", changes });
    };
    expect(call("a", "b")).toEqual({ tasks: { t1: { wrote: { a: past.state.head, b: past.state.head } } } });
    expect(call("b", "c")).toEqual({ tasks: { t1: { wrote: { b: past.state.head, c: past.state.head } } } });
  });
});

describe("a loop that waits", () => {
  const cases: readonly [Omit<EventOf<"loop.paused">, "type" | "loop">, object][] = [
    [{ on: "budget" }, { scope: "session", why: "" }],
    [
      { on: "budget", scope: "task:t1", unit: "money", why: "w" },
      { scope: "task:t1", unit: "money", why: "w" },
    ],
    [{ on: "window" }, { model: "", needs: 0, why: "" }],
    [
      { on: "window", model: "m", needs: 9, window: 0, why: "w" },
      { model: "m", needs: 9, window: 0, why: "w" },
    ],
    [{ on: "provider" }, { at: "now", scope: "session", model: "", failure: "overload", why: "" }],
    [
      { on: "provider", scope: "acme", model: "m", until: "later", failure: "timeout", why: "w" },
      { at: "now", scope: "acme", model: "m", failure: "timeout", why: "w", until: "later" },
    ],
    [
      { on: "question", call: "c9_9" },
      { call: "c9_9", request: { text: "", options: [] } },
    ],
  ];

  test.each(cases)("says for what: %j", (event, paused) => {
    const { past, loop, found } = asking();
    const { seq, at: when } = past.harness({ type: "loop.paused", loop, ...event });
    const at = "at" in paused && { at: when };
    expect(found()?.paused).toStrictEqual({ on: event.on, seq, ...paused, ...at });
  });

  test("for an answer knows its own question", () => {
    const { past, loop, found } = asking();
    const question = { type: "question.asked", thread: "turn/1" } as const;
    for (const [text, ofLoop, call] of [
      ["Of another loop?", "l9", "c1"],
      ["Mine?", loop, "c1"],
      ["Of another call?", loop, "c2"],
    ] as const)
      past.add("ada", { ...question, text, options: ["yes"], loop: ofLoop, call });
    past.harness({ type: "loop.paused", loop, on: "question", call: "c1" });
    expect(found()?.paused).toMatchObject({ request: { text: "Mine?", options: ["yes"] } });
  });
});

describe("providers", () => {
  const models = ["acme/one", "acme/two", "other/three"];

  /** Three members with a model each, all asked. */
  function three() {
    const seats = models.map((model, index) => ({ ...seat(["ada", "bo", "cy"][index] ?? ""), model }));
    const past = Past.opened({ seats: [...seats, seat("coach", "coach")] });
    past.enters("refinement");
    const loops = seats.map(({ id }) => past.turnStarts(`turn/${id}`, id));
    const asked = loops.map((loop, index) => ask(past, loop, models[index] ?? ""));
    const fail = (index: number, failure: Failure = "overload") =>
      past.harness({
        type: "model.failed",
        asked: asked[index] ?? 0,
        loop: loops[index] ?? "",
        ask: 1,
        failure,
        text: "",
      });
    const reply = (index: number, more: object = {}) =>
      past.harness({
        type: "model.replied",
        asked: asked[index] ?? 0,
        loop: loops[index] ?? "",
        ask: 1,
        text: "x".repeat(40),
        calls: [],
        finish: "stop",
        ...more,
      });
    const pause = () => {
      for (const loop of loops) past.harness({ type: "loop.paused", loop, on: "provider", scope: "acme" });
    };
    const resumed = () =>
      loops.map((loop) => {
        const { paused, isHurried = false, resumedAt, asks } = loopOf(past.state, loop) ?? {};
        const { failed, failures, timeouts } = (asks && at(asks, -1)) ?? {};
        const isAnew = failed === undefined && failures === undefined && timeouts === undefined;
        return [paused === undefined, isHurried, resumedAt === past.state.head, isAnew].every(Boolean);
      });
    return { past, seats, loops, fail, reply, pause, resumed };
  }

  function ask(past: Past, loop: string, model: string): number {
    return past.harness({
      type: "model.asked",
      loop,
      ask: 1,
      attempt: 1,
      model,
      renderer: 1,
      hash: "h",
      bytes: 2_000,
    }).seq;
  }

  test("are counted as silent while they do not answer; a refusal is an answer", () => {
    const { past, fail, reply } = three();
    fail(0);
    fail(1, "timeout");
    fail(2);
    for (const failure of ["refused", "stopped"] as const) fail(2, failure);
    expect(past.state.silences).toEqual({ acme: 2, other: 1 });
    reply(1);
    expect(past.state.silences).toEqual({ other: 1 });
  });

  test("how fast their models are is measured where there is enough to measure", () => {
    const { past, reply } = three();
    reply(0, { firstMs: 1_000 });
    reply(0, { ms: 1_000 });
    expect(past.state.speeds).toEqual({});
    reply(0, { firstMs: 1_000, ms: 2_000 });
    reply(1, { firstMs: 499, ms: 998, usage: { input: 1, output: 50 } });
    reply(2, { firstMs: 500, ms: 1_000, usage: { input: 1, output: 50 } });
    expect(past.state.speeds).toEqual({
      "acme/one": { read: 2_000, write: 10 },
      "acme/two": {},
      "other/three": { read: 4_000, write: 100 },
    });
    reply(0, { firstMs: 500, ms: 1_500, usage: { input: 1, output: 8 } });
    reply(2, { firstMs: 1_000, ms: 2_000, usage: { input: 1, output: 7 } });
    expect(past.state.speeds).toMatchObject({
      "acme/one": { read: 3_000, write: 9 },
      "other/three": { read: 3_000, write: 100 },
    });
  });

  test("a person has one of them asked now: all loops that wait for it begin anew", () => {
    const { past, loops, fail, pause, resumed } = three();
    fail(0);
    fail(1, "timeout");
    pause();
    past.harness({ type: "loop.paused", loop: loops[2] ?? "", on: "provider", scope: "other" });
    past.human({ type: "provider.retried", scope: "acme" });
    expect(resumed()).toEqual([true, true, false]);
    expect(past.state.silences).toEqual({});
    ask(past, loops[0] ?? "", "acme/one");
    expect(loopOf(past.state, loops[0] ?? "")).toMatchObject({ isHurried: false, paused: undefined });
  });

  test("a member with another model no longer waits for the old one", () => {
    const { past, seats, loops, fail, pause, resumed } = three();
    fail(0);
    pause();
    past.harness({ type: "loop.paused", loop: loops[2] ?? "", on: "budget" });
    const changed = (...indexes: number[]) =>
      past.human({
        type: "seats.changed",
        seats: seats.map((one, index) => (indexes.includes(index) ? { ...one, model: "new/four" } : one)),
        why: "",
      });
    changed();
    expect(resumed()).toEqual([false, false, false]);
    expect(past.state.silences).toEqual({ acme: 1 });
    changed(0, 2);
    expect(resumed()).toEqual([true, false, false]);
    expect(past.state.silences).toEqual({});
  });

  test("asking ends a wait for the provider, and no other wait", () => {
    const { past, loops } = three();
    const [loop = ""] = loops;
    for (const [on, left] of [
      ["provider", undefined],
      ["budget", "budget"],
    ] as const) {
      past.harness({ type: "loop.paused", loop, on });
      ask(past, loop, "acme/one");
      expect(loopOf(past.state, loop)?.paused?.on).toBe(left);
    }
  });
});
