import type { Draft } from "../facts/fact.ts";
import type { State } from "../state/state.ts";
import { tasksInOrder } from "../state/tasks-in-order.ts";
import type { ArtifactOf, PlannedTask } from "../terms/artifacts.ts";
import { artifactId } from "../terms/ids.ts";
import { artifactOf, iterationPhases, type Phase } from "../terms/phase.ts";
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
  if (talk === undefined) return [said, ...oneMoreTask(at, { title: words, approach: words }, first + 1)];
  return [{ actor: "human", event: { type: "phase.requested", phase: talk, why: words } }, said];
}

/** The last phase of those visited in which the team talked. */
function lastTalk({ visits }: Pick<State, "visits">): Phase | undefined {
  return iterationPhases.findLast((phase) => artifactOf(phase) !== undefined && visits[phase] !== undefined);
}

/** What a person says in a task of its own. */
export interface OneMore {
  readonly title: string;
  readonly approach: string;
}

/** The plan with one more task, which nobody has talked about. `first` is the seq of the first of these drafts. */
export function oneMoreTask(at: State, more: OneMore, first: number): readonly [Draft, ...Draft[]] {
  const before = tasksInOrder(at).map((task) => task.plan);
  const artifact: ArtifactOf<"tasks"> = {
    kind: "tasks",
    body: { tasks: [...before, taskFrom(before, more)] },
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

function taskFrom(before: readonly PlannedTask[], { title, approach }: OneMore): PlannedTask {
  return {
    id: `t${nextTaskNumber(before)}`,
    title: clipped(inOneLine(title), 79),
    requirements: [],
    approach: clipped(inOneLine(approach), longestApproach),
    avoid: ["Anything that the product manager did not ask for."],
    done: ["What the product manager asks for is there, and a test shows it."],
    files: [],
    dependsOn: [],
  };
}

function inOneLine(words: string): string {
  return words.replace(/\s+/g, " ");
}

/** Whether a task of these words says less than they do. */
export function isShortened({ approach }: OneMore): boolean {
  return inOneLine(approach) !== clipped(inOneLine(approach), longestApproach);
}

const longestApproach = 599;
