import type { Draft } from "../facts/fact.ts";
import type { State } from "../state/state.ts";
import { tasksInOrder } from "../state/tasks-in-order.ts";
import type { ArtifactOf, PlannedTask } from "../terms/artifacts.ts";
import { artifactId } from "../terms/ids.ts";
import { artifactOf, type Phase, phases } from "../terms/phase.ts";
import { clipped } from "../text/clipped.ts";
import { acceptArtifact } from "./accept-artifact.ts";
import { nextTaskNumber } from "./fix-tasks.ts";

/**
 * What a person says when everything is done: the team reads it in the last discussion it had. In work without a
 * discussion it becomes one more task. `first` is the seq of the first of these drafts.
 */
export function reopen(at: State, words: string, first: number): readonly [Draft, ...Draft[]] {
  const said: Draft = { actor: "human", event: { type: "message.posted", text: words } };
  const talk = lastTalk(at);
  if (talk === undefined) return [said, ...oneMoreTask(at, words, first + 1)];
  return [{ actor: "human", event: { type: "phase.requested", phase: talk, why: words } }, said];
}

/** The last phase of those visited in which the team talked. */
function lastTalk({ visits }: Pick<State, "visits">): Phase | undefined {
  return phases.findLast((phase) => artifactOf(phase) !== undefined && visits[phase] !== undefined);
}

function oneMoreTask(at: State, words: string, first: number): readonly Draft[] {
  const before = tasksInOrder(at).map((task) => task.plan);
  const artifact: ArtifactOf<"tasks"> = {
    kind: "tasks",
    body: { tasks: [...before, taskFrom(before, words)] },
  };
  const plan: Draft = {
    actor: "human",
    event: {
      type: "artifact.submitted",
      ...artifact,
      phase: "implementation",
      visit: at.visits.implementation ?? 1,
      version: (at.artifacts.tasks?.version ?? 0) + 1,
    },
  };
  return [plan, ...acceptArtifact("human", artifactId(first), artifact, at)];
}

function taskFrom(before: readonly PlannedTask[], words: string): PlannedTask {
  const line = words.replace(/\s+/g, " ");
  return {
    id: `t${nextTaskNumber(before)}`,
    title: clipped(line, 79),
    requirements: [],
    approach: clipped(line, 599),
    avoid: ["Anything that the product manager did not ask for."],
    done: ["What the product manager asks for is there, and a test shows it."],
    files: [],
    dependsOn: [],
  };
}
