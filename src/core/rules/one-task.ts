import type { Actor, Draft } from "../facts/fact.ts";
import type { State } from "../state/state.ts";
import type { ArtifactOf, PlannedTask } from "../terms/artifacts.ts";
import { artifactId } from "../terms/ids.ts";
import { meetingPolicy } from "../terms/meeting/meeting.ts";
import { clipped } from "../text/clipped.ts";
import { acceptArtifact } from "./accept-artifact.ts";

/**
 * The session as one task for one engineer and one reviewer, without a talk, but with the same gates and the same log.
 * `first` is the seq of the first of these drafts.
 */
export function asOneTask(actor: Actor, at: State, first: number): readonly [Draft, ...Draft[]] {
  const artifact: ArtifactOf<"tasks"> = { kind: "tasks", body: { tasks: [theTask(at.session.title)] } };
  const phases: Draft = {
    actor,
    event: {
      type: "policy.changed",
      patch: { ...meetingPolicy("none"), assign: "auto" },
      why: "one task",
    },
  };
  const plan: Draft = {
    actor,
    event: {
      type: "artifact.submitted",
      ...artifact,
      // Not planning: if the team goes there later, it still has to make a plan.
      phase: "implementation",
      visit: 1,
      version: (at.artifacts.tasks?.version ?? 0) + 1,
    },
  };
  const policy = { ...at.session.policy, assign: "auto" as const };
  const then = { ...at, session: { ...at.session, policy } };
  return [phases, plan, ...acceptArtifact(actor, artifactId(first + 1), artifact, then)];
}

/** Whether nobody planned this task: it is the brief, which its readers have already. */
export function isWholeBrief({ title, approach }: PlannedTask, { session }: Pick<State, "session">): boolean {
  const whole = theTask(session.title);
  return title === whole.title && approach === whole.approach;
}

function theTask(title: string): PlannedTask {
  return {
    id: "t1",
    title: clipped(title, 119),
    requirements: [],
    approach: "As the brief says; what it leaves open is the engineer's to choose.",
    avoid: [],
    done: ["What the brief asks for is there, and a test shows it."],
    files: [],
    dependsOn: [],
  };
}
