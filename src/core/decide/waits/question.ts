import { refusal } from "../../facts/fact.ts";
import type { State } from "../../state/state.ts";
import type { SeatId, WaitId } from "../../terms/ids.ts";
import type { Answered, Answering } from "./answering.ts";

/** A member of the team asks the person something. */
export interface QuestionWait {
  readonly kind: "question";
  readonly id: WaitId;
  readonly since: number;
  readonly from: SeatId;
  readonly text: string;
  readonly options: readonly string[];
  readonly thread: string;
}

export type QuestionAnswer =
  /** `option` counts from 1; `words` is what the person adds to it. */
  | { readonly kind: "choose"; readonly option: number; readonly words?: string }
  | { readonly kind: "tell"; readonly words: string };

export function questionWaits(state: State): readonly QuestionWait[] {
  return Object.values(state.questions).map(({ id, seq, from, text, options, thread }) => ({
    kind: "question",
    id,
    since: seq,
    from,
    text,
    options,
    thread,
  }));
}

export function answerQuestion({ wait, answer }: Answering<QuestionWait, QuestionAnswer>): Answered {
  const { id, options } = wait;
  if (answer.kind === "tell")
    return answer.words === ""
      ? refusal("Say something, or the number of an option.")
      : [{ actor: "human", event: { type: "question.answered", question: id, text: answer.words } }];
  const { option, words = "" } = answer;
  const chosen = options[option - 1];
  if (chosen === undefined)
    return refusal(
      options.length === 0
        ? "There are no options: answer in words."
        : `There are only ${options.length} options.`,
    );
  const text = words === "" ? chosen : `${chosen} – ${words}`;
  return [{ actor: "human", event: { type: "question.answered", question: id, text, option } }];
}
