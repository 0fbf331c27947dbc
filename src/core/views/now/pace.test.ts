import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned, team } from "../../../../test/support/plans.ts";
import { localTimes } from "../../../cli/print/local-time.ts";
import type { Signal } from "../../ports/signal.ts";
import type { Layout } from "../rows/layout.ts";
import { renderLive } from "../rows/render-live.ts";
import { painter } from "../rows/theme.ts";
import { type Live, liveAfter, quiet } from "./live.ts";
import { paceOf } from "./pace.ts";

const thread = "turn/refinement.1/1";
const by = { thread, ask: 1, seat: "ada" };
const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 10, 0, seconds)).toISOString();
const layout = (seconds: number, width = 70): Layout => ({
  width,
  paint: painter(false),
  seats: team,
  human: "you",
  airy: true,
  times: localTimes,
  now: at(seconds),
});

/** Signals, each with the second at which it arrives. */
function heard(...signals: readonly (readonly [number, Signal])[]): Live {
  return signals.reduce(
    (live, [seconds, signal]) => liveAfter(live, { kind: "signal", signal }, at(seconds)),
    quiet,
  );
}

const began: Signal = { type: "ask.began", ...by };
const thought = (text: string): Signal => ({ type: "reasoning.delta", ...by, text });
const word = (text: string): Signal => ({ type: "text.delta", ...by, text });
const call = (tool: string): Signal => ({ type: "call.began", ...by, tool });
const more = (length: number): Signal => ({ type: "call.delta", ...by, length });

const rows = (live: Live, seconds: number, talk: "short" | "whole" = "short") =>
  renderLive(live, Past.opened().state, layout(seconds), talk).filter((row) => row !== "");

describe("10.28: while a slow model works, a person sees", () => {
  test("for how long", () => {
    const live = heard([0, began]);
    expect(rows(live, 2)).toEqual(["ada        thinks …"]);
    expect(rows(live, 42)).toEqual(["ada        thinks … 42 s"]);
    expect(rows(live, 185)).toEqual(["ada        thinks … 3 min 5 s"]);
    expect(rows(live, 7_300)).toEqual(["ada        thinks … 2 h 1 min"]);
  });

  test("that it thinks, and how quickly", () => {
    const live = heard([0, began], [10, thought("x".repeat(200))], [20, thought("x".repeat(200))]);
    expect(rows(live, 30)).toEqual(["ada        thinks … 30 s, about 100 tokens, 5.0 tokens/s"]);
  });

  test("that it speaks, and in the whole talk the words themselves", () => {
    const live = heard([0, began], [4, word("Let us ")], [8, word("begin.")]);
    expect(rows(live, 8)).toEqual(["ada        speaks … 8 s, about 3 tokens, 0.8 tokens/s"]);
    expect(rows(live, 8, "whole")).toEqual([
      "ada        Let us begin.",
      "           8 s, about 3 tokens, 0.8 tokens/s",
    ]);
    expect(rows(heard([0, began], [1, word("Yes.")]), 2, "whole")).toEqual(["ada        Yes."]);
  });

  test("which tool it calls, while the arguments are still being written", () => {
    const live = heard([0, began], [2, call("record_decision")], [3, more(90)], [12, more(90)]);
    expect(rows(live, 12)[0]).toMatch(
      /^ada {8}calls record_decision … 12 s, about \d+ tokens, [\d.]+ tokens\/s$/,
    );
    expect(rows(liveAfter(live, { kind: "signal", signal: word("So.") }, at(13)), 13)[0]).toContain("speaks");
  });

  test("the same on a task", () => {
    const past = Past.opened().reaches("implementation", [planned("t1")]);
    past.runs();
    for (const trigger of ["dispatched", "ready"] as const) past.moves("t1", trigger);
    const coding = { thread: "coding/t1.1", ask: 1, seat: "ada" };
    const shown = (...signals: readonly (readonly [number, Signal])[]) =>
      renderLive(heard(...signals), past.state, layout(60, 120), "short").filter((row) => row.includes("t1"));
    const started: readonly [number, Signal] = [0, { type: "ask.began", ...coding }];
    expect(shown(started)).toEqual(["ada        t1  thinks … 1 min 0 s"]);
    expect(shown(started, [30, { type: "call.began", ...coding, tool: "write_file" }])[0]).toContain(
      "calls write_file … 1 min 0 s, about 3 tokens",
    );
    expect(
      shown(started, [10, { type: "text.delta", ...coding, text: "I start with it. ".repeat(20) }])[0],
    ).toMatch(/I start with it\. \(1 min 0 s, about 85 tokens, 1\.7 tokens\/s\)$/);
  });

  test("why a request is held back, when it goes out, and how long that is", () => {
    const until = at(72);
    const why = "attempt 2 failed: mine: The provider is overloaded or broken (503).";
    const live = heard([0, { type: "model.waiting", ...by, why, until }]);
    const local = new Date(until);
    const time = [local.getHours(), local.getMinutes(), local.getSeconds()]
      .map((one) => String(one).padStart(2, "0"))
      .join(":");
    expect(rows(live, 60)[0]).toContain(`asks at ${time} (in 12 s): attempt 2 failed: mine`);
    expect(rows(heard([0, { type: "model.waiting", ...by, why: "the limit is used up" }]), 60)[0]).toContain(
      "waits: the limit is used up",
    );
  });
});

test("10.28: one who looks in late counts from the request, which the log has", () => {
  const past = Past.opened();
  past.enters("refinement");
  const loop = past.turnStarts(thread, "ada");
  const before = past.state;
  const fact = past.asks(loop);
  const live = liveAfter(quiet, { kind: "fact", fact, before, after: past.state });
  expect(live.words).toEqual({});
  const late = liveAfter(live, { kind: "signal", signal: word("begin.") }, at(0));
  expect(late.words[thread]).toMatchObject({ since: fact.at, first: at(0), arrived: 6 });
  const told = liveAfter(late, {
    kind: "fact",
    fact: past.replies(loop, 1, "x"),
    before: past.state,
    after: past.state,
  });
  expect(told).toMatchObject({ words: {}, asked: {} });
});

test("10.28: an attempt that is made again counts from its own request", () => {
  const again = heard([0, began], [5, word("Half a")], [60, began]);
  expect(again.words[thread]).toEqual({ seat: "ada", ask: 1, text: "", arrived: 0, since: at(60) });
});

test("10.28: no rate before there is something to divide, and none that is no number", () => {
  const speaking = { seat: "ada", ask: 1, text: "", arrived: 400, since: at(0), first: at(0) };
  expect(paceOf(speaking, at(0))).toEqual({ seconds: 0, tokens: 100 });
  expect(paceOf(speaking, at(1))).toEqual({ seconds: 1, tokens: 100 });
  expect(paceOf(speaking, at(10))).toEqual({ seconds: 10, tokens: 100, perSecond: 10 });
  expect(paceOf({ ...speaking, since: at(20) }, at(10))).toMatchObject({ seconds: 0 });
  expect(paceOf({ seat: "ada", ask: 1, text: "", arrived: 0 }, at(10))).toBeUndefined();
});

test("10.28: a rate begins with two seconds and a token", () => {
  const speaking = { seat: "ada", ask: 1, text: "", arrived: 4, since: at(0), first: at(0) };
  expect(paceOf(speaking, at(2))).toEqual({ seconds: 2, tokens: 1, perSecond: 0.5 });
  expect(paceOf({ ...speaking, arrived: 1 }, at(2))).toEqual({ seconds: 2, tokens: 0 });
  const { first: _, ...unheard } = speaking;
  expect(paceOf(unheard, at(9))).toEqual({ seconds: 9, tokens: 1 });
});
