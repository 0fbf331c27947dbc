import type { Step } from "../../core/decide/step.ts";
import { layerWaits, looked } from "../../core/decide/waits/floor/layer.ts";
import { byHarness, type Draft, refusal } from "../../core/facts/fact.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import type { Approval, Question } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { theTask } from "../the-task.ts";

/** Nobody was there in time. What needed a yes gets a no, and a task without an answer waits for the person. */
export async function expire(context: StepContext<Extract<Step, { kind: "expire" }>>): Promise<void> {
  const { wait } = context.step;
  const done = await context.journal.append((at) => {
    if (!mayBegin(context, at)) return refusal("no longer wanted");
    const approval = at.approvals[wait];
    if (approval) return [refused(approval)];
    const question = at.questions[wait];
    const [layer] = layerWaits(at).filter(({ id }) => id === wait);
    if (layer) return [byHarness(looked(layer, "deadline"))];
    return question ? unanswered(question, at) : refusal("no longer wanted");
  });
  if (done.kind !== "done") throw new NoLongerWanted();
}

function refused({ id, hash }: Approval): Draft {
  return byHarness({ type: "approval.resolved", approval: id, hash, verdict: "expired" });
}

/** The task goes on when the person says something about it, and its author reads that as well. */
function unanswered(question: Question, at: State): readonly [Draft, ...Draft[]] {
  const { id, task: name, from, text, context, passed } = question;
  if (name === undefined)
    return [byHarness({ type: "question.answered", question: id, text: decideAlone, how: "deadline" })];
  const task = theTask(at, name);
  const told = [
    text,
    ...(context === undefined ? [] : [`What ${from} says about it: ${context}`]),
    ...(passed ? [`Why no member has answered: ${passed.why}`] : []),
  ];
  const words =
    "Nobody was there to answer in time, so your task has waited. What the product manager says about it now follows. If it does not answer this, decide yourself and say in your summary what you assumed.";
  return [
    byHarness({ type: "question.answered", question: id, text: words, how: "deadline" }),
    moveTask(task, "overdue", "nobody answered in time", {
      feedback: told.join("\n"),
      blocked: "prerequisite",
      ...(task.origin && { origin: task.origin }),
    }),
  ];
}

const decideAlone =
  "Nobody was there to answer in time. Settle it as brief and code suggest, and name it as an assumption in the result.";
