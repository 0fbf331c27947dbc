import { expect, test } from "vitest";
import { asksAbout } from "../../../test/support/waiting.ts";
import { inboxOf } from "../../core/views/inbox/inbox.ts";
import { escalationLines } from "./escalation-lines.ts";

test("where something comes from is told in the words of the screen, without the name of its kind", () => {
  const past = asksAbout();
  expect(inboxOf(past.state, past.now).map(({ escalation }) => escalationLines(escalation))).toEqual([
    ["t1, working, ada"],
  ]);
});
