import { type Draft, refusal } from "../../facts/fact.ts";
import type { Urgency } from "../../facts/loop-schema.ts";
import { moveTask } from "../../rules/move-task.ts";
import type { Question } from "../../state/session.ts";
import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import type { Instant, SeatId, TaskId, WaitId } from "../../terms/ids.ts";
import { reviewerOf, type Seat } from "../../terms/policy.ts";
import type { Answered, Answering } from "./answering.ts";

/** A member of the team asks the person something. */
export interface QuestionWait {
  readonly kind: "question";
  readonly id: WaitId;
  readonly since: number;
  readonly from: SeatId;
  readonly text: string;
  readonly options: readonly string[];
  readonly thread: string;
  /** The task that waits for the answer. Left out: it was asked in a discussion. */
  readonly task?: TaskId;
  readonly context?: string;
  readonly urgency?: Urgency;
  /** Who was asked first, and why that member cannot answer. */
  readonly passed?: { readonly by: string; readonly why: string };
  /** When the task waits without an answer, because nobody is there. */
  readonly dueAt?: Instant;
}

export type QuestionAnswer =
  /** `option` counts from 1; `words` is what the person adds to it. */
  | { readonly kind: "choose"; readonly option: number; readonly words?: string }
  | { readonly kind: "tell"; readonly words: string };

/** The member who answers it. Undefined: a person does. */
export function answererOf({ session }: State, { to, from }: Question): Seat | undefined {
  return to === "human" ? undefined : reviewerOf(session.seats, from);
}

/** The question that the author of a task waits for, if it is a person's to answer. */
export function personsQuestion(state: State, { id }: Pick<Task, "id">): Question | undefined {
  const question = Object.values(state.questions).find((one) => one.task === id);
  return question && !answererOf(state, question) ? question : undefined;
}

export function questionWaits(state: State): readonly QuestionWait[] {
  return [...talkQuestions(state), ...taskQuestions(state)];
}

/** What is asked in a discussion: as long as it waits, no member speaks. */
export function talkQuestions({ questions }: State): readonly QuestionWait[] {
  return Object.values(questions).flatMap((one) => (one.task === undefined ? [waitOf(one)] : []));
}

/** What the authors of tasks ask. It holds nobody else. */
export function taskQuestions(state: State): readonly QuestionWait[] {
  if (state.stage?.phase !== "implementation" || state.stage.requested) return [];
  return Object.values(state.questions).flatMap((one) => {
    const task = one.task === undefined ? undefined : state.tasks[one.task];
    return !task || task.cancelling !== undefined || answererOf(state, one) ? [] : [waitOf(one)];
  });
}

function waitOf(question: Question): QuestionWait {
  const { id, seq, from, text, options, thread, task, context, urgency, passed, dueAt } = question;
  return {
    kind: "question",
    id,
    since: passed?.seq ?? seq,
    from,
    text,
    options,
    thread,
    ...(task !== undefined && { task }),
    ...(context !== undefined && { context }),
    ...(urgency && { urgency }),
    ...(passed && { passed: { by: passed.by, why: passed.why } }),
    ...(dueAt !== undefined && { dueAt }),
  };
}

export function answerQuestion({ wait, answer, at }: Answering<QuestionWait, QuestionAnswer>): Answered {
  const { options } = wait;
  if (answer.kind === "tell")
    return answer.words === ""
      ? refusal("Say something, or the number of an option.")
      : answered(wait, { text: answer.words }, at);
  const { option, words = "" } = answer;
  const chosen = options[option - 1];
  if (chosen === undefined)
    return refusal(
      options.length === 0
        ? "There are no options: answer in words."
        : `There are only ${options.length} options.`,
    );
  const text = words === "" ? chosen : `${chosen} – ${words}`;
  return answered(wait, { text, option }, at);
}

/** The answer, and the task goes on where it was asked. */
function answered(
  { id, task: name }: QuestionWait,
  given: { readonly text: string; readonly option?: number },
  at: State,
): Answered {
  const told: Draft = { actor: "human", event: { type: "question.answered", question: id, ...given } };
  const task = name === undefined ? undefined : at.tasks[name];
  return task
    ? [told, { ...moveTask(task, "answered", "as the product manager says"), actor: "human" }]
    : [told];
}
