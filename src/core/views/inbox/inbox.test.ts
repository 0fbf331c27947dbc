import { expect, test } from "vitest";
import { emptyState } from "../../state/state.ts";
import { itemOf } from "./inbox.ts";

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
