import { failedTalk, type StuckAnswer, type StuckWait } from "../../decide/waits/stuck.ts";
import { stepWords } from "../plan/step-words.ts";
import { isYes, type Offer, unclear, type WaitWords, type Wrong } from "./wait-words.ts";

export function stuckWords(wait: StuckWait): WaitWords<StuckAnswer> {
  const { until } = wait;
  const title = titleOf(wait);
  return {
    title,
    ...(until !== undefined && { until }),
    text: () => textOf(wait),
    asked: until === undefined ? `${title}.` : title,
    next: nextOf(wait),
    offers: offersOf(wait),
    parse: (typed) => parseStuck(wait, typed),
  };
}

function titleOf({ step, also = [], until }: StuckWait): string {
  const more = also.length === 0 ? "" : ` and ${also.length} more`;
  if (until !== undefined) return `${stepWords(step)} failed; is the clock right? The next try would be`;
  return `${stepWords(step)}${more} failed, and only you can help`;
}

function textOf({ error, also = [], until }: StuckWait): string {
  const rest =
    also.length === 0 ? [] : ["", "For the same reason:", ...also.map((key) => `- ${stepWords(key)}`)];
  const clock =
    until === undefined
      ? []
      : [
          "",
          "Huddle tries a failed step again after seconds, so this machine's clock was set back since. Answer yes to try it now.",
        ];
  return [error, ...rest, ...clock].join("\n");
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

const unlock: Offer<StuckAnswer> = {
  answer: { kind: "unlock" },
  label: "yes (remove the lock)",
  typed: "yes",
};
const take: Offer<StuckAnswer> = { answer: { kind: "take" }, label: "take (it as it is)", typed: "take" };

const doctor: Offer<StuckAnswer> = { command: "huddle doctor" };

function offersOf(wait: StuckWait): readonly Offer<StuckAnswer>[] {
  const [, task] = /^task\/([^/]+)\//.exec(wait.step) ?? [];
  const cancel = task === undefined ? [] : [{ command: `huddle task cancel ${task}` }];
  return [...ownOffers(wait), ...cancel];
}

/** Trying again helps after something has changed: other words, another model, a mended machine. */
function ownOffers({ code, remedy }: StuckWait): readonly Offer<StuckAnswer>[] {
  const again = (label: string): Offer<StuckAnswer> => ({ answer: { kind: "retry" }, label, typed: "yes" });
  if (remedy?.kind === "lock") return [unlock, { ...again("retry (leave the lock)"), typed: "retry" }];
  if (remedy?.kind === "moved" && remedy.now !== null) return [again("yes (it is moved back)"), take];
  switch (code) {
    case failedTalk.noResult:
      return [again("yes (more requests)"), say, model];
    case failedTalk.noReply:
      return [again("yes (ask again)"), model];
    default:
      return [again("retry"), doctor];
  }
}

function parseStuck(wait: StuckWait, typed: string): StuckAnswer | Wrong {
  const word = typed.toLowerCase();
  const offers = offersOf(wait).flatMap((offer) => ("answer" in offer ? offer : []));
  const meant = offers.find((offer) => offer.typed === (isYes(typed) ? "yes" : word));
  if (meant) return meant.answer;
  if (["retry", "now", "r"].includes(word)) return { kind: "retry" };
  const [, words] = /^say\b[\s:,–-]*(.*)$/is.exec(typed) ?? [];
  if (wait.code === failedTalk.noResult && words) return { kind: "advise", words };
  const ways = offers.map((offer) => offer.typed);
  return {
    wrong: unclear,
    advice: `Type one of: ${ways.map((way) => `huddle reply ${wait.id} ${way}`).join(" · ")}`,
  };
}
