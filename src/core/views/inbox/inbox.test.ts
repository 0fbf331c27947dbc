import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { planned } from "../../../../test/support/plans.ts";
import { emptyState } from "../../state/state.ts";
import { inboxOf, itemOf, missingItem } from "./inbox.ts";

test("every item says how it is answered", () => {
  const base = { since: 3 };
  const question = itemOf(emptyState, {
    ...base,
    kind: "question",
    id: "q3",
    from: "coach",
    text: "Which?",
    options: ["this", "that"],
    thread: "t",
  });
  expect(question).toMatchObject({ title: "coach asks: Which?", options: ["this", "that"] });
  expect(question.answers).toEqual(["huddle reply q3 1", "huddle reply q3 2", 'huddle reply q3 "…"']);
  expect(
    itemOf(emptyState, {
      ...base,
      kind: "accept",
      id: "a3",
      artifact: "tasks",
      phase: "planning",
      version: 2,
    }),
  ).toMatchObject({
    title: "The plan (version 2) waits for your yes",
    answers: [
      "huddle reply a3 yes",
      "huddle edit tasks",
      'huddle reply a3 back "what must be different"',
      "huddle reply a3 again",
    ],
  });
  expect(itemOf(emptyState, { ...base, kind: "stuck", id: "s3", step: "ship@2", error: "no" })).toMatchObject(
    {
      title: "Shipping failed, and only you can help",
      text: "no",
    },
  );
  expect(itemOf(emptyState, { ...base, kind: "ship", id: "p3" }).answers).toContain("huddle ship");
});

test("a plan that waits is there as words and as a graph for a face to draw", () => {
  const past = Past.opened().reaches("planning");
  past.submits("tasks", { tasks: [planned("t1"), planned("t2", "t1")] });
  const [item] = inboxOf(past.state, "2026-01-05T12:00:00.000Z");
  expect(item).toMatchObject({
    kind: "accept",
    plan: { tasks: [{ id: "t1" }, { id: "t2" }], shape: { layers: 2 } },
  });
  expect(item?.text).toContain("t1");
});

test.each<[string, readonly string[], string]>([
  [
    "q9",
    [],
    "q9 no longer waits for you: it was answered, or something else settled it. Nothing else waits for you. See: huddle show",
  ],
  [
    "q10",
    ["a4", "b7"],
    "q10 no longer waits for you: it was answered, or something else settled it. Open: a4, b7. See: huddle show",
  ],
  ["q11", [], "There is no item q11 in the inbox. Nothing waits for you."],
  ["q11", ["a4"], "There is no item q11 in the inbox. Open: a4."],
  ["scope", [], "There is no item scope in the inbox. Nothing waits for you."],
])("with ten events, %s is missing because it is over or never was; open: %j", (id, open, words) => {
  expect(missingItem(id, 10, open)).toBe(words);
});

test("only a question has options, and only what ends by itself has a time", () => {
  const until = "2026-01-01T00:00:00.000Z";
  const stuck = { kind: "stuck", id: "s3", since: 3, step: "ship@2", error: "no" } as const;
  expect(itemOf(emptyState, stuck)).toMatchObject({ options: [], since: 3 });
  expect(itemOf(emptyState, stuck)).not.toHaveProperty("until");
  expect(itemOf(emptyState, stuck)).not.toHaveProperty("plan");
  expect(itemOf(emptyState, { ...stuck, until })).toMatchObject({ until });
});
