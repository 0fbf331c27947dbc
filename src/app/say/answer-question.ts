import type { Draft } from "../../core/facts/fact.ts";
import { type Refusal, refusal } from "../../core/facts/fact.ts";

/** An answer in a person's words, or the option of that number. */
export function answerQuestion(
  question: { readonly id: string; readonly options: readonly string[] },
  answer: string,
): Draft | Refusal {
  const number = /^[1-9]$/.test(answer) ? Number(answer) : undefined;
  const { id, options } = question;
  if (answer === "") return refusal("Say something, or the number of an option.");
  if (number !== undefined && options.length > 0 && number > options.length)
    return refusal(`There are only ${options.length} options.`);
  const option = number !== undefined && number <= options.length ? number : undefined;
  const text = option === undefined ? answer : (options[option - 1] ?? answer);
  return {
    actor: "human",
    event: { type: "question.answered", question: id, text, ...(option !== undefined && { option }) },
  };
}
