import { expect, test } from "vitest";
import { asked } from "../../../../test/support/pasts.ts";
import { answerQuestion, type QuestionAnswer, questionWaits } from "./question.ts";

function answered(options: string[], answer: QuestionAnswer) {
  const { state } = asked(options).past;
  const [wait] = questionWaits(state);
  if (!wait) throw new Error("nothing was asked");
  return answerQuestion({ wait, answer, at: state, first: state.head + 1 });
}

test("a question waits under the id of its fact, with its options", () => {
  const { past, id } = asked(["A", "B"]);
  expect(questionWaits(past.state)).toEqual([
    {
      kind: "question",
      id,
      since: past.state.head,
      from: "coach",
      text: "Big?",
      options: ["A", "B"],
      thread: "coach/refinement.1/1",
    },
  ]);
});

test("an option is recorded with its words, and with what was added to them", () => {
  expect(answered(["A", "B"], { kind: "choose", option: 2 })).toMatchObject([
    { event: { text: "B", option: 2 } },
  ]);
  expect(answered(["A", "B"], { kind: "choose", option: 2, words: "and soon" })).toMatchObject([
    { event: { text: "B – and soon", option: 2 } },
  ]);
});

test.each<[QuestionAnswer, string]>([
  [{ kind: "choose", option: 3 }, "There are only 2 options."],
  [{ kind: "choose", option: 0 }, "There are only 2 options."],
  [{ kind: "choose", option: 1.5 }, "There are only 2 options."],
  [{ kind: "tell", words: "" }, "Say something, or the number of an option."],
])("%j is refused", (answer, refused) => {
  expect(answered(["A", "B"], answer)).toEqual({ refused });
});

test("where there are no options none can be chosen", () => {
  expect(answered([], { kind: "choose", option: 1 })).toEqual({
    refused: "There are no options: answer in words.",
  });
});

test("words are recorded as they are", () => {
  expect(answered(["A", "B"], { kind: "tell", words: "Neither." })).toEqual([
    { actor: "human", event: { type: "question.answered", question: asked([]).id, text: "Neither." } },
  ]);
});
