import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { quoted } from "../../core/text/quoted.ts";
import { judgeComplete } from "../../tools/ends/judge-complete.ts";
import { askedBefore, taskBrief } from "../task-brief.ts";
import { learnedBefore } from "./author-brief.ts";

/** What a member reads first who judges a plan, or the claim that a task is done already. */
export function judgeOpening(state: State, task: Task, seat: string): string {
  const parts = [
    taskBrief(task.plan, state),
    askedBefore(task),
    learnedBefore(task),
    cameBack(task),
    task.claim === undefined ? planWords(task) : claimWords(task, task.claim),
    `You are ${seat}. End with ${judgeComplete.name}.`,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function planWords({ owner, ownPlan, todos = [] }: Task): string {
  const steps = todos.map(({ text }, index) => `${index + 1}. ${oneLine(text)}`);
  return [
    `${owner}, its engineer, plans it like this (confidence: ${ownPlan?.confidence}):`,
    quoted([ownPlan?.text ?? "", ...steps].join("\n")),
    "Nothing is written yet: you read the commit that the task starts from.",
  ].join("\n");
}

function claimWords({ owner }: Task, claim: string): string {
  return [
    `${owner}, its engineer, says that all of this was there before:`,
    quoted(claim),
    "You read the commit that the task starts from.",
  ].join("\n");
}

/** What was wrong with earlier plans, so that the same is not said twice. */
function cameBack({ returns, looks }: Task): string {
  const back = returns.filter(({ trigger }) => trigger === "changes");
  if (looks === undefined || back.length === 0) return "";
  const words = back.map((one, index) => `${index + 1}. ${one.words}`).join("\n");
  return `What came back before:\n${quoted(words)}`;
}
