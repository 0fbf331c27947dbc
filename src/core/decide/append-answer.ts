import { refusal } from "../facts/fact.ts";
import { answerApproval } from "./answer-approval.ts";
import { answerAccept } from "./waits/accept.ts";
import type { Answered, Answering } from "./waits/answering.ts";
import { answerAssign } from "./waits/assign.ts";
import { answerBaseline } from "./waits/baseline.ts";
import { answerBudget } from "./waits/budget.ts";
import { answerLayer } from "./waits/floor/layer.ts";
import { answerSplit } from "./waits/floor/split.ts";
import { answerLimit } from "./waits/limit.ts";
import { answerProvider } from "./waits/provider.ts";
import { answerQuestion } from "./waits/question.ts";
import { answerShip } from "./waits/ship.ts";
import { answerSize } from "./waits/size.ts";
import { answerStuck } from "./waits/stuck.ts";
import { answerTask } from "./waits/task.ts";
import type { Answer, AnswerTo, Wait, WaitKind, WaitOf } from "./waits/wait.ts";
import { answerWindow } from "./waits/window.ts";

const appends: { readonly [K in WaitKind]: (given: Answering<WaitOf<K>, AnswerTo<K>>) => Answered } = {
  question: answerQuestion,
  approval: answerApproval,
  accept: answerAccept,
  stuck: answerStuck,
  budget: answerBudget,
  window: answerWindow,
  provider: answerProvider,
  limit: answerLimit,
  size: answerSize,
  assign: answerAssign,
  baseline: answerBaseline,
  layer: answerLayer,
  split: answerSplit,
  ship: answerShip,
  task: answerTask,
};

/** The kind of wait that each kind of answer is for. */
const answers: { readonly [K in WaitKind as AnswerTo<K>["kind"]]: K } = {
  choose: "question",
  tell: "question",
  yes: "approval",
  no: "approval",
  always: "approval",
  approve: "accept",
  return: "accept",
  rewrite: "accept",
  retry: "stuck",
  advise: "stuck",
  unlock: "stuck",
  take: "stuck",
  "grant-again": "budget",
  grant: "budget",
  widen: "window",
  perspective: "window",
  now: "provider",
  remodel: "provider",
  extend: "limit",
  end: "limit",
  steer: "limit",
  do: "size",
  talk: "size",
  full: "size",
  assign: "assign",
  tolerate: "baseline",
  recheck: "baseline",
  stop: "baseline",
  onward: "layer",
  split: "split",
  divide: "split",
  whole: "split",
  ship: "ship",
  reopen: "ship",
  continue: "task",
  redirect: "task",
  reassign: "task",
  cancel: "task",
};

/** What an answer to a wait appends, or why it cannot be given. */
export function appendAnswer(given: Answering<Wait, Answer>): Answered {
  const { wait, answer } = given;
  if (answers[answer.kind] !== wait.kind)
    return refusal(`${wait.id} cannot be answered like that. See what it takes: huddle inbox`);
  // The line above has shown that this answer belongs to this kind of wait.
  return (appends[wait.kind] as (given: Answering<Wait, Answer>) => Answered)(given);
}
