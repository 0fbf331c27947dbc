import { expect, test } from "vitest";
import { rulesOf } from "./talk-rules.ts";

const led = {
  coach: "each-round",
  engineers: "engineer.md",
  stallsAfter: 3,
  sizes: false,
  volunteers: false,
  plans: false,
  judgesChange: false,
  oneTurnUpTo: 0,
  standstill: "hand-in",
};

test.each([
  ["refinement", { ...led, sizes: true }],
  ["planning", { ...led, volunteers: true, plans: true }],
  ["pre-code-review", { ...led, volunteers: true, plans: true }],
  ["implementation", led],
  ["code-review", { ...led, engineers: "engineer-code-review.md", judgesChange: true, oneTurnUpTo: 20 }],
] as const)("10.41: %s is led, and ends by itself", (phase, rules) => {
  expect(rulesOf(phase)).toEqual(rules);
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
