import type { StateDraft } from "../state/draft.ts";
import { presentRound } from "../state/rounds.ts";
import type { Stage } from "../state/stage.ts";

/** Replaces the current stage. Does nothing before the first phase. */
export function onStage(draft: StateDraft, change: (stage: Stage) => Stage): void {
  if (draft.stage) draft.stage = change(draft.stage);
}

/** Something was settled in this round, so the talk makes progress. */
export function settledNow(draft: StateDraft): void {
  onStage(draft, (stage) => ({ ...stage, settledIn: presentRound(draft, stage) }));
}
