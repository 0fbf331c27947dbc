import type { StuckAnswer, StuckWait } from "../../decide/waits/stuck.ts";
import { stepWords } from "../plan/step-words.ts";
import { type AnswerOffer, isYes, type WaitWords } from "./wait-words.ts";

export function stuckWords(wait: StuckWait): WaitWords<StuckAnswer> {
  const title = `${stepWords(wait.step)} failed, and only you can help`;
  const offers = offersOf(wait);
  return {
    title,
    text: () => wait.error,
    asked: `${title}.`,
    next: nextWords(wait),
    offers,
    parse(typed) {
      const word = typed.toLowerCase();
      const [usual] = offers;
      if (isYes(typed) && usual) return usual.answer;
      if (word === "retry" || word === "r") return { kind: "retry" };
      const other = offers.find((offer) => offer.typed === word);
      return other?.answer ?? { wrong: `Answer ${offers.map((offer) => offer.typed).join(" or ")}.` };
    },
  };
}

const retry: AnswerOffer<StuckAnswer> = { answer: { kind: "retry" }, label: "retry", typed: "yes" };

function offersOf({ remedy }: StuckWait): readonly AnswerOffer<StuckAnswer>[] {
  if (remedy?.kind === "lock")
    return [
      { answer: { kind: "unlock" }, label: "yes (remove the lock)", typed: "yes" },
      { ...retry, label: "retry (leave the lock)", typed: "retry" },
    ];
  if (remedy?.kind === "moved" && remedy.now !== null)
    return [
      { ...retry, label: "yes (it is moved back)" },
      { answer: { kind: "take" }, label: "take (it as it is)", typed: "take" },
    ];
  return [retry];
}

function nextWords({ remedy }: StuckWait): string {
  if (remedy?.kind === "lock") return "a lock of git is in the way; yes removes it and tries again";
  if (remedy?.kind === "moved") return "a branch was moved by something else; say how to go on";
  return "a step failed and waits for you; yes tries it again";
}
