import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { closed } from "../../../../test/support/pasts.ts";
import { planned } from "../../../../test/support/plans.ts";
import { cardOf } from "./card.ts";

test("a card has what a list of sessions shows, and nothing that is not there", () => {
  const past = Past.opened();
  const bare = cardOf(past.state);
  expect(bare).toMatchObject({ opened: true, title: "Twice", events: 1, hasBrief: false, promoted: [] });
  for (const field of ["phase", "over", "wakeAt", "from"]) expect(bare).not.toHaveProperty(field);
  expect(cardOf(new Past().state)).toMatchObject({
    opened: false,
    spent: { requests: 0, tokens: 0, micros: 0 },
  });
  past.enters("refinement");
  past.fails("turn/refinement.1/1");
  expect(cardOf(past.state)).toMatchObject({
    phase: "refinement",
    waits: [{ id: "s3", kind: "stuck", since: 3 }],
  });
  expect(cardOf(closed().state)).toMatchObject({ over: "shipped" });
});

test("what is tried again later has its time", () => {
  const past = Past.opened();
  past.fails("enter/refinement.1", 10_000);
  expect(cardOf(past.state).wakeAt).toMatch(/^2026-01-01T00:00:1/);
});

test("a card counts what happened and what it cost, and names where the session came from", () => {
  const past = Past.opened();
  past.enters("refinement");
  past.turn("turn/refinement.1/1", "ada");
  past.human({ type: "session.promoted", into: "s2" });
  const { state } = past;
  expect(cardOf(state)).toMatchObject({
    kind: "iteration",
    openedAt: past.facts[0]?.at,
    lastAt: past.facts.at(-1)?.at,
    events: past.facts.length,
    turns: 1,
    spent: { requests: 1, tokens: 5, micros: 0 },
    promoted: ["s2"],
  });
  expect(cardOf({ ...state, session: { ...state.session, from: "s0" } }).from).toBe("s0");
});

test("a grooming has a brief once one was accepted", () => {
  const past = Past.opened({ policy: { phases: ["exploration"] } });
  past.enters("exploration");
  const id = past.submits("brief", {
    title: "T",
    brief: "B",
    findings: [],
    openQuestions: [],
    outOfScope: [],
  });
  expect(cardOf(past.state).hasBrief).toBe(false);
  past.accepts(id);
  expect(cardOf(past.state).hasBrief).toBe(true);
});

test("a card says how far building has come; what was cancelled does not count", () => {
  expect(cardOf(Past.opened().state)).not.toHaveProperty("tasks");
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2"), planned("t3")]);
  expect(cardOf(past.state).tasks).toEqual({ done: 0, all: 3 });
  past.lands("t1");
  past.moves("t3", "cancelled");
  expect(cardOf(past.state).tasks).toEqual({ done: 1, all: 2 });
});

test("small work is what is built without a talk before it", () => {
  expect(cardOf(Past.opened().state)).not.toHaveProperty("small");
  expect(cardOf(Past.opened({ policy: { phases: ["implementation"] } }).state).small).toBe(true);
});
