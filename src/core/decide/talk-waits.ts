import type { State } from "../state/state.ts";
import { acceptWaits } from "./waits/accept.ts";
import { assignWaits } from "./waits/assign.ts";
import { limitWaits } from "./waits/limit.ts";
import { talkQuestions } from "./waits/question.ts";
import { sizeWaits } from "./waits/size.ts";
import type { Wait } from "./waits/wait.ts";

/** What the talk needs a person for. As long as there is any, no member speaks. */
export function talkWaits(state: State): readonly Wait[] {
  const { stage } = state;
  // The team is about to leave the phase, so its waits no longer matter.
  if (stage?.requested || stage?.skipped !== undefined) return [];
  if (!stage) return talkQuestions(state);
  const waits = [
    ...talkQuestions(state),
    ...sizeWaits(state, stage),
    ...acceptWaits(state),
    ...assignWaits(state, stage),
  ];
  return waits.length > 0 ? waits : limitWaits(state, stage);
}
