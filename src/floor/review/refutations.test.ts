import { expect, test } from "vitest";
import { MemoryBlobs } from "../../../test/support/memory-blobs.ts";
import type { Results } from "../../core/state/session.ts";
import type { Review, Task } from "../../core/state/task.ts";
import { refutationsOf, refutationWords, shownIds } from "./refutations.ts";

const answer = { finding: "1.1", answer: "refuted", why: "It gives 0.", test: "doubles zero" } as const;
const tried = { seq: 9, from: "c2", tests: ["a.test.js"], others: [], touched: [] };

interface Ran {
  readonly output?: string;
  readonly result?: Partial<Results[number]>;
  readonly review?: Partial<Review>;
  readonly commit?: string;
}

/** A task with one refuted finding, whose tests ran on the commit that was judged and printed this. */
async function ran({ output = "", result = {}, review = {}, commit = "c2" }: Ran) {
  const blobs = new MemoryBlobs();
  const blob = await blobs.put(output);
  const results: Results = [{ name: "unit", command: "npm test", exit: 0, ms: 1, blob, ...result }];
  const whole = {
    seat: "bo",
    commit: "c1",
    findings: [{ id: "1.1", text: "It gives 1." }],
    answers: [answer],
    tried: { ...tried, results },
    ...review,
  };
  // Only these fields are read.
  const task = { review: whole, commit, evidence: { seq: 8, results } } as unknown as Task;
  const found = await refutationsOf(task, blobs);
  return { found, shown: shownIds(found, task), words: refutationWords(task, found) };
}

test("a failure that the runner names counts, however the line looks", async () => {
  const failing = [{ test: "doubles zero" }];
  const { found, shown } = await ran({
    output: "1) doubles zero\n   expected 0, got 1\n",
    result: { exit: 1, failing },
  });
  expect(found[0]?.printed?.how).toBe("fails");
  expect(shown).toEqual([]);
});

test("only what passes there has to be accepted or answered", async () => {
  expect((await ran({ output: "ok 1 - doubles zero" })).shown).toEqual(["1.1"]);
  expect((await ran({ output: "ok 1 - doubles zero # SKIP" })).shown).toEqual([]);
  expect((await ran({ output: "2 passed" })).shown).toEqual([]);
  const results: Results = [];
  const touched = { ...tried, results, touched: ["a.js"] };
  expect((await ran({ output: "ok 1 - doubles zero", review: { tried: touched } })).shown).toEqual([]);
});

test("a runner that prints no names: the reviewer reads that", async () => {
  expect((await ran({ output: "2 passed" })).words).toContain(
    'test "doubles zero": nothing that was printed names it, so only its text shows whether it ran.',
  );
  expect((await ran({ output: "1 failed", result: { exit: 1 } })).words).toContain(
    "nothing shows that it ran",
  );
});

test.each<[string, Partial<Review>]>([
  ["a fixed finding", { answers: [{ ...answer, answer: "fixed" }] }],
  ["a refutation without a test", { answers: [{ ...answer, test: " " }] }],
  ["no answer", { answers: [] }],
])("%s runs nothing", async (_, review) => {
  const { found, words } = await ran({ output: "ok 1 - doubles zero", review });
  expect([found, words]).toEqual([[], ""]);
});

test("what ran on another commit counts for nothing", async () => {
  const { found, words } = await ran({
    output: "ok 1 - doubles zero",
    review: { tried: undefined as never },
  });
  expect(found[0]).not.toHaveProperty("printed");
  expect(words).toContain("has run none of the author's tests");
  const same = await ran({
    output: "ok 1 - doubles zero",
    commit: "c1",
    review: { tried: undefined as never },
  });
  expect(same.shown).toEqual(["1.1"]);
});
