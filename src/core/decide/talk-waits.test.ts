import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { asked, submitted } from "../../../test/support/pasts.ts";
import { talkWaits } from "./talk-waits.ts";

test.each([
  ["another phase is asked for", { type: "phase.requested", phase: "planning", why: "" }],
  ["the phase is skipped", { type: "phase.skipped", why: "" }],
] as const)("once %s, nothing in this one waits any more", (_, event) => {
  for (const { past } of [submitted(), asked([])]) {
    expect(talkWaits(past.state)).toHaveLength(1);
    past.human(event);
    expect(talkWaits(past.state)).toEqual([]);
  }
});

test("a question waits also before the first phase", () => {
  const past = Past.opened();
  past.add("ada", { type: "question.asked", text: "?", options: [], thread: "t", loop: "l", call: "c" });
  expect(talkWaits(past.state)).toMatchObject([{ kind: "question", text: "?" }]);
});
