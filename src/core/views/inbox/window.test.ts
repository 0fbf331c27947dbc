import { expect, test } from "vitest";
import type { WindowWait } from "../../decide/waits/window.ts";
import { emptyState } from "../../state/state.ts";
import { windowWords } from "./window.ts";

const wait: WindowWait = {
  kind: "window",
  id: "o41",
  since: 41,
  seat: "ada",
  model: "home/tiny",
  needs: 5_000,
  window: 4_096,
  why: "The next request with its reply needs about 5000 tokens, and home/tiny has a window of 4096. Huddle did not send it.",
  task: undefined,
  couldSeeLess: true,
};

test("10.25: the choices that can help are all named: a larger window, another model, perspective, a shorter brief", () => {
  const words = windowWords(wait);
  expect(words.title).toBe("ada's next request in the talk is too long for home/tiny");
  expect(words.text(emptyState)).toContain("a context of 8192 tokens or more");
  for (const choice of ["larger window", "huddle model set strong", "perspective", "shorter brief"])
    expect(words.text(emptyState)).toContain(choice);
});

test("10.25: on a task a smaller task can help, and perspective cannot", () => {
  const text = windowWords({ ...wait, task: "t3", couldSeeLess: false }).text(emptyState);
  expect(text).toContain("cancel t3");
  expect(text).not.toContain("perspective");
});

test.each([
  ["8192", { kind: "widen", tokens: 8_192 }],
  ["8,192 tokens", { kind: "widen", tokens: 8_192 }],
  ["16_384", { kind: "widen", tokens: 16_384 }],
  ["32k", { kind: "widen", tokens: 32_000 }],
  ["perspective", { kind: "perspective" }],
  ["p", { kind: "perspective" }],
])("10.25: %j is read", (typed, answer) => {
  expect(windowWords(wait).parse(typed)).toEqual(answer);
});

test.each(["", "yes", "4096", "-1", "lots", "8192 please", "1e9999"])("10.25: %j is not guessed", (typed) => {
  expect(windowWords(wait).parse(typed)).toEqual({
    wrong: "Answer with the size of the larger window, at least 5000 tokens, or perspective.",
  });
});

test.each([
  [{ needs: 1 }, 1],
  [{ needs: 4_096 }, 4_096],
  [{ needs: 4_097 }, 8_192],
])("10.25: of %j the next usual size is offered: %d", (more, tokens) => {
  expect(windowWords({ ...wait, ...more }).offers[0]).toMatchObject({ answer: { kind: "widen", tokens } });
});

test("10.25: perspective is offered and understood only where it can help", () => {
  const whole = { ...wait, task: "t3", couldSeeLess: false };
  const labels = (one: WindowWait) => windowWords(one).offers.map(({ label }) => label);
  expect(labels(wait)).toEqual(["the window, once it is larger", "perspective", "another model"]);
  expect(labels(whole)).toEqual(["the window, once it is larger", "another model"]);
  expect(windowWords(whole).title).toBe("ada's next request on t3 is too long for home/tiny");
  expect(windowWords(whole).parse("perspective")).toEqual({
    wrong: "Answer with the size of the larger window, at least 5000 tokens.",
  });
  expect(windowWords(wait).parse("5000")).toEqual({ kind: "widen", tokens: 5_000 });
});
