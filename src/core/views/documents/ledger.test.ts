import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { ledgerLines, ledgerOf } from "./ledger.ts";

const decided = {
  topic: "Size",
  decision: "One file.",
  reason: "it is small.",
  proposed: "ada",
  agreed: ["ada", "coach"],
  dissents: ["bo"],
};

function decides(past: Past): string {
  return `d${past.add("coach", { type: "decision.recorded", ...decided }).seq}`;
}

test("a decision has a name, its reason, and who was for it and against it", () => {
  const past = Past.opened().reaches("refinement");
  const id = decides(past);
  expect(ledgerLines(ledgerOf(past.state, { all: false }))).toEqual([
    `${id}  Size: One file.`,
    "      because it is small.",
    "      proposed by ada; agreed: ada, coach; against: bo",
  ]);
});

test("what was decided anew is left out, or marked where all is asked for", () => {
  const past = Past.opened().reaches("refinement");
  const first = decides(past);
  const { seq } = past.add("coach", {
    type: "decision.amended",
    ...decided,
    decision: "Two.",
    amends: first,
  });
  const lines = (all: boolean) =>
    ledgerLines(ledgerOf(past.state, { all })).filter((line) => /^d\d/.test(line));
  expect(lines(false)).toEqual([`d${seq}  Size: Two. (in place of ${first})`]);
  expect(lines(true)).toEqual([
    `${first}  Size: One file. (no longer: see d${seq})`,
    `d${seq}  Size: Two. (in place of ${first})`,
  ]);
});

test("what was put off is there with its reason; nothing decided is said", () => {
  const past = Past.opened().reaches("refinement");
  expect(ledgerLines(ledgerOf(past.state, { all: false }))).toEqual(["Nothing is decided yet."]);
  past.add("coach", { type: "point.deferred", topic: "Brackets", why: "nobody needs them." });
  expect(ledgerLines(ledgerOf(past.state, { all: false }))).toEqual([
    "put off: Brackets",
    "      because nobody needs them.",
    "      by coach",
  ]);
});

test("the person is you, as everywhere on a screen", () => {
  const past = Past.opened().reaches("refinement");
  const { seq } = past.add("coach", {
    type: "decision.recorded",
    ...decided,
    proposed: "human",
    agreed: ["coach"],
    dissents: ["human"],
  });
  expect(ledgerLines(ledgerOf(past.state, { all: false }))).toEqual([
    `d${seq}  Size: One file.`,
    "      because it is small.",
    "      proposed by you; agreed: coach; against: you",
  ]);
});

test("a decision that nobody but one was for and nobody against says no more than that", () => {
  const past = Past.opened().reaches("refinement");
  past.add("coach", { type: "decision.recorded", ...decided, agreed: [], dissents: [] });
  expect(ledgerLines(ledgerOf(past.state, { all: true })).at(-1)).toBe("      proposed by ada");
});
