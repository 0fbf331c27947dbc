import { refusal } from "../../facts/fact.ts";
import { answerAccept } from "./accept.ts";
import type { Answered, Answering } from "./answering.ts";
import { answerAssign } from "./assign.ts";
import { answerBudget } from "./budget.ts";
import { answerLimit } from "./limit.ts";
import { answerQuestion } from "./question.ts";
import { answerShip } from "./ship.ts";
import { answerSize } from "./size.ts";
import { answerStuck } from "./stuck.ts";
import { answerTask } from "./task.ts";
import type { Answer, AnswerTo, Wait, WaitKind, WaitOf } from "./wait.ts";
import { answerWindow } from "./window.ts";

const appends: { readonly [K in WaitKind]: (given: Answering<WaitOf<K>, AnswerTo<K>>) => Answered } = {
  question: answerQuestion,
  accept: answerAccept,
  stuck: answerStuck,
  budget: answerBudget,
  window: answerWindow,
  limit: answerLimit,
  size: answerSize,
  assign: answerAssign,
  ship: answerShip,
  task: answerTask,
};

/** The kind of wait that each kind of answer is for. */
const answers: { readonly [K in WaitKind as AnswerTo<K>["kind"]]: K } = {
  choose: "question",
  tell: "question",
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
  extend: "limit",
  end: "limit",
  steer: "limit",
  do: "size",
  talk: "size",
  assign: "assign",
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
