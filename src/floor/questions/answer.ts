import type { Step } from "../../core/decide/step.ts";
import { byHarness, type Draft } from "../../core/facts/fact.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import type { Question } from "../../core/state/session.ts";
import type { State } from "../../core/state/state.ts";
import { threadNamed } from "../../core/state/threads.ts";
import { missingWords } from "../../core/terms/citations.ts";
import { dueAfter, type StepContext } from "../../core/work/step-context.ts";
import { loadCharter } from "../../loop/load-charter.ts";
import { openLoop } from "../../loop/open-loop.ts";
import { failureWords, type Outcome } from "../../loop/outcome.ts";
import { runToolLoop } from "../../loop/run-tool-loop.ts";
import { stepFailed } from "../../loop/step-failed.ts";
import { type SubmittedReply, submitReply } from "../../tools/ends/submit-reply.ts";
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
  const thread = threadNamed(state, name);
  const charter = thread?.charter ?? (await floorCharter(context, "answer.md", answerSpecs));
  const worktree = await workspace.worktree(recorded(task.worktree, "worktree"), signal);
  const question = theQuestion(state, step);
  const loop = await openLoop(context, {
    name,
    terminal: submitReply.name,
    asks: state.session.policy.asks.review,
    textEnds: false,
    thread: { type: "thread.opened", name, seat: step.seat, purpose: "answer", task: task.id, charter },
    opening: thread?.loops.at(-1) ? answerReminder : answerOpening(state, task, question, step.seat),
  });
  await runToolLoop({
    loop,
    context,
    charter: await loadCharter(context, name),
    tools: answerTools,
    terminal: submitReply,
    hands: {
      // If the worktree is gone, its author gets another one; until then there is what it began with.
      files: worktree ?? workspace.tree(task.commit ?? recorded(task.base, "base"), signal),
      worktree: undefined,
      diff: undefined,
    },
    closing: (outcome, at) => ending(context, outcome, at),
  });
}

function theQuestion(state: State, { question: id }: Answering): Question {
  const question = state.questions[id];
  if (!question) throw new Error(`there is no question ${id}`);
  return question;
}

function ending(
  context: StepContext<Answering>,
  outcome: Outcome<SubmittedReply>,
  at: State,
): readonly Draft[] {
  const { step } = context;
  switch (outcome.kind) {
    case "done": {
      const { answer: text, cannot = "" } = outcome.value;
      if (text === undefined) return [passed(context, step.seat, cannot)];
      const missing = outcome.missing ? `\n(${missingWords(outcome.missing)}.)` : "";
      const event = { type: "question.answered" as const, question: step.question, text: text + missing };
      return [
        { actor: step.seat, event },
        moveTask(theTask(at, step.task), "answered", `${step.seat} has answered`),
      ];
    }
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "invalid-result":
      return [passed(context, "harness", `${step.seat} came to no answer: ${failureWords(outcome)}`)];
    case "model-error":
    case "blocked":
      return [stepFailed(step.key, `${step.seat} did not answer what ${step.task} waits for`, outcome)];
    case "text":
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
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
