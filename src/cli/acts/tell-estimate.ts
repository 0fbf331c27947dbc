import { anySizeEstimateFor, estimateFor, sizeEstimateFor, waitingPlan } from "../../app/look/estimate.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import type { Fact } from "../../core/facts/fact.ts";
import { restLines } from "../../core/views/cost/estimate.ts";
import { sizeEstimateLines } from "../../core/views/cost/size-estimate.ts";
import { planShape } from "../../core/views/plan/plan-graph.ts";
import { shapeRest } from "../../core/views/plan/plan-shape.ts";
import { storyLine } from "../../core/views/story/story-line.ts";
import type { Face } from "../face/face.ts";

/** Shows an estimate beside the question that this fact asks. Undefined: the fact asks no question with an estimate. */
export function tellEstimate(fact: Fact, at: AtSession, face: Face): Promise<void> | undefined {
  const { event } = fact;
  if (event.type === "work.sized") return tellSize(at, face);
  return event.type === "artifact.submitted" ? tellPlan(at, face) : undefined;
}

/** What each size of meeting may take: beside the question which one, and else where there is a history to tell from. */
async function tellSize({ project, files }: AtSession, face: Face): Promise<void> {
  const asked = await sizeEstimateFor(project, files);
  const estimate = asked ?? (await anySizeEstimateFor(project, files));
  if (asked || estimate.basis) note(sizeEstimateLines(estimate), files.journal.state().head, face);
}

/** The shape of the plan and an estimate of the remaining work, beside the question whether to accept the plan. */
async function tellPlan({ project, files }: AtSession, face: Face): Promise<void> {
  const estimate = await estimateFor(project, files);
  const state = files.journal.state();
  const plan = waitingPlan(state);
  if (estimate && plan)
    note([...shapeRest(planShape(plan, state)), ...restLines(estimate)], state.head, face);
}

function note([first = "", ...rows]: readonly string[], seq: number, face: Face): void {
  face.tell([storyLine({ seq, actor: "harness" }, "note", first, { rows })]);
}
