import type { State } from "../state/state.ts";
import { acceptWaits } from "./waits/accept.ts";
import { assignWaits } from "./waits/assign.ts";
import { limitWaits } from "./waits/limit.ts";
import { questionWaits } from "./waits/question.ts";
import { sizeWaits } from "./waits/size.ts";
import type { Wait } from "./waits/wait.ts";

/** What the talk waits for a person with. While anything does, nobody speaks. */
export function talkWaits(state: State): readonly Wait[] {
  const { stage } = state;
  // On its way out of the phase nobody needs what it waited for.
  if (stage?.requested || stage?.skipped !== undefined) return [];
  if (!stage) return questionWaits(state);
  const waits = [
    ...questionWaits(state),
    ...sizeWaits(state, stage),
    ...acceptWaits(state),
    ...assignWaits(state, stage),
  ];
  return waits.length > 0 ? waits : limitWaits(state, stage);
}
