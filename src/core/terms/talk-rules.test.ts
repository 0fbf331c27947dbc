import { expect, test } from "vitest";
import { rulesOf } from "./talk-rules.ts";

const led = {
  coach: "each-round",
  opening: "in-turn",
  callsOnly: false,
  engineers: "engineer.md",
  stallsAfter: 3,
  sizes: false,
  defers: true,
  volunteers: false,
  plans: false,
  givesOut: false,
  judgesChange: false,
  oneTurnUpTo: 0,
  standstill: "hand-in",
};

test.each([
  ["refinement", { ...led, sizes: true }],
  ["planning", { ...led, volunteers: true, plans: true, givesOut: true }],
  ["pre-code-review", { ...led, volunteers: true, plans: true }],
  ["implementation", led],
  ["code-review", { ...led, engineers: "engineer-code-review.md", judgesChange: true, oneTurnUpTo: 20 }],
] as const)("10.41: %s is led, and ends by itself", (phase, rules) => {
  expect(rulesOf(phase)).toEqual(rules);
});

test("13: in a short meeting all read and speak at once, then those who are called, and the coach hands it in", () => {
  expect(rulesOf("meeting")).toEqual({
    ...led,
    coach: "when-needed",
    opening: "together",
    callsOnly: true,
    rounds: 2,
    engineers: "engineer-meeting.md",
    stallsAfter: undefined,
    sizes: true,
    defers: false,
    volunteers: true,
    plans: true,
    givesOut: true,
  });
});

test("10.41: in an exploration the coach waits to be called, and only a person ends it", () => {
  expect(rulesOf("exploration")).toEqual({
    ...led,
    coach: "when-called",
    engineers: "engineer-exploration.md",
    stallsAfter: undefined,
    standstill: "person",
  });
});
