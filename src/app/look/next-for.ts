import { decide } from "../../core/decide/decide.ts";
import type { State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { type NextStep, nextAnswer, nextStep } from "../../core/views/next/next-step.ts";
import { atRest } from "../at-rest.ts";
import { livingRunner } from "../run/take-lease.ts";
import type { AtSession } from "../sessions/with-session.ts";
import { nextForGrooming } from "./next-for-grooming.ts";

/** What to do next about an open session, according to its log. */
export async function nextAt({ project, files, named }: AtSession): Promise<NextStep> {
  const running = (await livingRunner(project, files)) !== undefined;
  return nextFor({ session: files.id, state: files.journal.state(), running, named }, project.clock.now());
}

/** What to do next where no session was opened yet. */
export const firstStep: NextStep = {
  command: 'huddle new "what should be built"',
  why: "there is no session yet",
};

export interface Seen {
  readonly session: string;
  readonly state: State;
  /** Whether a runner is at work on the session. */
  readonly running: boolean;
  /** Whether a command must name the session to mean this one. */
  readonly named: boolean;
}

/** The next step for a person who may have several sessions, one of which may already be running. */
export function nextFor({ session, state, running, named }: Seen, now: Instant): NextStep {
  if (state.session.kind === "grooming") return nextForGrooming(session, state, running, now);
  const step = atWork(state, running, now) ?? nextStep(running ? state : atRest(state), now);
  if (!named || step.command.startsWith("huddle new")) return step;
  return { ...step, command: `${step.command} --session ${session}` };
}

function atWork(state: State, running: boolean, now: Instant): NextStep | undefined {
  if (!running || decide(state, now).steps.length === 0) return undefined;
  return nextAnswer(state, now) ?? { command: "huddle show --follow", why: "the team is at work" };
}
