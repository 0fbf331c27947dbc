import { expect, test } from "vitest";
import { refined } from "../../../test/support/pasts.ts";
import { asksAbout, waiting } from "../../../test/support/waiting.ts";
import { isNeeded, neededNotice } from "./notice.ts";

const dueAt = "2026-01-05T12:00:00.000Z";

test.each([
  ["nothing waits", refined(), false, false],
  ["the run is about to end", waiting.accept(), false, false],
  ["it stays because a person is there", waiting.accept(), true, true],
  ["it waits for an answer until a time", asksAbout({ dueAt }), false, true],
])("%s", (_, past, lingers, needed) => {
  expect(isNeeded(past.state, past.now, lingers)).toBe(needed);
});

test("a notice says what waits, in one line and as the inbox has it", () => {
  const { state, now } = asksAbout({ dueAt });
  const notice = neededNotice("twice", state, now);
  expect(notice).toMatchObject({
    event: "needed",
    session: "twice",
    waits: [
      { escalation: { kind: "clarify", due: dueAt }, answers: [expect.stringContaining("huddle reply")] },
    ],
  });
  expect(notice.text).toContain("Which port?");
  expect(notice.text).not.toContain("\n");
});
