import { committed, emptyAccount } from "../../core/rules/accounts.ts";
import { isInCircles } from "../../core/rules/rounds.ts";
import { vainJudgements } from "../../core/rules/trouble/progress.ts";
import type { State } from "../../core/state/state.ts";
import type { Judgement, Task } from "../../core/state/task.ts";
import type { Thread } from "../../core/state/thread.ts";
import { changedFiles } from "../../core/text/changed-files.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { pathList } from "../../core/text/path-list.ts";
import { hanging } from "../../core/text/quoted.ts";
import { counted, grouped, signed } from "../../core/views/cost/money-text.ts";
import { learnedBefore } from "../author/author-brief.ts";
import { askedBefore, taskBrief } from "../task-brief.ts";

/** All that the architect knows about a task that got nowhere, before it looks. `change`: what was written so far. */
export function budgetOpening(state: State, task: Task, seat: string, change: string): string {
  const parts = [
    taskBrief(task.plan, state),
    askedBefore(task),
    `Author: ${task.owner}. You are ${seat}.`,
    stoppedWords(task),
    doneWords(task, change),
    spentWords(state, task),
    learnedBefore(task),
    returnedWords(task),
    judgedWords(task),
    "Look at what is there, then decide how it goes on.",
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function stoppedWords(task: Task): string {
  return isInCircles(task)
    ? `It goes in circles: it came back ${counted(task.returns.length, "time")}. What came back is below.`
    : `It stopped without a result: ${hanging(task.feedback ?? "nobody said why")}`;
}

function doneWords({ summary, commit, evidence }: Task, change: string): string {
  const files = changedFiles(change);
  const [added, removed] = [sum(files.map((file) => file.added)), sum(files.map((file) => file.removed))];
  const red = (evidence?.results ?? []).filter(({ exit }) => exit !== 0).map(({ name }) => name);
  return [
    files.length === 0
      ? "Done so far: nothing was changed."
      : `Done so far: ${counted(files.length, "file")} with ${counted(added, "line")} added and ${grouped(removed)} removed: ${pathList(files.map(({ path }) => path))}. read_diff shows it.`,
    ...(commit === undefined ? ["Nothing was handed in yet."] : []),
    ...(summary === undefined ? [] : [`The author says: ${hanging(summary)}`]),
    ...(evidence
      ? [
          red.length === 0
            ? "Its last checks were green."
            : `Red in its last checks: ${red.map(oneLine).join(", ")}`,
        ]
      : []),
  ].join("\n");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function spentWords(state: State, task: Task): string {
  const { tokens, micros } = committed(state.accounts[`task:${task.id}`] ?? emptyAccount);
  const asked = state.threads.filter((thread) => thread.task === task.id && isAuthors(thread));
  const money = micros > 0 ? `, ${signed(micros)}` : "";
  const attempt = task.tries ? ` This is attempt ${task.tries + 1}.` : "";
  return `Spent on it: ${counted(sum(asked.map((thread) => thread.asked)), "request")} of its author in this attempt; in all ${counted(tokens, "token")}${money}.${attempt}`;
}

function isAuthors({ purpose }: Thread): boolean {
  return purpose === "planning" || purpose === "coding";
}

const mostReturns = 6;

function returnedWords({ returns }: Task): string {
  if (returns.length === 0) return "";
  const newest = returns.slice(-mostReturns);
  const lines = newest.map(({ words }, index) => {
    const told = index === newest.length - 1 ? words : withoutOutput(words);
    return `${index + 1}. ${hanging(told)}`;
  });
  return ["What came back, the newest last:", ...lines].join("\n");
}

/** What came back before: which checks and tests, or which findings. What they printed is below an empty line. */
function withoutOutput(words: string): string {
  const [told = ""] = words.split(/\n\s*\n/);
  return told;
}

const decided: Readonly<Record<Judgement["verdict"], string>> = {
  approved: "grant",
  changes: "redirect",
  rejected: "stop",
};

function judgedWords(task: Task): string {
  const { judged = [] } = task;
  if (judged.length === 0) return "";
  const lines = judged.map(({ seat, verdict, words }) => `- ${seat}, ${decided[verdict]}: ${hanging(words)}`);
  const since =
    vainJudgements(task) > 0
      ? "Since the last of these nothing got better: no check is green that was not green before, and no review has fewer findings. More of the same is not on offer: redirect or stop."
      : "Since the last of these something got better: a check is green for the first time, or a review had fewer findings.";
  return ["What was decided about it before:", ...lines, since].join("\n");
}
