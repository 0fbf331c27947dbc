import type { Step } from "../../core/decide/step.ts";
import { byHarness, type Draft } from "../../core/facts/fact.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import type { Question } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import { threadNamed } from "../../core/state/threads.ts";
import { missingWords } from "../../core/terms/citations.ts";
import { dueAfter, type StepContext } from "../../core/work/step-context.ts";
import { type SubmittedReply, submitReply } from "../../tools/ends/submit-reply.ts";
import { charterOf, converse } from "../converse.ts";
import { floorCharter } from "../floor-charter.ts";
import { answerSpecs, answerTools } from "../floor-tools.ts";
import { recorded, theTask } from "../the-task.ts";
import { answerOpening, answerReminder } from "./answer-opening.ts";

type Answering = Extract<Step, { kind: "answer" }>;

/**
 * The architect, or who stands in, answers what the author of a task asks. It reads the author's worktree as it stands
 * and changes nothing. What it cannot answer goes to the person.
 */
export async function answer(context: StepContext<Answering>): Promise<void> {
  const { step, journal, workspace, signal } = context;
  const state = journal.state();
  const task = theTask(state, step.task);
  const name = `answer/${task.id}.${task.attempt}/${task.questions?.length ?? 1}`;
  const last = threadNamed(state, name)?.loops.at(-1);
  const worktree = await workspace.worktree(recorded(task.worktree, "worktree"), signal);
  const question = theQuestion(state, step);
  await converse(context, {
    name,
    purpose: "answer",
    charter: await charterOf(context, name, () => floorCharter(context, "answer.md", answerSpecs)),
    asks: state.session.policy.asks.review,
    opening: last ? answerReminder : answerOpening(state, task, question, step.seat),
    tools: answerTools,
    terminal: submitReply,
    hands: {
      // If the worktree is gone, its author gets another one; until then there is what it began with.
      files: worktree ?? workspace.tree(task.commit ?? recorded(task.base, "base"), signal),
      worktree: undefined,
      diff: undefined,
    },
    endings: {
      failed: `${step.seat} did not answer what ${step.task} waits for`,
      done: (reply, at, missing) => answered(context, reply, at, missing),
      fruitless: ({ why }) => [passed(context, "harness", `${step.seat} came to no answer: ${why}`)],
    },
  });
}

function theQuestion(state: State, { question: id }: Answering): Question {
  const question = state.questions[id];
  if (!question) throw new Error(`there is no question ${id}`);
  return question;
}

function answered(
  context: StepContext<Answering>,
  { answer: text, cannot = "" }: SubmittedReply,
  at: State,
  missing: readonly string[] | undefined,
): readonly Draft[] {
  const { step } = context;
  if (text === undefined) return [passed(context, step.seat, cannot)];
  const note = missing ? `\n(${missingWords(missing)}.)` : "";
  const event = { type: "question.answered" as const, question: step.question, text: text + note };
  return [
    { actor: step.seat, event },
    moveTask(theTask(at, step.task), "answered", `${step.seat} has answered`),
  ];
}

function passed(context: StepContext<Answering>, actor: string, why: string): Draft {
  const dueAt = dueAfter(context);
  const event = {
    type: "question.passed" as const,
    question: context.step.question,
    to: "human" as const,
    why,
    ...(dueAt !== undefined && { dueAt }),
  };
  return actor === "harness" ? byHarness(event) : { actor, event };
}
