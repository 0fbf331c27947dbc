import type { Draft } from "../../core/facts/fact.ts";
import { refusal } from "../../core/facts/fact.ts";
import type { Journal } from "../../core/ports/journal.ts";
import { currentArtifact } from "../../core/rules/talk.ts";
import type { State } from "../../core/state/state.ts";
import { meetingPolicy } from "../../core/terms/meeting/meeting.ts";
import { iterationPhases, type Phase } from "../../core/terms/phase.ts";
import { phaseAfter, phasesOf } from "../../core/terms/policy.ts";
import { tell, whyOver } from "./tell.ts";

/** Goes back to an earlier phase and tells the team why. What was agreed stays until the team changes it. */
export async function goBack(journal: Journal, wanted: Phase, why: string): Promise<Phase> {
  let phase = wanted;
  await tell(journal, (at) => {
    phase = talkFor(at, wanted);
    const problem = cannotGoBack(at, phase);
    if (problem !== undefined) return refusal(problem);
    const event = { type: "phase.requested" as const, phase, why };
    return [{ actor: "human", event }, ...allPhases(at, phase), ...said(`Back to ${phase}`, why)];
  });
  return phase;
}

/** Where scope and plan were settled together, going back to either leads there. */
function talkFor({ visits }: State, phase: Phase): Phase {
  const isPart = phase === "refinement" || phase === "planning";
  return isPart && visits[phase] === undefined && visits.meeting !== undefined ? "meeting" : phase;
}

/** A reason is for the team to read. */
function said(what: string, why: string): readonly Draft[] {
  return why === "" ? [] : [{ actor: "human", event: { type: "message.posted", text: `${what}: ${why}` } }];
}

/** A session without the phase gets the meeting that has it. */
function allPhases(at: State, phase: Phase): readonly Draft[] {
  const { policy } = at.session;
  if (phasesOf(policy).includes(phase)) return [];
  const patch = meetingPolicy(phase === "meeting" ? "short" : "full");
  return [{ actor: "human", event: { type: "policy.changed", patch, why: `back to ${phase}` } }];
}

function cannotGoBack(at: State, phase: Phase): string | undefined {
  const over = whyOver(at);
  if (over !== undefined) return over;
  const order = phasesOf(at.session.policy);
  const { stage } = at;
  if (!stage) return "The session has not begun. Type: huddle run";
  if (at.session.shipping || at.session.shipped)
    return "This session is shipped or being shipped, so the team cannot go back.";
  if (phase === "implementation")
    return "Building starts by itself when planning is over. Go back to planning to change the tasks.";
  if (order.indexOf(phase) > order.indexOf(stage.phase))
    return `${phase} lies ahead. To leave ${stage.phase}: huddle advance, or huddle advance --skip`;
  if ((at.visits[phase] ?? 0) === 0) {
    const been = iterationPhases.filter((one) => at.visits[one]);
    return `The team has not been in ${phase}. It has been in: ${been.join(", ")}.`;
  }
  return undefined;
}

/** Leaves the phase without its artifact. */
export async function skipPhase(journal: Journal, why: string): Promise<void> {
  await tell(journal, (at) => {
    const problem = cannotSkip(at);
    if (problem !== undefined) return refusal(problem);
    const skipped: Draft = { actor: "human", event: { type: "phase.skipped", why: why || "not needed" } };
    return [skipped, ...said(`We leave ${at.stage?.phase ?? "this phase"}`, why)];
  });
}

function cannotSkip(at: State): string | undefined {
  const over = whyOver(at);
  if (over !== undefined) return over;
  const { stage } = at;
  if (!stage) return "The session has not begun. Type: huddle run";
  if (stage.requested || stage.skipped !== undefined)
    return "The team is already leaving this phase. Type: huddle run";
  if (stage.phase === "implementation")
    return 'Building ends when all tasks have landed. To change them: huddle back planning -m "…"';
  if (currentArtifact(at)?.settled?.verdict === "accepted")
    return "This phase is already done. Type: huddle run";
  const next = phaseAfter(at.session.policy, stage.phase);
  const needsTasks = next === "pre-code-review" || next === "implementation";
  if (needsTasks && Object.keys(at.tasks).length === 0)
    return "There are no tasks yet, and without them nothing can be built. End this talk with: huddle advance";
  return undefined;
}
