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

function nextOf({ code }: StuckWait): string {
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
function offersOf({ code }: StuckWait): readonly Offer<StuckAnswer>[] {
  const again = (label: string): Offer<StuckAnswer> => ({ answer: { kind: "retry" }, label, typed: "yes" });
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
  if (isYes(typed) || ["retry", "now", "r"].includes(typed.toLowerCase())) return { kind: "retry" };
  const [, words] = /^say\b[\s:,–-]*(.*)$/is.exec(typed) ?? [];
  if (wait.code === failedTalk.noResult && words) return { kind: "advise", words };
  const ways = offersOf(wait).flatMap((offer) => ("answer" in offer ? offer.typed : []));
  return {
    wrong: unclear,
    advice: `Type one of: ${ways.map((way) => `huddle reply ${wait.id} ${way}`).join(" · ")}`,
  };
}
