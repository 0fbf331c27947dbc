import { assertNever } from "../../core/assert-never.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { judgePlan } from "../../floor/author/judge-plan.ts";
import { plan } from "../../floor/author/plan.ts";
import { answer } from "../../floor/questions/answer.ts";
import { revert } from "../../floor/ship/revert.ts";
import { ship } from "../../floor/ship/ship.ts";
import { sync } from "../../floor/ship/sync.ts";
import { undo } from "../../floor/ship/undo.ts";
import { baseline } from "../../floor/states/baseline.ts";
import { cancel } from "../../floor/states/cancel.ts";
import { code } from "../../floor/states/code.ts";
import { comment } from "../../floor/states/comment.ts";
import { dispatch } from "../../floor/states/dispatch.ts";
import { expire } from "../../floor/states/expire.ts";
import { hold } from "../../floor/states/hold.ts";
import { land } from "../../floor/states/land.ts";
import { prepareMerge } from "../../floor/states/prepare-merge.ts";
import { reviewTask } from "../../floor/states/review-task.ts";
import { setUp } from "../../floor/states/set-up.ts";
import { testTask } from "../../floor/states/test-task.ts";
import { giveUp } from "../../floor/trouble/give-up.ts";
import { judgeBudget } from "../../floor/trouble/judge-budget.ts";
import { rewrite } from "../../floor/trouble/rewrite.ts";
import { split } from "../../floor/trouble/split.ts";
import { askVolunteer } from "../../team/ask-volunteer.ts";
import { enterPhase } from "../../team/enter-phase.ts";
import { sizeUp } from "../../team/size-up.ts";
import { speak } from "../../team/speak.ts";
import { writeArtifact } from "../../team/write-artifact.ts";

/** Performs one wanted step. Only here does a decision have effects; everything it learns goes back as facts. */
export async function perform(context: StepContext, session: string): Promise<void> {
  await mend(context);
  return performStep(context, session);
}

/** Does what a person has agreed to since the step failed. Doing it again changes nothing. */
async function mend({ step, journal, workspace }: StepContext): Promise<void> {
  const failures = journal.state().failures[step.key];
  const remedy = failures?.kind === "retried" ? failures.remedy : undefined;
  if (remedy?.kind === "lock") await workspace.removeLock(remedy.path, remedy.mark);
}

function performStep(context: StepContext, session: string): Promise<void> {
  const { step } = context;
  switch (step.kind) {
    case "enter-phase":
      return enterPhase({ ...context, step });
    case "turn":
    case "architect":
    case "coach":
      return speak({ ...context, step });
    case "sizing":
      return sizeUp({ ...context, step });
    case "volunteer":
      return askVolunteer({ ...context, step });
    case "artifact":
      return writeArtifact({ ...context, step });
    case "baseline":
      return baseline({ ...context, step }, session);
    case "dispatch":
      return dispatch({ ...context, step });
    case "setup":
      return setUp({ ...context, step }, session);
    case "planning":
      return plan({ ...context, step });
    case "judge":
      return judgePlan({ ...context, step });
    case "coding":
      return code({ ...context, step });
    case "testing":
      return testTask({ ...context, step }, session);
    case "review":
      return reviewTask({ ...context, step });
    case "prepare":
      return prepareMerge({ ...context, step });
    case "answer":
      return answer({ ...context, step });
    case "budget-review":
      return judgeBudget({ ...context, step });
    case "rewrite":
      return rewrite({ ...context, step });
    case "split":
      return split({ ...context, step });
    case "give-up":
      return giveUp({ ...context, step });
    case "land":
      return land({ ...context, step }, session);
    case "cancel":
      return cancel({ ...context, step });
    case "comment":
      return comment({ ...context, step });
    case "hold":
      return hold({ ...context, step }, session);
    case "expire":
      return expire({ ...context, step });
    case "revert":
      return revert({ ...context, step }, session);
    case "ship":
      return ship({ ...context, step }, session);
    case "undo":
      return undo({ ...context, step }, session);
    case "sync":
      return sync({ ...context, step }, session);
    default:
      return assertNever(step);
  }
}
