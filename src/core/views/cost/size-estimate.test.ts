import { expect, test } from "vitest";
import type { Effort, History } from "./history.ts";
import { sizeEstimateLines, sizeEstimateOf } from "./size-estimate.ts";

function took(tokens: number, micros?: number): Effort {
  return { requests: tokens / 100, tokens, ...(micros !== undefined && { micros }) };
}

const done: History = { isScripted: false, tasks: [took(1000, 100_000)], phases: {} };
const talked: History = {
  isScripted: false,
  tasks: [took(3000, 300_000)],
  phases: {
    refinement: took(500, 50_000),
    planning: took(400, 40_000),
    "pre-code-review": took(300, 30_000),
    "code-review": took(200, 20_000),
  },
};

test("without a task that landed there is no estimate for either way, and that is said", () => {
  const { tasks: _, ...rest } = talked;
  expect(sizeEstimateOf(1, [{ ...rest, tasks: [] }])).toEqual({ tasks: 1 });
  expect(sizeEstimateLines({ tasks: 1 })).toEqual([
    "No estimate for either way: no earlier session in this repository has landed a task.",
  ]);
});

test("done it is one task as tasks were, talked about it is the talk and all its tasks", () => {
  const estimate = sizeEstimateOf(2, [done, talked]);
  expect(estimate.asOneTask?.tokens).toEqual({ low: 1500, likely: 2000, high: 2500 });
  expect(estimate.withTalk?.tokens).toEqual({ low: 3000 + 1400, likely: 4000 + 1400, high: 5000 + 1400 });
  expect(sizeEstimateLines(estimate)).toEqual([
    "Built right away, as one task: $0.20 ($0.15 to $0.25); requests 20 (15 to 25); tokens 2k (1.5k to 2.5k).",
    "Discussed first, then 2 tasks: $0.54 ($0.44 to $0.64); requests 54 (44 to 64); tokens 5.4k (4.4k to 6.4k).",
    "Based on 2 tasks and 1 talk in this repository.",
  ]);
});

test("what has no example is said, and what has no price", () => {
  expect(sizeEstimateLines(sizeEstimateOf(1, [{ ...done, tasks: [took(1000)] }]))).toEqual([
    "Built right away, as one task: cost unknown, because no price is known; requests 10; tokens 1k.",
    "Discussed first, then one task: no estimate, because no talk in this repository has gone through all its phases.",
    "Based on 1 task in this repository.",
  ]);
});

test("talks are counted by the phase with the fewest, and a talk that broke off is none", () => {
  const again = { ...talked, phases: { refinement: took(500), planning: took(400) } };
  expect(sizeEstimateOf(2, [talked, again]).basis).toEqual({ tasks: 2, talks: 1 });
  const broken = sizeEstimateOf(2, [again]);
  expect(broken).not.toHaveProperty("withTalk");
  expect(broken.basis).toEqual({ tasks: 1, talks: 0 });
  expect(sizeEstimateOf(1, [{ ...done, tasks: [took(10, 5), took(20)] }]).asOneTask?.micros?.likely).toBe(5);
});
