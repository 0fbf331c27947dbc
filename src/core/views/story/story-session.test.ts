import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import type { EventOf } from "../../facts/events.ts";
import { storyOf } from "./story.ts";

type Changed = Omit<EventOf<"policy.changed">, "type">;

test.each<[string, Changed, readonly string[]]>([
  [
    "by the files",
    { patch: {}, files: {}, why: "checks: tests" } as Changed,
    ["since the last run: checks: tests"],
  ],
  ["by the files, with nothing to say", { patch: {}, files: {}, why: "" } as Changed, []],
  ["of windows", { patch: { windows: { big: 8_192 } }, why: "big reads 8192" }, ["windows: big reads 8192"]],
  ["of pace", { patch: { pace: "auto" }, why: "by hand" }, ["the pace is auto from here on"]],
  ["of anything else", { patch: { turns: 9 }, why: "by hand" }, []],
])("10.41: a change of policy %s is told in its own words", (_, event, words) => {
  const past = Past.opened();
  const before = past.state;
  const fact = past.human({ type: "policy.changed", ...event });
  expect(storyOf(fact, before, past.state).map(({ text }) => text)).toEqual(words);
});
