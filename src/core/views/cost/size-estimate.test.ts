import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Effort, History } from "./history.ts";
import { sizeEstimateLine, sizeEstimateLines, sizeEstimateOf } from "./size-estimate.ts";

function took(tokens: number, micros?: number): Effort {
  return { requests: tokens / 100, tokens, ...(micros !== undefined && { micros }) };
}

const done: History = { isScripted: false, tasks: [took(1000, 100_000)], phases: {} };
const review = { "code-review": took(200, 20_000) };
const full: History = {
  isScripted: false,
  tasks: [took(3000, 300_000)],
  phases: {
    refinement: took(500, 50_000),
    planning: took(400, 40_000),
    "pre-code-review": took(300, 30_000),
    ...review,
  },
};
const short: History = { isScripted: false, tasks: [], phases: { meeting: took(600, 60_000), ...review } };

const shortMeasured =
  "short: no estimate, because no short meeting in this repository has been finished with a task that landed. In two other projects the talk took 8 to 11 requests and sent 98 to 145 kB.";
const fullMeasured =
  "full: no estimate, because no full meeting in this repository has been finished with a task that landed. In two other projects the talk took 27 requests and sent 334 to 377 kB.";

test("without a task that landed there is no estimate for any size, but what was measured elsewhere", () => {
  const nothing = sizeEstimateOf(1, [{ ...full, tasks: [] }, short]);
  expect(nothing).toEqual({ tasks: 1, sizes: {} });
  expect(sizeEstimateLines(nothing)).toEqual([
    "none: no estimate, because no task has landed in this repository yet.",
    shortMeasured,
    fullMeasured,
  ]);
});

test("without a meeting it is one task as tasks were; with one, its phases and all its tasks", () => {
  const estimate = sizeEstimateOf(2, [done, full, short]);
  expect(estimate.sizes.none?.tokens).toEqual({ low: 1500, likely: 2000, high: 2500 });
  expect(estimate.sizes.short?.tokens).toEqual({ low: 3000 + 800, likely: 4000 + 800, high: 5000 + 800 });
  expect(estimate.sizes.full?.tokens).toEqual({ low: 3000 + 1400, likely: 4000 + 1400, high: 5000 + 1400 });
  expect(sizeEstimateLines(estimate)).toEqual([
    "none: one task without a talk: $0.20 ($0.15 to $0.25); requests 20 (15 to 25); tokens 2k (1.5k to 2.5k).",
    "short: the talk and 2 tasks: $0.48 ($0.38 to $0.58); requests 48 (38 to 58); tokens 4.8k (3.8k to 5.8k).",
    "full: the talk and 2 tasks: $0.54 ($0.44 to $0.64); requests 54 (44 to 64); tokens 5.4k (4.4k to 6.4k).",
    "From 2 tasks, 1 short meeting, 1 full meeting in this repository.",
  ]);
});

test("a size without an example is left out, and so is money where a talk or all tasks have no price", () => {
  const estimate = sizeEstimateOf(1, [done]);
  expect(Object.keys(estimate.sizes)).toEqual(["none"]);
  expect(sizeEstimateLines(estimate).slice(1)).toEqual([
    shortMeasured,
    fullMeasured,
    "From 1 task in this repository.",
  ]);
  const unpriced = sizeEstimateOf(1, [done, { ...short, phases: { meeting: took(600), ...review } }]);
  expect(unpriced.sizes.none?.micros).toBeDefined();
  expect(sizeEstimateLine("short", unpriced)).toBe(
    "short: the talk and one task: cost unknown, because no price is known; requests 18; tokens 1.8k.",
  );
  const some = sizeEstimateOf(1, [{ ...done, tasks: [took(10, 5), took(20)] }]);
  expect(some.sizes.none?.micros?.likely).toBe(5);
});

test("talks are counted by the phase with the fewest, and a talk that broke off is none", () => {
  const again = { ...full, phases: { refinement: took(500), planning: took(400) } };
  expect(sizeEstimateOf(2, [full, again]).sizes.full?.talks).toBe(1);
  expect(Object.keys(sizeEstimateOf(2, [again]).sizes)).toEqual(["none"]);
});

test("what was measured elsewhere is what docs/why.md says", () => {
  const rows = readFileSync("docs/why.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const of = (size: "short" | "full", column: number) =>
    rows
      .flatMap(([, what = "", ...cells]) => {
        const at = /: (.*)/.exec(what)?.[1]?.split(", ").indexOf(size) ?? -1;
        return at < 0 ? [] : [Number.parseInt(cells[column]?.split(", ")[at] ?? "", 10)];
      })
      .sort((a, b) => a - b);
  for (const size of ["short", "full"] as const) {
    const [requests, kilobytes] = [of(size, 0), of(size, 1)];
    expect(requests).toHaveLength(4);
    const range = (all: number[]) => [...new Set([all[0], all.at(-1)])].join(" to ");
    expect(sizeEstimateLine(size, { tasks: 1, sizes: {} })).toContain(
      `took ${range(requests)} requests and sent ${range(kilobytes)} kB.`,
    );
  }
});
