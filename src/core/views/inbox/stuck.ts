import type { StuckAnswer, StuckWait } from "../../decide/waits/stuck.ts";
import { stepWords } from "../plan/step-words.ts";
import { isYes, type WaitWords } from "./wait-words.ts";

export function stuckWords(wait: StuckWait): WaitWords<StuckAnswer> {
  const title = `${stepWords(wait.step)} failed, and only you can help`;
  return {
    title,
    text: () => wait.error,
    asked: `${title}.`,
    next: "a step failed and waits for you; yes tries it again",
    offers: [{ answer: { kind: "retry" }, label: "retry", typed: "yes" }],
    parse: (typed) =>
      isYes(typed) || ["retry", "r"].includes(typed.toLowerCase())
        ? { kind: "retry" }
        : { wrong: "Answer yes to try it again." },
  };
}
