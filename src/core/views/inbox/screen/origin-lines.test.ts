import { expect, test } from "vitest";
import { asksAbout } from "../../../../../test/support/waiting.ts";
import { inboxOf } from "../inbox.ts";
import { originLines } from "./origin-lines.ts";

test("where something comes from is told in the words of the screen, without the name of its kind", () => {
  const past = asksAbout();
  expect(inboxOf(past.state, past.now).map(({ escalation }) => originLines(escalation))).toEqual([
    ["t1, working, ada"],
  ]);
});
