import type { Answer } from "../../decide/waits/wait.ts";
import type { State } from "../../state/state.ts";
import type { PlanGraph } from "../plan/plan-graph.ts";

/** Everything that is said about one wait, and how it is answered. */
export interface WaitWords<A extends Answer = Answer> {
  /** One line: who wants what. */
  readonly title: string;
  /** What it is about, in full; may have many lines. Empty when the title says it all. */
  text(state: State): string;
  /** Of a plan, to be drawn below its text. */
  plan?(state: State): PlanGraph | undefined;
  /** What a person is asked where they can answer right there. */
  readonly asked: string;
  /** Why it is the next thing to do. */
  readonly next: string;
  /** The first one is the usual answer. */
  readonly offers: readonly Offer<A>[];
  /** What typed words mean. They are trimmed. Nothing is guessed. */
  parse(typed: string): A | Wrong;
}

/** One way to answer: a button, an entry of a hint, or a command to type. */
export type Offer<A extends Answer = Answer> = AnswerOffer<A> | CommandOffer;

export interface AnswerOffer<A extends Answer = Answer> {
  /** What a button sends as it is. With a blank, it holds an example of what the person fills in. */
  readonly answer: A;
  readonly label: string;
  /** What a person types after `huddle reply <id>`. */
  readonly typed: string;
  /** The field of the answer that the person fills in. */
  readonly blank?: "words" | "turns" | "micros" | "tokens";
}

/** Something else that settles it, by a command of its own. */
export interface CommandOffer {
  readonly command: string;
  /** Left out where it cannot be asked for right where the wait is shown. */
  readonly label?: string;
}

/** Typed words that are no answer to this wait. */
export interface Wrong {
  /** What to do about it, right where it was typed. */
  readonly wrong: string;
  /** The same with the commands to type, where those are other than the words. */
  readonly advice?: string;
}

/** For words that could mean more than one of the offers. */
export const unclear = "Begin with one of these words, so that nothing is guessed.";

/** The command line that takes an offer. */
export function commandOf(id: string, offer: Offer): string {
  return "command" in offer ? offer.command : `huddle reply ${id} ${offer.typed}`;
}
