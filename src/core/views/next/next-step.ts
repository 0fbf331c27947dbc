import { decide } from "../../decide/decide.ts";
import type { Wait } from "../../decide/waits/wait.ts";
import { isAllCancelled } from "../../rules/cancel-tasks.ts";
import type { State } from "../../state/state.ts";
import type { Instant } from "../../terms/ids.ts";
import { firstWait } from "../escalations/first-wait.ts";
import { commandOf } from "../inbox/wait-words.ts";
import { wordsOf } from "../inbox/words-of.ts";

/** What a person can do next: the command to type, and why. `decide` computes it, and every command shows it. */
export interface NextStep {
  readonly command: string;
  readonly why: string;
}

export function nextStep(state: State, now: Instant): NextStep {
  const decided = decide(state, now);
  const wait = firstWait(state, decided.waits);
  if (decided.steps.length > 0 || (decided.wakeAt !== undefined && !decided.ending))
    return { command: "huddle run", why: "the team has something to do" };
  if (wait) return forWait(wait);
  if (decided.ending?.kind === "reached") return { command: "huddle run", why: decided.ending.why };
  if (state.session.ending)
    return { command: 'huddle new "…"', why: `this one is over: ${state.session.ending.why}` };
  const why = decided.ending?.why ?? "";
  if (!isAllCancelled(state)) return { command: "huddle status", why };
  // Small work has no plan to go back to.
  return state.visits.planning || state.visits.meeting
    ? { command: "huddle back planning", why }
    : { command: 'huddle new "…"', why };
}

/** What a person is asked comes first, also while the team is at work on something else. */
export function nextAnswer(state: State, now: Instant): NextStep | undefined {
  const wait = firstWait(state, decide(state, now).waits);
  return wait && forWait(wait);
}

function forWait(wait: Wait): NextStep {
  const { next, offers, look } = wordsOf(wait);
  const [usual] = offers;
  return { command: look ?? (usual ? commandOf(wait.id, usual) : "huddle inbox"), why: next };
}
