import type { Answer } from "../../decide/waits/wait.ts";
import type { State } from "../../state/state.ts";
import type { Blob, Instant } from "../../terms/ids.ts";
import type { PlanGraph } from "../plan/plan-graph.ts";

/** All the words of one wait: what it says, and how a person can answer. */
export interface WaitWords<A extends Answer = Answer> {
  /** One line: who wants what. */
  readonly title: string;
  /** When it ends by itself. A face adds it to title and question, as the person's clock shows it. */
  readonly until?: Instant;
  /** What it is about, in full; may have many lines. Empty when the title says it all. */
  text(state: State): string;
  /** The side file that belongs below the text. */
  readonly shown?: Blob;
  /** The lines of the text that a face shows with the question, because nothing else has told them. */
  notes?(state: State): readonly string[];
  /** The graph of a plan, to be drawn below its text. */
  plan?(state: State): PlanGraph | undefined;
  /** The question, for a face where a person can answer at once. */
  readonly asked: string;
  /** The command that shows it in full, for what nobody should answer by its title. */
  readonly look?: string;
  /** Why it is the next thing to do. */
  readonly next: string;
  /** The first one is the usual answer. */
  readonly offers: readonly Offer<A>[];
  /** Parses typed words, which are trimmed. It never guesses. */
  parse(typed: string): A | Wrong;
}

/** One way to answer: a button, an entry of a hint, or a command to type. */
export type Offer<A extends Answer = Answer> = AnswerOffer<A> | CommandOffer;

export interface AnswerOffer<A extends Answer = Answer> {
  /** What a button sends unchanged. If there is a blank, this is an example of what the person fills in. */
  readonly answer: A;
  readonly label: string;
  /** What a person types after `huddle reply <id>`. */
  readonly typed: string;
  /** The field of the answer that the person fills in. */
  readonly blank?: "words" | "turns" | "micros" | "tokens" | "seat" | "model";
}

/** Another way to settle it, with its own command. */
export interface CommandOffer {
  readonly command: string;
  /** Left out if the face that shows the wait cannot offer it. */
  readonly label?: string;
}

/** Typed words that do not answer this wait. */
export interface Wrong {
  /** What to do instead, in the face where the words were typed. */
  readonly wrong: string;
  /** The same with full commands, if those differ from the words. */
  readonly advice?: string;
}

/** Words that mean yes and nothing else. */
export function isYes(typed: string): boolean {
  return ["yes", "y", "accept", "ok"].includes(typed.toLowerCase());
}

/** For words that could mean several of the offers. */
export const unclear = "Start with one of these words; Huddle does not guess.";

/** The command line that takes an offer. */
export function commandOf(id: string, offer: Offer): string {
  return "command" in offer ? offer.command : `huddle reply ${id} ${offer.typed}`;
}
