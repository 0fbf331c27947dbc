import { describe, expect, test } from "vitest";
import { instant, Past } from "../../../test/support/past.ts";
import type { EventOf } from "../facts/events.ts";
import type { Cap, Policy } from "../terms/policy.ts";
import { emptyAccount } from "./accounts.ts";
import { budgetInForce, capOf } from "./budget.ts";

const reserved = { input: 100, output: 50, micros: 900 };
const whole = { tokens: 150, micros: 900 };
const none = { tokens: 0, micros: 0 };

function asking(): { past: Past; loop: string; asks(ask?: number, attempt?: number): number } {
  const past = Past.opened();
  past.enters("refinement");
  const loop = past.turnStarts("turn/refinement.1/1", "ada");
  const event = {
    type: "model.asked",
    loop,
    model: "m",
    renderer: 1,
    hash: "h",
    bytes: 300,
    reserved,
  } as const;
  return {
    past,
    loop,
    asks: (ask = 1, attempt = 1) => past.harness({ ...event, ask, attempt }).seq,
  };
}

function fails(
  { past, loop }: Pick<ReturnType<typeof asking>, "past" | "loop">,
  asked: number,
  more: Partial<EventOf<"model.failed">>,
) {
  past.harness({ type: "model.failed", asked, loop, ask: 1, failure: "cut", text: "it broke off", ...more });
}

const replied = {
  type: "model.replied" as const,
  ask: 1,
  text: "",
  calls: [],
  finish: "stop" as const,
};

describe("what an attempt does to the accounts of session and member", () => {
  test("under way it holds its reservation", () => {
    const { past, asks } = asking();
    asks();
    for (const key of ["session", "seat:ada"])
      expect(past.state.accounts[key]).toEqual({ ...emptyAccount, reserved: whole });
  });

  test("a state that somebody keeps stays as it was, whatever is booked later", () => {
    const { past, loop, asks } = asking();
    const asked = asks();
    const kept = past.state;
    past.add("ada", { ...replied, asked, loop, usage: { input: 60, output: 7 }, micros: 250 });
    expect(kept.accounts.session).toEqual({ ...emptyAccount, reserved: whole });
  });

  test("with a reply it has spent what it used", () => {
    const { past, loop, asks } = asking();
    past.add("ada", { ...replied, asked: asks(), loop, usage: { input: 60, output: 7 }, micros: 250 });
    expect(past.state.accounts.session).toEqual({ ...emptyAccount, spent: { tokens: 67, micros: 250 } });
    expect(past.state.attempts).toEqual([]);
  });

  test("with a reply whose usage nobody told, it counts in full and is unconfirmed", () => {
    const { past, loop, asks } = asking();
    past.add("ada", { ...replied, asked: asks(), loop });
    expect(past.state.accounts.session).toEqual({ ...emptyAccount, unconfirmed: whole });
  });

  test("turned away it has cost nothing; broken off it counts in full, whatever the failure is called", () => {
    const turnedAway = asking();
    fails(turnedAway, turnedAway.asks(), { failure: "overload", unspent: true });
    expect(turnedAway.past.state.accounts.session).toEqual(emptyAccount);
    for (const failure of ["overload", "rate", "cut", "timeout", "stopped"] as const) {
      const broken = asking();
      fails(broken, broken.asks(), { failure });
      expect(broken.past.state.accounts.session).toEqual({ ...emptyAccount, unconfirmed: whole });
    }
  });

  test("asked again without an end, or left behind by a runner, it is lost once and only once", () => {
    const again = asking();
    again.asks();
    again.asks(1, 2);
    expect(again.past.state.accounts.session).toEqual({ spent: none, reserved: whole, unconfirmed: whole });

    const left = asking();
    left.past.runs();
    left.asks();
    left.past.runs();
    expect(left.past.state.accounts.session).toEqual({ ...emptyAccount, unconfirmed: whole });
    left.asks(1, 2);
    expect(left.past.state.accounts.session).toEqual({ spent: none, reserved: whole, unconfirmed: whole });
  });

  test("a reply that comes when its conversation is over is paid for all the same", () => {
    const { past, loop, asks } = asking();
    const asked = asks();
    past.enters("refinement", 2);
    past.add("ada", { ...replied, asked, loop, usage: { input: 60, output: 7 }, micros: 250 });
    expect(past.state.accounts["seat:ada"]).toEqual({ ...emptyAccount, spent: { tokens: 67, micros: 250 } });
  });

  test("an old request without a reservation still counts what it used", () => {
    const { past, loop } = asking();
    const { seq } = past.asks(loop);
    past.add("ada", { ...replied, asked: seq, loop, usage: { input: 3, output: 2 } });
    expect(past.state.accounts.session?.spent).toEqual({ tokens: 5, micros: 0 });
  });
});

describe("a budget that is changed", () => {
  const grant = { type: "budget.granted", micros: 500, why: "more" } as const;

  test("is the whole of what may be spent; other grants stay", () => {
    const past = Past.opened({ policy: { budget: { session: { micros: 1000 }, task: { micros: 100 } } } });
    past.human({ ...grant, scope: "session" });
    past.human({ ...grant, scope: "task", id: "t1" });
    expect(capOf(past.state, "session")).toEqual({ micros: 1500 });
    past.human({
      type: "policy.changed",
      patch: { budget: { session: { micros: 1200 }, task: { micros: 100 } } },
      why: "--budget",
    });
    expect(capOf(past.state, "session")).toEqual({ micros: 1200 });
    expect(capOf(past.state, "task:t1")).toEqual({ micros: 600 });
  });

  test.each<[Pick<Policy, "budget">, Cap | undefined]>([
    [{}, undefined],
    [{ budget: { session: { micros: 1000 }, task: { micros: 100 } } }, { micros: 1500 }],
    [{ budget: { session: { tokens: 1000 } } }, { tokens: 1000 }],
    [{ budget: { seat: { micros: 100 } } }, undefined],
  ])("is told with what was granted to the session: %j", (policy, session) => {
    const past = Past.opened({ policy });
    past.human({ ...grant, scope: "session" });
    past.human({ ...grant, scope: "task", id: "t1" });
    expect(budgetInForce(past.state)).toEqual({ ...policy.budget, ...(session && { session }) });
  });

  test("lets those go on who waited for money", () => {
    const { past, loop } = asking();
    past.harness({ type: "loop.paused", loop, on: "budget", scope: "session", why: "empty" });
    expect(past.wanted(instant(99))).toEqual([]);
    past.human({ type: "policy.changed", patch: { pace: "auto" }, why: "--auto" });
    expect(past.wanted(instant(99))).toEqual([]);
    past.human({
      type: "policy.changed",
      patch: { budget: { session: { tokens: 9 } } },
      why: "--token-budget",
    });
    expect(past.wanted(instant(99))).toEqual(["turn/refinement.1/1"]);
  });
});
