import type { Step } from "../core/decide/step.ts";
import { byHarness, type Draft, refusal } from "../core/facts/fact.ts";
import { Fault } from "../core/fault.ts";
import { returnTask } from "../core/rules/rounds.ts";
import type { State } from "../core/state/state.ts";
import type { Task } from "../core/state/task.ts";
import { openCalls } from "../core/state/threads.ts";
import { pathList } from "../core/text/path-list.ts";
import { NoLongerWanted, type StepContext } from "../core/work/step-context.ts";
import { theTask } from "./the-task.ts";

type OnTask = Extract<Step, { readonly task: string }>;

/** What is gone: the folder with what was not committed, or also the last commit. */
type Gone = "worktree" | "commit";

/** The task's worktree is gone, or is not one of this session. */
export function lostWorktree(task: string): Fault {
  return new Fault("worktree.lost", `The worktree of ${task} is gone.`);
}

/** Performs a step; if the worktree turns out to be gone, the task goes back to where it gets a new one. */
export async function unlessLost(context: StepContext<OnTask>, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "worktree.lost") throw error;
    await loseWork(context, "worktree");
  }
}

/** Closes the step of a task whose work is gone. The next one starts from what is recorded and says what is lost. */
export async function loseWork(context: StepContext<OnTask>, gone: Gone): Promise<void> {
  const { step, journal } = context;
  const moved = await journal.append((at) => {
    if (!context.wanted(at)) return refusal("no longer wanted");
    const move = lostDraft(at, theTask(at, step.task), gone);
    const [first, ...rest] = unfinished(at, step, "the worktree is gone");
    return first ? [first, ...rest, move] : [move];
  });
  if (moved.kind !== "done") throw new NoLongerWanted();
}

export function lostDraft(at: State, task: Task, gone: Gone): Draft {
  return returnTask(
    task,
    "lost",
    gone === "commit" ? commitWords(task) : worktreeWords(task),
    at.session.policy,
  );
}

/** What the step has begun and cannot finish. */
export function unfinished(at: State, { key, task }: OnTask, why: string): readonly Draft[] {
  const effects = Object.values(at.effects)
    .filter((effect) => effect.step === key && effect.settled === undefined)
    .map(({ id }) =>
      byHarness({ type: "effect.settled", effect: id, failed: true, text: `given up: ${why}` }),
    );
  const loops = at.threads
    .filter((thread) => thread.task === task)
    .flatMap(({ loops }) => loops.filter((loop) => loop.closed === undefined));
  const calls = loops.flatMap((loop) =>
    openCalls(loop).map(({ id: call }) => {
      const text = `Not done: ${why}.`;
      return byHarness({ type: "tool.settled", loop: loop.id, call, failed: true, text, refused: "late" });
    }),
  );
  const closed = loops.map(({ id }) => byHarness({ type: "loop.closed", loop: id, outcome: "stopped" }));
  return [...effects, ...calls, ...closed];
}

function worktreeWords(task: Task): { readonly why: string; readonly feedback: string } {
  const unsaved = Object.entries(task.wrote).flatMap(([path, seq]) => (seq > task.committedAt ? [path] : []));
  const names = pathList(unsaved);
  const [from, yours] =
    task.commit === undefined
      ? ["what has landed", "what has landed"]
      : ["its last commit", "your last commit"];
  return {
    why: `the worktree is gone and is made again from ${from}; ${unsaved.length === 0 ? "nothing is lost" : `lost, because it was not committed: ${names}`}`,
    feedback: `Your worktree is gone. You have a new one, made from ${yours}. ${unsaved.length === 0 ? "Nothing that you wrote is lost." : `What you wrote after that is lost, so write it again: ${names}.`}`,
  };
}

function commitWords({ commit = "" }: Task): { readonly why: string; readonly feedback: string } {
  return {
    why: `the commit ${commit.slice(0, 12)} is not in this repository, so everything that was written for it is lost`,
    feedback: commitLost(commit),
  };
}

/** What an author hears whose commit is gone. */
export function commitLost(commit: string): string {
  return `Your commit ${commit.slice(0, 12)} is not in this repository, so everything that you wrote is lost. You have a new worktree, made from what has landed. Write it again.`;
}
