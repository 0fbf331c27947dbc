import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { criteriaToCarry, splitFaults, splittingOf } from "../../core/rules/trouble/split-task.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import type { Part } from "../../core/terms/artifacts.ts";
import { hanging } from "../../core/text/quoted.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { splitTask } from "../../tools/ends/split-task.ts";
import { learnedBefore } from "../author/author-brief.ts";
import { charterOf, converse } from "../converse.ts";
import { floorCharter } from "../floor-charter.ts";
import { lookingTools, splitSpecs } from "../floor-tools.ts";
import { askedBefore, taskBrief } from "../task-brief.ts";
import { theTask } from "../the-task.ts";
import { changeSoFar } from "./change-so-far.ts";

type Dividing = Extract<Step, { kind: "split" }>;
type Divided = { readonly parts: readonly Part[]; readonly why: string };

/** The architect divides a task into smaller ones. A person looks at that before it counts. */
export async function split(context: StepContext<Dividing>): Promise<void> {
  const { step, journal, workspace, signal } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const { worktree: name, commit, base } = task;
  const worktree = name === undefined ? undefined : await workspace.worktree(name, signal);
  const hasBegun = name !== undefined && base !== undefined;
  await converse(context, {
    name: step.thread,
    purpose: "split",
    charter: await charterOf(context, step.thread, () => floorCharter(context, "split.md", splitSpecs())),
    asks: state.session.policy.asks.review,
    opening: opening(state, task, step.seat),
    tools: lookingTools,
    terminal: {
      ...splitTask,
      check: ({ parts, cannot }, at) =>
        cannot === undefined
          ? splitFaults(theTask(at, step.task).plan, parts, Object.keys(at.tasks).length)
          : [],
    },
    hands: {
      files: worktree ?? workspace.tree(commit ?? base ?? state.integration, signal),
      worktree: undefined,
      diff: async () => (hasBegun ? changeSoFar(context, task) : ""),
      commands: undefined,
    },
    endings: {
      failed: `${step.seat} did not divide ${step.task}`,
      done: ({ parts, why }) => [proposed(step, { parts, why })],
      blocked: ({ explanation }) => [staysWhole(step, `${step.seat} says: ${explanation}`)],
      fruitless: ({ why }) => [staysWhole(step, `${step.seat} did not divide it: ${why}`)],
    },
  });
}

function opening(state: State, task: Task, seat: string): string {
  const { plan, owner, feedback } = task;
  const criteria = criteriaToCarry(plan).map((line, index) => `${index + 1}. ${hanging(line)}`);
  const words = splittingOf(state, task)?.words ?? "";
  const parts = [
    taskBrief(plan, state),
    ["Its criteria by number, for `carries`:", ...criteria].join("\n"),
    askedBefore(task),
    owner === undefined ? "" : `Its engineer: ${owner}.`,
    feedback === undefined ? "" : `What last came back on it: ${hanging(feedback)}`,
    learnedBefore(task),
    words === "" ? "" : `How it should be divided: ${hanging(words)}`,
    `You are ${seat}. Look at the code, then divide it.`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function proposed({ seat, task }: Dividing, { parts, why }: Divided): Draft {
  return { actor: seat, event: { type: "split.proposed", task, parts: [...parts], why } };
}

/** Nobody has to decide anything: the task goes on as if nobody had asked. */
function staysWhole({ seat, task }: Dividing, words: string): Draft {
  return { actor: seat, event: { type: "split.settled", task, how: "whole", words } };
}
