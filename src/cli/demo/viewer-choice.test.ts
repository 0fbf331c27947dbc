import { expect, test, vi } from "vitest";
import { team } from "../../../test/support/plans.ts";
import type { QuestionWait } from "../../core/decide/waits/question.ts";
import type { Layout } from "../../core/views/rows/layout.ts";
import { painter } from "../../core/views/rows/theme.ts";
import { localTimes } from "../print/local-time.ts";
import { ViewerChoice } from "./viewer-choice.ts";

const layout: Layout = {
  width: 80,
  paint: painter(false),
  seats: team,
  human: "pm",
  airy: true,
  times: localTimes,
};
const question: QuestionWait = {
  kind: "question",
  id: "q1",
  since: 1,
  from: "coach",
  text: "Which?",
  options: ["A", "B"],
  thread: "t",
};

function choiceAt(time: { ms: number }) {
  const choose = vi.fn(async () => {});
  const interrupt = vi.fn();
  const choice = new ViewerChoice({ now: () => time.ms, choose, interrupt, changed: () => {} });
  return { choice, choose, interrupt, rows: () => choice.frame(layout).rows };
}

test("the seconds are counted down", () => {
  const time = { ms: 0 };
  const { choice, rows } = choiceAt(time);
  expect(rows()).toEqual([]);
  choice.ask(question, 1, 8_000);
  expect(rows().at(-1)).toBe("You choose: press 1 or 2 (Enter: 1). Otherwise the script takes 1 in 8 s.");
  time.ms = 7_500;
  expect(choice.left).toBe(1);
  expect(rows().at(-1)).toContain("in 1 s.");
});

test.each([
  ["2", 2],
  ["\r", 1],
])("%j chooses option %i, once", (key, option) => {
  const { choice, choose, rows } = choiceAt({ ms: 0 });
  choice.ask(question, 1, 8_000);
  choice.read(key + key);
  expect(choose).toHaveBeenCalledExactlyOnceWith(question, option);
  expect(choice.left).toBeUndefined();
  expect(rows().join()).not.toContain("You choose");
});

test("any other input is answered for a moment: this is a script", () => {
  const time = { ms: 0 };
  const { choice, choose, rows } = choiceAt(time);
  choice.ask(question, 1, 8_000);
  choice.read("3 hello");
  expect(choose).not.toHaveBeenCalled();
  expect(rows()[1]).toBe("This is a script: they cannot hear you. A team of your own will.");
  time.ms = 4_000;
  expect(rows().join()).not.toContain("This is a script");
});

test("Ctrl-C interrupts", () => {
  const { choice, interrupt } = choiceAt({ ms: 0 });
  choice.read("\u0003");
  expect(interrupt).toHaveBeenCalledOnce();
});
