import { expect, test } from "vitest";
import { waiting } from "../../../../test/support/waiting.ts";
import { answerBaseline, type BaselineAnswer, baselineWaits } from "./baseline.ts";

test("checks that are red on the base commit wait, with those that cannot start, until the work is shipped", () => {
  const past = waiting.baseline();
  const seq = past.state.session.baseline?.seq;
  expect(baselineWaits(past.state)).toEqual([
    {
      kind: "baseline",
      id: `k${seq}`,
      since: seq,
      commit: "base",
      red: past.state.session.baseline?.results,
      broken: ["lint"],
      judging: ["tests"],
    },
  ]);
  past.harness({ type: "session.shipped", onto: "t", how: "branch", was: "w", commit: "c", effect: "e1" });
  expect(baselineWaits(past.state)).toEqual([]);
});

test("nothing waits where no check was run, or none is red", () => {
  expect(baselineWaits(waiting.ship().state)).toEqual([]);
  const past = waiting.baseline();
  const green = { name: "tests", command: "tests", exit: 0, ms: 1, blob: "b" };
  const finished = { type: "checks.finished", commit: "base", why: "baseline", passed: true } as const;
  past.harness({ ...finished, results: [green], sandboxed: false });
  expect(baselineWaits(past.state)).toEqual([]);
});

test.each<[BaselineAnswer, object]>([
  [{ kind: "tolerate" }, { type: "baseline.settled", how: "accepted", without: ["lint"] }],
  [{ kind: "recheck" }, { type: "baseline.settled", how: "again", without: [] }],
  [
    { kind: "stop" },
    { type: "session.closed", how: "abandoned", why: "the checks are red on the base commit" },
  ],
])("%j", (answer, event) => {
  const { state } = waiting.baseline();
  const [wait] = baselineWaits(state);
  if (!wait) throw new Error("nothing waits");
  const baseline = answer.kind !== "stop" && { baseline: wait.since };
  expect(answerBaseline({ wait, answer, at: state, first: 1 })).toEqual([
    { actor: "human", event: { ...event, ...baseline } },
  ]);
});
