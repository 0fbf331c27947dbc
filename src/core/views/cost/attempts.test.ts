import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkBooks } from "../../../../test/support/check-books.ts";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import type { EventOf } from "../../facts/events.ts";
import { attemptsOf } from "./attempts.ts";

const reserved = { input: 100, output: 50, micros: 900 };

/** A session at work on one task, with its builder's conversation open. */
function building(): { past: Past; loop: string } {
  const past = Past.opened().reaches("implementation", [planned("t1")]);
  for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
  past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  return { past, loop: past.loopOpens("coding/t1.1", "done") };
}

function asks(past: Past, loop: string, more: Partial<EventOf<"model.asked">> = {}): number {
  return past.harness({
    type: "model.asked",
    loop,
    ask: 1,
    attempt: 1,
    model: "acme/big",
    renderer: 1,
    hash: "h",
    bytes: 300,
    reserved,
    ...more,
  }).seq;
}

function replies(
  past: Past,
  loop: string,
  asked: number,
  more: Partial<EventOf<"model.replied">> = {},
): void {
  past.add("ada", {
    type: "model.replied",
    asked,
    loop,
    ask: 1,
    text: "",
    calls: [],
    finish: "stop",
    usage: { input: 60, output: 7 },
    micros: 250,
    ...more,
  });
}

test("a request says when, in which phase, for what and by whom it was made, and what it cost", () => {
  const { past, loop } = building();
  const asked = asks(past, loop, { ask: 3 });
  replies(past, loop, asked, {
    ask: 3,
    usage: { input: 60, output: 7, cacheRead: 40, cacheWrite: 5 },
    saved: 12,
  });
  expect(attemptsOf(past.facts)).toEqual([
    {
      seq: asked,
      at: past.facts[asked - 1]?.at,
      phase: "implementation",
      task: "t1",
      member: "ada",
      model: "acme/big",
      thread: "coding/t1.1",
      ask: 3,
      attempt: 1,
      isRework: false,
      end: "used",
      tokens: { input: 15, cacheRead: 40, cacheWrite: 5, output: 7 },
      micros: 250,
      saved: 12,
    },
  ]);
});

describe("how an attempt ends", () => {
  test("without a price its cost is unknown, not zero and not what was put aside", () => {
    const { past, loop } = building();
    const asked = asks(past, loop);
    past.add("ada", {
      type: "model.replied",
      asked,
      loop,
      ask: 1,
      text: "",
      calls: [],
      finish: "stop",
      usage: { input: 1, output: 1 },
    });
    const [line] = attemptsOf(past.facts);
    expect(line?.end).toBe("used");
    expect(line).not.toHaveProperty("micros");
  });

  test("turned away it costs nothing, which is known", () => {
    const { past, loop } = building();
    const asked = asks(past, loop);
    past.harness({ type: "model.failed", asked, loop, ask: 1, failure: "rate", text: "", unspent: true });
    expect(attemptsOf(past.facts)).toMatchObject([
      { end: "not charged", micros: 0, tokens: { input: 0, output: 0 } },
    ]);
  });

  test.each([
    { type: "loop.paused", on: "budget", scope: "session", why: "used up" },
    { type: "loop.closed", outcome: "stopped" },
  ] as const)("without an end it is unconfirmed once its loop waits or is over: $type", (event) => {
    const { past, loop } = building();
    asks(past, loop);
    past.harness({ ...event, loop });
    expect(attemptsOf(past.facts)).toMatchObject([{ end: "unconfirmed" }]);
    checkBooks(past.facts);
  });

  test("without an end it is under way, and unconfirmed at its worst once nobody can see one any more", () => {
    const { past, loop } = building();
    asks(past, loop);
    expect(attemptsOf(past.facts)).toMatchObject([{ end: "under way", micros: 900 }]);
    past.runs();
    expect(attemptsOf(past.facts)).toMatchObject([
      { end: "unconfirmed", micros: 900, tokens: { input: 100, output: 50 } },
    ]);
  });
});

describe("rework", () => {
  test.each([
    ["failed checks", ["done", "failed"]],
    ["a review that wants changes", ["done", "passed", "changes"]],
    ["a conflict", ["done", "passed", "approved", "prepared", "conflict", "ready"]],
    ["red checks after merging", ["done", "passed", "approved", "prepared", "red", "ready"]],
  ] as const)("is building after %s", (_, triggers) => {
    const { past, loop } = building();
    asks(past, loop);
    for (const trigger of triggers) past.moves("t1", trigger);
    asks(past, past.loopOpens("coding/t1.1", "done"), { ask: 2 });
    expect(attemptsOf(past.facts).map((line) => line.isRework)).toEqual([false, true]);
  });

  test("is an attempt that repeats another, and neither a review nor another task's building", () => {
    const { past, loop } = building();
    asks(past, loop);
    asks(past, loop, { attempt: 2 });
    past.moves("t1", "done");
    past.moves("t1", "failed");
    past.threadOpens("review/t1.1/1", "architect", "review", "t1");
    asks(past, past.loopOpens("review/t1.1/1", "review_complete"));
    past.threadOpens("coding/t2.1", "bo", "coding", "t2");
    asks(past, past.loopOpens("coding/t2.1", "done"));
    expect(attemptsOf(past.facts).map((line) => line.isRework)).toEqual([false, true, false, false]);
  });
});

test("whatever happens, the bill says what the accounts say", () => {
  const tokens = fc.integer({ min: 0, max: 5000 });
  const money = fc.option(tokens, { nil: undefined });
  const usage = fc.option(
    fc.tuple(tokens, tokens, tokens, tokens).map(([plain, cacheRead, cacheWrite, output]) => ({
      input: plain + cacheRead + cacheWrite,
      output,
      cacheRead,
      cacheWrite,
    })),
    { nil: undefined },
  );
  const deed = fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant("ask" as const), at: fc.nat(), tokens, money }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant("reply" as const), at: fc.nat(), usage, money }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant("fail" as const),
        at: fc.nat(),
        usage,
        money,
        unspent: fc.boolean(),
      }),
    },
    fc.record({ do: fc.constant("run" as const) }),
    fc.record({ do: fc.constant("phase" as const) }),
    fc.record({ do: fc.constant("talk" as const), at: fc.nat() }),
    fc.record({ do: fc.constant("build" as const), at: fc.nat() }),
  );
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 60 }), (deeds) => {
      const past = Past.opened();
      past.enters("refinement");
      let loops: string[] = [];
      const asked: { readonly seq: number; readonly loop: string }[] = [];
      for (const [index, one] of deeds.entries()) {
        switch (one.do) {
          case "run":
            past.runs();
            break;
          case "phase":
            past.enters("refinement", index + 2);
            loops = [];
            break;
          case "talk":
            loops.push(past.turnStarts(`turn/refinement.1/${index}`, ["ada", "bo"][one.at % 2] ?? ""));
            break;
          case "build":
            past.threadOpens(`coding/t${one.at % 3}.${index}`, "bo", "coding", `t${one.at % 3}`);
            loops.push(past.loopOpens(`coding/t${one.at % 3}.${index}`, "done"));
            break;
          case "ask": {
            const loop = loops[one.at % Math.max(1, loops.length)];
            if (loop === undefined) break;
            const { tokens: input, money: micros } = one;
            const put = { input, output: 10, ...(micros !== undefined && { micros }) };
            asked.push({ loop, seq: asks(past, loop, one.at % 5 === 0 ? {} : { reserved: put }) });
            break;
          }
          case "reply":
          case "fail": {
            const open = asked[one.at % Math.max(1, asked.length)];
            if (!open) break;
            const used = one.usage && {
              usage: one.usage,
              ...(one.money !== undefined && { micros: one.money }),
            };
            const base = { asked: open.seq, loop: open.loop, ask: 1, text: "" };
            if (one.do === "reply")
              past.add("ada", { type: "model.replied", ...base, calls: [], finish: "stop", ...used });
            else
              past.harness({
                type: "model.failed",
                ...base,
                failure: "cut",
                ...used,
                ...(one.unspent && { unspent: true }),
              });
            break;
          }
        }
      }
      checkBooks(past.facts);
    }),
    { numRuns: 500 },
  );
});

test("10.41: an attempt of a conversation that nobody opened is no line, and breaks nothing", () => {
  const { past, loop } = building();
  asks(past, "l999");
  const known = asks(past, loop);
  replies(past, "l999", past.state.head - 1);
  expect(attemptsOf(past.facts).map(({ seq }) => seq)).toEqual([known]);
});

test("tokens are those that were said, and none where nothing was", () => {
  const { past, loop } = building();
  const asked = asks(past, loop);
  expect(attemptsOf(past.facts)[0]?.tokens).toEqual({ input: 100, cacheRead: 0, cacheWrite: 0, output: 50 });
  replies(past, loop, asked, { usage: { input: 60, output: 7 } });
  expect(attemptsOf(past.facts)[0]?.tokens).toEqual({ input: 60, cacheRead: 0, cacheWrite: 0, output: 7 });
  past.harness({
    type: "model.asked",
    loop,
    ask: 2,
    attempt: 1,
    model: "m",
    renderer: 1,
    hash: "h",
    bytes: 1,
  });
  const [, bare] = attemptsOf(past.facts);
  expect(bare).toMatchObject({
    end: "under way",
    tokens: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0 },
  });
  expect(bare).not.toHaveProperty("micros");
});

test("a reply whose tokens are not told leaves its request unconfirmed, at what was put aside", () => {
  const { past, loop } = building();
  const asked = asks(past, loop);
  past.add("ada", { type: "model.replied", asked, loop, ask: 1, text: "", calls: [], finish: "stop" });
  expect(attemptsOf(past.facts)).toMatchObject([{ end: "unconfirmed", micros: 900, attempt: 1 }]);
});

test("a return that was one too many makes what follows rework", () => {
  const { past, loop } = building();
  asks(past, loop);
  past.moves("t1", "done");
  past.moves("t1", "limit", "too often", { origin: "CODING", returned: "failed" });
  asks(past, past.loopOpens("coding/t1.1", "done"), { ask: 2 });
  expect(attemptsOf(past.facts).map((line) => line.isRework)).toEqual([false, true]);
});

test("a limit that was no return makes nothing rework", () => {
  const { past, loop } = building();
  asks(past, loop);
  past.moves("t1", "limit", "no result", { origin: "CODING" });
  asks(past, past.loopOpens("coding/t1.1", "done"), { ask: 2 });
  expect(attemptsOf(past.facts).map((line) => line.isRework)).toEqual([false, false]);
});

test("what ends in one conversation leaves the requests of others under way", () => {
  const { past, loop } = building();
  asks(past, loop);
  past.threadOpens("coding/t2.1", "bo", "coding", "t2");
  const other = past.loopOpens("coding/t2.1", "done");
  asks(past, other);
  past.harness({ type: "loop.closed", loop: other, outcome: "stopped" });
  expect(attemptsOf(past.facts).map(({ end }) => end)).toEqual(["under way", "unconfirmed"]);
  asks(past, loop, { ask: 2 });
  expect(attemptsOf(past.facts).map(({ end }) => end)).toEqual(["unconfirmed", "unconfirmed", "under way"]);
});

test("a request before any phase has none", () => {
  const past = Past.opened();
  asks(past, past.turnStarts("turn/refinement.1/1", "ada"));
  expect(attemptsOf(past.facts)).toMatchObject([{ phase: undefined, member: "ada" }]);
});

test("a request has one end: what comes later changes nothing", () => {
  const { past, loop } = building();
  const asked = asks(past, loop);
  replies(past, loop, asked);
  const [line] = attemptsOf(past.facts);
  past.harness({ type: "model.failed", asked, loop, ask: 1, failure: "rate", text: "", unspent: true });
  past.runs();
  expect(attemptsOf(past.facts)).toEqual([line]);
});

test("an attempt in a loop of a conversation that nobody opened is no line either", () => {
  const { past } = building();
  asks(past, past.loopOpens("coding/t9.1", "done"));
  expect(attemptsOf(past.facts)).toEqual([]);
});
