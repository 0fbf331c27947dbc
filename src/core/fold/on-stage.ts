import type { StateDraft } from "../state/draft.ts";
import { presentRound } from "../state/rounds.ts";
import type { Stage } from "../state/stage.ts";

/** Replaces the present stage. Before the first phase there is none, and nothing happens. */
export function onStage(draft: StateDraft, change: (stage: Stage) => Stage): void {
  if (draft.stage) draft.stage = change(draft.stage);
}

/** Something was settled in the present round, so the talk is not going in circles. */
export function settledNow(draft: StateDraft): void {
  onStage(draft, (stage) => ({ ...stage, settledIn: presentRound(draft, stage) }));
}
