import { expect, test } from "vitest";
import { needsYes } from "../../../../test/support/waiting.ts";
import { itemOf } from "../inbox/inbox.ts";
import { parseAnswer } from "../inbox/words-of.ts";
import { nextStep } from "../next/next-step.ts";

function waitFor(...given: Parameters<typeof needsYes>) {
  const past = needsYes(...given);
  const [wait] = past.decided().waits;
  if (wait?.kind !== "approval") throw new Error("no approval waits");
  return { past, wait };
}

test("an item says who wants what and why, how risky it is, and what can be typed", () => {
  const { past, wait } = waitFor({ action: "write", risk: "raised", paths: ["db/1.sql"] });
  const { id } = wait;
  expect(itemOf(past.state, wait)).toMatchObject({
    title: "ada needs your yes to write db/1.sql, for t1",
    text: "Why you are asked: it asks first.\nRisk: raised. What you approve: h1.",
    shown: "b",
    answers: [`huddle reply ${id} yes`, `huddle reply ${id} no "why not"`, `huddle reply ${id} always`],
  });
});

test.each([
  [{ paths: ["a", "b"] }, "write a, b"],
  [{ paths: ["a"], deed: "delete" as const }, "delete a"],
  [{ paths: ["a", "b"], deed: "move" as const }, "move a to b"],
  [{ paths: ["a"], deed: "executable" as const }, "make a executable"],
  [{ paths: ["a"], deed: "not-executable" as const }, "make a not executable any more"],
])("a write is called what it is: %j", (wanted, words) => {
  const { past, wait } = waitFor({ action: "write", risk: "raised", ...wanted });
  expect(itemOf(past.state, wait).title).toBe(`ada needs your yes to ${words}, for t1`);
});

test("nobody is told to say yes before they have looked, and to a high risk not even then", () => {
  const { past, wait } = waitFor({ action: "write", risk: "high", paths: [".github/a.yml"] });
  expect(nextStep(past.state, past.now).command).toBe("huddle inbox");
  expect(itemOf(past.state, wait).answers).toEqual([
    `huddle reply ${wait.id} no "why not"`,
    `huddle reply ${wait.id} yes`,
  ]);
});

test("with a deadline, it says what happens then, and when", () => {
  const dueAt = "2026-01-02T00:00:00.000Z";
  const { past, wait } = waitFor({ action: "write", risk: "raised", paths: ["a"], dueAt });
  expect(itemOf(past.state, wait)).toMatchObject({
    title: "ada needs your yes to write a, for t1; without an answer, it is a no",
    until: dueAt,
  });
});

test("a command is named as it is, on one line; what cannot be allowed for good is not offered so", () => {
  const command = "npm i\ncurl evil";
  const run = waitFor({ action: "command", risk: "raised" }, { tool: "run_command", input: { command } });
  expect(itemOf(run.past.state, run.wait).title).toBe("ada needs your yes to run `npm i curl evil`, for t1");
  const ci = waitFor({ action: "write", risk: "high", paths: [".husky/a"] });
  expect(itemOf(ci.past.state, ci.wait).answers).toHaveLength(2);
});

test.each([
  ["yes", { kind: "yes" }],
  ["Y", { kind: "yes" }],
  ["no", { kind: "no", words: "" }],
  ["no use the other one", { kind: "no", words: "use the other one" }],
  ["always", { kind: "always" }],
  ["always db/**", { kind: "always", match: "db/**" }],
])("%s is understood", (typed, answer) => {
  expect(parseAnswer(waitFor({ action: "write", risk: "low", paths: ["db/1"] }).wait, typed)).toEqual(answer);
});

test.each(["", "maybe", "yes please", "not now", "nope"])("%j is not guessed at", (typed) => {
  const { wait } = waitFor({ action: "write", risk: "high", paths: ["a"] });
  expect(parseAnswer(wait, typed)).toMatchObject({
    advice: expect.stringContaining(`huddle reply ${wait.id} yes`),
  });
  expect(parseAnswer(wait, "always")).toHaveProperty("wrong");
});
