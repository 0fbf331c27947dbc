import { failedTalk, type StuckAnswer, type StuckWait } from "../../decide/waits/stuck.ts";
import { stepWords } from "../plan/step-words.ts";
import { isYes, type Offer, unclear, type WaitWords, type Wrong } from "./wait-words.ts";

export function stuckWords(wait: StuckWait): WaitWords<StuckAnswer> {
  const title = `${stepWords(wait.step)} failed, and only you can help`;
  return {
    title,
    text: () => wait.error,
    asked: `${title}.`,
    next: nextOf(wait),
    offers: offersOf(wait),
    parse: (typed) => parseStuck(wait, typed),
  };
}

function nextOf({ code, remedy }: StuckWait): string {
  if (remedy?.kind === "lock") return "a lock of git is in the way; yes removes it and tries again";
  if (remedy?.kind === "moved") return "a branch was moved by something else; say how to go on";
  switch (code) {
    case failedTalk.noResult:
      return "a member got nowhere; yes gives it more requests";
    case failedTalk.noReply:
      return "a model gives no reply; once that is mended, yes asks it again";
    default:
      return "a step failed and waits for you; once that is mended, yes tries it again";
  }
}

const say: Offer<StuckAnswer> = {
  answer: { kind: "advise", words: "what should be different" },
  label: "say <words>",
  typed: 'say "what should be different"',
  blank: "words",
};
const model: Offer<StuckAnswer> = { command: "huddle model set <role> <model>" };

/** Trying again helps after something has changed: other words, another model, a mended machine. */
function offersOf({ code, remedy }: StuckWait): readonly Offer<StuckAnswer>[] {
  const again = (label: string): Offer<StuckAnswer> => ({ answer: { kind: "retry" }, label, typed: "yes" });
  if (remedy?.kind === "lock")
    return [
      { answer: { kind: "unlock" }, label: "yes (remove the lock)", typed: "yes" },
      { answer: { kind: "retry" }, label: "retry (leave the lock)", typed: "retry" },
    ];
  if (remedy?.kind === "moved" && remedy.now !== null)
    return [
      again("yes (it is moved back)"),
      { answer: { kind: "take" }, label: "take (it as it is)", typed: "take" },
    ];
  switch (code) {
    case failedTalk.noResult:
      return [again("yes (more requests)"), say, model];
    case failedTalk.noReply:
      return [again("yes (ask again)"), model];
    default:
      return [again("retry")];
  }
}

function parseStuck(wait: StuckWait, typed: string): StuckAnswer | Wrong {
  if (isYes(typed) && wait.remedy?.kind === "lock") return { kind: "unlock" };
  if (typed.toLowerCase() === "take" && wait.remedy?.kind === "moved" && wait.remedy.now !== null)
    return { kind: "take" };
  if (isYes(typed) || ["retry", "r"].includes(typed.toLowerCase())) return { kind: "retry" };
  const [, words] = /^say\b[\s:,–-]*(.*)$/is.exec(typed) ?? [];
  if (wait.code === failedTalk.noResult && words) return { kind: "advise", words };
  const ways = offersOf(wait).flatMap((offer) => ("answer" in offer ? offer.typed : []));
  return {
    wrong: unclear,
    advice: `Type one of: ${ways.map((way) => `huddle reply ${wait.id} ${way}`).join(" · ")}`,
  };
}
