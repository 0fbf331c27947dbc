import { decide } from "../../core/decide/decide.ts";
import { currentArtifact } from "../../core/rules/talk.ts";
import type { State } from "../../core/state/state.ts";
import type { Instant } from "../../core/terms/ids.ts";
import { type NextStep, nextStep } from "../../core/views/next/next-step.ts";

/** The next step for a grooming: continue it, answer it, or build from it. The command always names the grooming. */
export function nextForGrooming(slug: string, state: State, running: boolean, now: Instant): NextStep {
  const { steps, waits, ending } = decide(state, now);
  const command = (word: string) => `huddle groom ${word} ${slug}`;
  if (running && steps.length > 0)
    return { command: `${command("show")} --follow`, why: "the team is at work" };
  const [wait] = waits;
  if (wait?.kind === "accept")
    return { command: command("promote"), why: "you edit the brief, and an iteration starts from it" };
  if (wait?.kind === "limit") return { command: command("continue"), why: "it has stopped to ask you" };
  if (wait) {
    const step = nextStep(state, now);
    return { ...step, command: `${step.command} --session ${slug}` };
  }
  if (state.stage?.signalled !== undefined && !currentArtifact(state))
    return { command: command("promote"), why: "its brief is still to be written" };
  if (ending?.kind !== "finished")
    return { command: command("continue"), why: "the team has something to say" };
  const brief = state.artifacts.brief?.seq ?? 0;
  const { promoted = [], promotedAt = 0 } = state.session;
  return promotedAt > brief
    ? { command: command("continue"), why: `it was promoted to ${promoted.at(-1)}; this continues the talk` }
    : { command: command("promote"), why: "an iteration starts from its brief" };
}
