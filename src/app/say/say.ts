import { doneAtSeq } from "../../core/decide/candidates-talk.ts";
import { decide } from "../../core/decide/decide.ts";
import { talkWaits } from "../../core/decide/talk-waits.ts";
import { goingOn } from "../../core/decide/waits/limit.ts";
import {
  answerQuestion,
  type QuestionAnswer,
  type QuestionWait,
  questionWaits,
} from "../../core/decide/waits/question.ts";
import { shipWaits } from "../../core/decide/waits/ship.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { refusal } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { reopen } from "../../core/rules/reopen.ts";
import type { State } from "../../core/state/state.ts";
import type { QuestionId } from "../../core/terms/ids.ts";
import { questionWords } from "../../core/views/inbox/question.ts";
import { atRest } from "../at-rest.ts";
import { tell, whyOver } from "./tell.ts";

export interface SayOptions {
  /** The members it is addressed to. The whole team hears it. */
  readonly to?: readonly string[];
  /** The member who is speaking is asked again, with this message. */
  readonly now?: boolean;
}

/** The effect of a person's message. */
export type Said =
  | { readonly kind: "answered"; readonly question: QuestionId }
  /** It answered no question. `open`: the questions that are open. */
  | { readonly kind: "heard"; readonly open: readonly QuestionId[] }
  /** The talk had stopped and now goes on with this message. */
  | { readonly kind: "went-on" };

/** Says something to the team. A message without addressees answers the open question if there is exactly one. */
export async function say(journal: Journal, text: string, options: SayOptions = {}): Promise<Said> {
  let said: Said = { kind: "heard", open: [] };
  await tell(journal, (at, first) => {
    const words = text.trim();
    if (words === "") return refusal("The message is empty.");
    const over = whyOver(at);
    if (over !== undefined) return refusal(over);
    const problem = unknownNames(at, options.to ?? []);
    if (problem !== undefined) return refusal(problem);
    const questions = questionWaits(at);
    const [only] = questions;
    if (only && questions.length === 1 && !options.to) {
      said = { kind: "answered", question: only.id };
      return answerQuestion({ wait: only, answer: answerIn(only, words), at, first });
    }
    const stop = talkWaits(at).find((wait) => wait.kind === "limit");
    if (stop) {
      said = { kind: "went-on" };
      return goingOn(at, stop, message(words, options));
    }
    const done = shipWaits(at, doneAtSeq(at))[0];
    if (done) {
      said = { kind: "went-on" };
      return reopen(at, addressed(words, options), first);
    }
    if (at.session.shipping) return refusal(beingShipped);
    if (isAtRest(at)) return refusal(nobodyListens(at));
    said = { kind: "heard", open: questions.map((question) => question.id) };
    return [message(words, options)];
  });
  return said;
}

/** A number that is not an option counts as plain words: the person was not choosing from a list. */
function answerIn(question: QuestionWait, words: string): QuestionAnswer {
  const answer = questionWords(question).parse(words);
  return "wrong" in answer ? { kind: "tell", words } : answer;
}

const beingShipped =
  "The work is being shipped, so no member would read that. Start new work with: huddle do, or huddle new";

/** Whether nothing will happen any more unless a person takes it up again. A limit of the last run ends with that run. */
function isAtRest(at: State): boolean {
  const { steps, waits, wakeAt } = decide(atRest(at), at.headAt);
  return steps.length === 0 && waits.length === 0 && wakeAt === undefined;
}

function nobodyListens(at: State): string {
  if (at.session.kind === "grooming")
    return "The brief is accepted, so no member would read that. To talk on: huddle groom continue <slug>";
  const back = at.visits.planning || at.visits.meeting ? 'Take it up with: huddle back planning -m "…"' : "";
  return `Nothing is left to do here, so no member would read that. ${back || "Start new work with: huddle do, or huddle new"}`;
}

/** Names in the words themselves reach their members in the phase that reads them. */
function addressed(words: string, { to = [] }: SayOptions): string {
  return [...to.map((name) => `@${name}`), words].join(" ");
}

function message(text: string, { to, now }: SayOptions): Draft {
  const event = {
    type: "message.posted" as const,
    text,
    ...(to && to.length > 0 && { to: [...to] }),
    ...(now && { now: true as const }),
  };
  return { actor: "human", event };
}

function unknownNames(at: State, to: readonly string[]): string | undefined {
  const team = at.session.seats.map((seat) => seat.id);
  const unknown = to.filter((name) => !team.includes(name));
  if (unknown.length === 0) return undefined;
  return `There is nobody called ${unknown.join(", ")}. The team: ${team.join(", ")}.`;
}
