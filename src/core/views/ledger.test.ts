import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { ledgerLines, ledgerOf } from "./ledger.ts";

const decided = {
  type: "decision.recorded",
  topic: "Size",
  decision: "One file.",
  reason: "it is small.",
  proposed: "ada",
  agreed: ["ada", "coach"],
  dissents: ["bo"],
} as const;

function decides(past: Past, more: object = {}): string {
  return `d${past.add("coach", { ...decided, agreed: ["ada", "coach"], dissents: ["bo"], ...more }).seq}`;
}

test("a decision has a name, its reason, and who was for it and against it", () => {
  const past = Past.opened().reaches("refinement");
  const id = decides(past);
  expect(ledgerLines(ledgerOf(past.state))).toEqual([
    `${id}  Size: One file.`,
    "      because it is small.",
    "      proposed by ada; agreed: ada, coach; against: bo",
  ]);
});

test("nothing decided is said", () => {
  expect(ledgerLines(ledgerOf(Past.opened().state))).toEqual(["Nothing is decided yet."]);
});
