import { isWithoutTalk } from "../../terms/policy.ts";
import type { TypedLine } from "../line/line-editor.ts";
import { emptyInput, type InputAround, type TalkInput } from "../line/talk-input.ts";
import type { At, InSession, Reading } from "../screen/screen.ts";
import type { StoryLine } from "../story/story-line.ts";
import type { Place } from "./window.ts";

/** What the Room remembers: the input line, how much is read, and from where. */
export interface Room {
  readonly input: TalkInput;
  readonly reading: Reading;
  /** Left out: the newest is followed. */
  readonly from?: {
    readonly top: Place;
    /** How many lines there were when the person left the newest; those after it are new. */
    readonly known: number;
  };
  /** What is looked for, and the line that was found last. */
  readonly finding?: { readonly line: TypedLine; readonly found?: number };
}

export const freshRoom: Room = { input: emptyInput, reading: "said" };

export function aroundOf({ waits, branch, state }: InSession): InputAround {
  return { waits, branch, enterShips: isWithoutTalk(state.session.policy) };
}

export function linesOf({ reading }: Room, { session }: At): readonly StoryLine[] {
  return session?.story[reading] ?? [];
}

/** The Room at the newest, which is followed from then on. */
export function following(model: Room): Room {
  const { from: _, ...rest } = model;
  return rest;
}

/** The Room from this place on. */
export function lookingAt(model: Room, top: Place, at: At): Room {
  return { ...model, from: { top, known: model.from?.known ?? linesOf(model, at).length } };
}

/** Columns from which the panel stands beside the talk. */
const wide = 104;
const panelColumns = 36;

/** How the width is shared between the talk and what stands beside it. */
export function columnsOf({ size }: Pick<At, "size">): { readonly talk: number; readonly panel: number } {
  if (size.columns < wide) return { talk: size.columns, panel: 0 };
  return { talk: size.columns - panelColumns - 3, panel: panelColumns };
}
