import type { Actor, Draft, Refusal } from "../../facts/fact.ts";
import { refusal } from "../../facts/fact.ts";
import type { State } from "../../state/state.ts";
import { meetingPolicy } from "../../terms/meeting/meeting.ts";
import { artifactName, artifactOf, type Meeting, type Phase } from "../../terms/phase.ts";
import { asOneTask } from "../one-task.ts";
import { currentArtifact } from "../talk.ts";

interface Change {
  readonly actor: Actor;
  readonly to: Meeting;
  readonly why: string;
  /** The seq of the first draft. */
  readonly first: number;
}

/**
 * Makes the meeting larger or smaller at any point before the work is given out. What was said so far goes on in the
 * talk of the new size; what is already agreed stays. Undefined: it has that size.
 */
export function changeMeeting(at: State, change: Change): readonly [Draft, ...Draft[]] | Refusal | undefined {
  const { stage, session } = at;
  const { actor, to, why } = change;
  if (session.policy.meeting === to) return undefined;
  if (session.kind === "grooming") return refusal("A grooming has one talk, and nothing is built in it.");
  // Once a person has chosen, the coach is not asked how large it looks.
  const chosen = { ...meetingPolicy(to), ...(actor === "human" && { sizing: false }) };
  const patch: Draft = { actor, event: { type: "policy.changed", patch: chosen, why } };
  if (!stage) return to === "none" ? asOneTask(actor, at, change.first) : [patch];
  const phase = stage.requested?.phase ?? stage.phase;
  if (artifactOf(phase) === undefined || phase === "code-review") return refusal(tooLate);
  if (to === "none") return withoutTalk(at, change);
  const next = phaseIn(to, phase);
  return next === undefined ? [patch, ...endsHere(at, actor)] : [patch, going(actor, next, why)];
}

const tooLate = 'The talk is over. To talk again: huddle back, with the phase and -m "what has to change"';

/** Where the talk goes on. Undefined: it ends where it is. */
function phaseIn(to: Meeting, phase: Phase): Phase | undefined {
  const { phases: there } = meetingPolicy(to);
  const [first] = there;
  // From the first talk of one size to the first of another; what a later phase has agreed is not taken up again.
  return phase === "meeting" || phase === "refinement" ? first : undefined;
}

function going(actor: Actor, phase: Phase, why: string): Draft {
  return { actor, event: { type: "phase.requested", phase, why, keepsTalk: true } };
}

/** Past the scope, a shorter meeting writes down now what it has, if it has not done so. */
function endsHere(at: State, actor: Actor): readonly Draft[] {
  const { stage } = at;
  if (!stage || stage.signalled !== undefined || currentArtifact(at)) return [];
  const kind = artifactOf(stage.phase);
  const summary = `The meeting is cut short: write the ${kind ? artifactName(kind) : "result"} from what there is.`;
  return [{ actor, event: { type: "phase.signalled", summary } }];
}

function withoutTalk(at: State, { actor, why, first }: Change): readonly [Draft, ...Draft[]] | Refusal {
  if (Object.keys(at.tasks).length > 0)
    return refusal("The tasks are planned already. To build them now: huddle advance --skip");
  const away: Draft = { actor, event: { type: "phase.requested", phase: "implementation", why } };
  return [...asOneTask(actor, at, first), away];
}
