import type { QuestionAnswer, QuestionWait } from "../../decide/waits/question.ts";
import type { WaitWords, Wrong } from "./wait-words.ts";

export function questionWords(wait: QuestionWait): WaitWords<QuestionAnswer> {
  return {
    title: `${wait.from} asks: ${wait.text}`,
    text: () => "",
    asked: `${wait.from} waits for your answer.`,
    next: `${wait.from} asks you something`,
    offers: [
      ...wait.options.map((label, index) => ({
        answer: { kind: "choose" as const, option: index + 1 },
        label,
        typed: String(index + 1),
      })),
      { answer: { kind: "tell", words: "…" }, label: "your own words", typed: '"…"', blank: "words" },
    ],
    parse: (typed) => parseQuestion(wait, typed),
  };
}

/**
 * The number of an option, a number with words after a comma or the like, or words alone. `3, and keep it short`
 * chooses the third option; `3 days at most` and `1,000` choose none.
 */
function parseQuestion({ options }: QuestionWait, typed: string): QuestionAnswer | Wrong {
  if (typed === "") return { wrong: "Say something, or the number of an option." };
  const [, digit, words] = /^([1-9])(?:\s*[,;:–—-]\s+([^\s\d].*))?$/s.exec(typed) ?? [];
  const option = Number(digit ?? 0);
  const isOption = option >= 1 && option <= options.length;
  if (isOption) return { kind: "choose", option, ...(words !== undefined && { words }) };
  if (digit !== undefined && words === undefined && options.length > 0)
    return { wrong: `There are only ${options.length} options.` };
  return { kind: "tell", words: typed };
}
