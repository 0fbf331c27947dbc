import { isWithoutTalk } from "../../terms/policy.ts";
import { emptyInput, type InputAround, type TalkInput } from "../line/talk-input.ts";
import type { At, InSession, Reading } from "../screen/screen.ts";
import type { Place } from "./window.ts";

/** What the Room remembers: the input line, how much is read, and from where. */
export interface Room {
  readonly input: TalkInput;
  readonly reading: Reading;
  /** Left out: the newest is followed. */
  readonly top?: Place;
}

export const freshRoom: Room = { input: emptyInput, reading: "said" };

export function aroundOf({ waits, branch, state }: InSession): InputAround {
  return { waits, branch, enterShips: isWithoutTalk(state.session.policy) };
}

/** Columns from which the panel stands beside the talk. */
const wide = 104;
const panelColumns = 36;

/** How the width is shared between the talk and what stands beside it. */
export function columnsOf({ size }: Pick<At, "size">): { readonly talk: number; readonly panel: number } {
  if (size.columns < wide) return { talk: size.columns, panel: 0 };
  return { talk: size.columns - panelColumns - 3, panel: panelColumns };
}
