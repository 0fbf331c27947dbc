import type { Wait } from "../../decide/waits/wait.ts";
import { countedReturns } from "../../rules/rounds.ts";
import type { State } from "../../state/state.ts";
import type { Judgement, Return, Task } from "../../state/task.ts";
import type { Returning } from "../../terms/task-machine.ts";
import { clipped } from "../../text/clipped.ts";
import { oneLine } from "../../text/one-line.ts";

/** What was done about it before a person was asked, oldest first. Empty: a person comes first here. */
export function triedFor(state: State, wait: Wait): readonly string[] {
  switch (wait.kind) {
    case "question":
      return wait.passed ? [passedWords(wait.passed)] : [];
    case "stuck": {
      const { count = 1 } = state.failures[wait.step] ?? {};
      const times = count === 1 ? "once" : `${count} times`;
      return [`It was tried ${times}: ${line(wait.error)}`];
    }
    case "provider":
      return [line(wait.why)];
    case "task": {
      const task = state.tasks[wait.task];
      return task ? taskTried(task) : [];
    }
    case "accept":
      return wait.version > 1 ? [`There were ${wait.version - 1} earlier versions.`] : [];
    case "approval":
    case "assign":
    case "baseline":
    case "layer":
    case "split":
    case "budget":
    case "limit":
    case "ship":
    case "size":
    case "window":
      return [];
  }
}

function passedWords({ by, why }: { readonly by: string; readonly why: string }): string {
  return by === "harness" ? line(why) : `${by} cannot answer: ${line(why)}`;
}

function taskTried(task: Task): readonly string[] {
  const { attempt, learned = [], judged = [], feedback } = task;
  const before = attempt > 1 ? [`This is attempt ${attempt}.`] : [];
  const last = feedback === undefined ? [] : [line(feedback)];
  return [
    ...before,
    ...learned.map((words) => `An earlier attempt: ${line(words)}`),
    ...countedReturns(task).map(returnWords),
    ...judged.map(judgedWords),
    ...(countedReturns(task).length === 0 ? last : []),
  ];
}

const came: Readonly<Record<Returning, string>> = {
  failed: "The checks failed",
  changes: "A review asked for changes",
  refused: "You refused it",
  conflict: "It conflicted with what had landed",
  red: "It was red together with what had landed",
  lost: "Its worktree was lost",
};

function returnWords({ trigger, words }: Return): string {
  return `${came[trigger]}: ${line(words)}`;
}

const decided: Readonly<Record<string, string>> = { approved: "gave it more", changes: "redirected it" };

function judgedWords({ seat, verdict, words }: Judgement): string {
  return `${seat} ${decided[verdict] ?? "stopped it"}: ${line(words)}`;
}

const mostCharacters = 200;

function line(words: string): string {
  return clipped(oneLine(words), mostCharacters);
}
