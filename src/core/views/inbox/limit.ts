import type { LimitAnswer, LimitWait } from "../../decide/waits/limit.ts";
import { phaseWords } from "../phase-words.ts";
import { isYes, type WaitWords, type Wrong } from "./wait-words.ts";

export function limitWords(wait: LimitWait): WaitWords<LimitAnswer> {
  return {
    title: `${reasons[wait.why]} How should ${phaseWords(wait.phase)} go on?`,
    text: () => "",
    asked: reasons[wait.why],
    next: "the talk has come to a stop; yes lets it go on",
    offers: [
      { answer: { kind: "extend" }, label: "yes (go on)", typed: "yes" },
      { answer: { kind: "extend", turns: 4 }, label: "a number of turns", typed: "<turns>", blank: "turns" },
      { answer: { kind: "end" }, label: "end (write it up)", typed: "end" },
      { answer: { kind: "steer", words: "…" }, label: "your own words", typed: '"…"', blank: "words" },
      ...(wait.why === "cut" ? [{ command: "huddle model set <role> <model>" }] : []),
    ],
    parse: parseLimit,
  };
}

const reasons = {
  turns: "The turns are used up.",
  cut: "Three turns came to nothing.",
  stalled: "Three rounds have settled nothing.",
  silence: "Everybody passes.",
} as const;

function parseLimit(typed: string): LimitAnswer | Wrong {
  if (isYes(typed)) return { kind: "extend" };
  if (/^[1-9][0-9]{0,2}$/.test(typed)) return { kind: "extend", turns: Number(typed) };
  if (["end", "enough", "no"].includes(typed.toLowerCase())) return { kind: "end" };
  if (typed === "") return { wrong: "Answer yes, a number of turns, end, or words for the team." };
  return { kind: "steer", words: typed };
}
