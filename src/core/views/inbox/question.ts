import type { QuestionAnswer, QuestionWait } from "../../decide/waits/question.ts";
import type { WaitWords, Wrong } from "./wait-words.ts";

export function questionWords(wait: QuestionWait): WaitWords<QuestionAnswer> {
  const { from, task, text, dueAt } = wait;
  const title = task === undefined ? `${from} asks: ${text}` : `${from} asks about ${task}: ${text}`;
  const asked =
    task === undefined ? `${from} waits for your answer` : `${from} waits for your answer about ${task}`;
  const otherwise = task === undefined ? "the team decides" : `${task} is blocked`;
  return {
    title: dueAt === undefined ? title : `${title} Without an answer, ${otherwise}`,
    ...(dueAt !== undefined && { until: dueAt }),
    text: () => aboutLines(wait).join("\n"),
    asked:
      dueAt === undefined
        ? `${asked}.`
        : `${asked}; without one, ${task === undefined ? otherwise : "it is blocked"}`,
    next: `${from} asks you something`,
    offers: [
      ...wait.options.map((label, index) => ({
        answer: { kind: "choose" as const, option: index + 1 },
        label,
        typed: String(index + 1),
      })),
      {
        answer: { kind: "tell", words: "…" },
        label: "your own words, also to ask back",
        typed: '"…"',
        blank: "words",
      },
    ],
    parse: (typed) => parseQuestion(wait, typed),
  };
}

/** What a person should know who has not seen the work. */
function aboutLines({ from, context, passed }: QuestionWait): readonly string[] {
  return [
    ...(context === undefined ? [] : [`What ${from} says about it: ${context}`]),
    ...(passed ? [passed.by === "harness" ? passed.why : `${passed.by} cannot answer: ${passed.why}`] : []),
  ];
}

/**
 * The number of an option, a number with words behind it, or words alone. `3, and keep it short` chooses the third
 * option; `3 days at most`, `1,000` and `1 and 2` choose none.
 */
function parseQuestion({ options }: QuestionWait, typed: string): QuestionAnswer | Wrong {
  if (typed === "") return { wrong: "Say something, or the number of an option." };
  const chosen = chosenIn(typed);
  const isOption = chosen && chosen.option <= options.length;
  if (isOption && !namesOption(chosen.words ?? "", options.length)) return { kind: "choose", ...chosen };
  if (chosen && !isOption && chosen.words === undefined && options.length > 0)
    return {
      wrong: options.length === 1 ? "There is only one option." : `There are only ${options.length} options.`,
    };
  return { kind: "tell", words: typed };
}

/** A number in the ways in which people write it, and what they add. Undefined: it begins with no such number. */
function chosenIn(typed: string): { readonly option: number; readonly words?: string } | undefined {
  const [, digit, rest = ""] = /^(?:option\s+|#|\()?([1-9])(?!\d|[.,]\d)(.*)$/is.exec(typed) ?? [];
  if (digit === undefined) return undefined;
  const option = Number(digit);
  if (/^[.!)]?$/.test(rest)) return { option };
  const [, words] = afterSign.exec(rest) ?? afterSpace.exec(rest) ?? [];
  return words === undefined ? undefined : { option, words };
}

/** What is set off from the number by a sign: "3: soon", "3 – soon". */
const afterSign = /^(?:\)|\)?\s*[,;:.–—-])\s+(\S.*)$/s;
/** Without a sign only some words continue a choice: "3 but soon" does, "3 days" does not. */
const afterSpace = /^\s+(\(.*|(?:and|but|plus|with|without|because|if|except|please)\b(?! a half\b).*)$/is;

/** Whether what was added names another option, alone or in a list: "2", "and 2", "2 and 3". */
function namesOption(words: string, options: number): boolean {
  const [, digit] = /^(?:and\s+)?([1-9])\s*(?:$|[,;.]|and\b|or\b)/i.exec(words) ?? [];
  return digit !== undefined && Number(digit) <= options;
}
