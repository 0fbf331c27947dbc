import type { EventOf } from "../../facts/events.ts";
import type { Actor, Fact } from "../../facts/fact.ts";
import type { JudgedCriterion, JudgedFlag } from "../../facts/finding-schema.ts";
import { saidAbout } from "../../rules/trouble/about-task.ts";
import { landedSince } from "../../rules/trouble/landed-since.ts";
import type { State } from "../../state/state.ts";
import type { Task } from "../../state/task.ts";
import { writtenTask } from "../../state/threads.ts";
import { type Instant, questionId, type SeatId, type TaskId } from "../../terms/ids.ts";
import { restarts } from "../../terms/task-machine.ts";
import { type EndedRun, endedRuns } from "../runs/ended-runs.ts";
import { storyOf } from "../story/story.ts";
import type { StoryLine } from "../story/story-line.ts";

/** What the log says about one task and the state does not keep: everything before its newest attempt, round and review. */
export interface TaskHistory {
  readonly attempts: readonly PastAttempt[];
  readonly questions: readonly AskedQuestion[];
  readonly reviews: readonly PastReview[];
  readonly conflicts: readonly PastConflict[];
  /** What a person said about it, oldest first. */
  readonly comments: readonly PastComment[];
  /** Its newest checks. */
  readonly checks?: { readonly at: Instant } & Omit<EventOf<"checks.finished">, "type">;
  /** The commands and checks that have ended, oldest first. */
  readonly runs: readonly EndedRun[];
  /** Every path that its author wrote in its worktree, in all attempts. */
  readonly wrote: readonly string[];
  readonly lines: readonly HistoryLine[];
}

/** An attempt that is over, and what the next one starts with. */
export interface PastAttempt {
  readonly attempt: number;
  readonly endedAt: Instant;
  readonly why: string;
  readonly learned?: string;
}

export interface AskedQuestion {
  readonly id: string;
  readonly from: Actor;
  readonly text: string;
  readonly urgency?: string;
  /** Who was asked first, and why that member could not answer. */
  readonly passed?: { readonly by: Actor; readonly why: string };
  /** Left out: nobody has answered. */
  readonly answer?: { readonly by: Actor; readonly text: string };
}

export interface PastReview {
  readonly seq: number;
  readonly at: Instant;
  readonly seat: SeatId;
  readonly subject: NonNullable<EventOf<"review.given">["subject"]>;
  readonly commit: string;
  readonly verdict: EventOf<"review.given">["verdict"];
  readonly feedback: string;
  readonly findings: readonly ReviewedFinding[];
  readonly criteria?: readonly JudgedCriterion[] | undefined;
  readonly flags?: readonly JudgedFlag[] | undefined;
}

type Finding = NonNullable<EventOf<"review.given">["findings"]>[number];
type Answer = NonNullable<EventOf<"task.moved">["answers"]>[number];
/** What was found, and what the author has said to it. */
type ReviewedFinding = Finding & { readonly answer?: Omit<Answer, "finding"> };

/** Two changes that did not fit together, and what each of them was for. */
export interface PastConflict {
  readonly seq: number;
  readonly at: Instant;
  readonly files: readonly string[];
  readonly mine: Intent;
  /** What had landed since its worktree was made, newest first. */
  readonly theirs: readonly Intent[];
}

/** What the author of a task says was done; before that, what the plan wants. */
export interface Intent {
  readonly task: TaskId;
  readonly by: SeatId | undefined;
  readonly title: string;
  readonly words: string;
}

export interface PastComment {
  readonly seq: number;
  readonly at: Instant;
  readonly text: string;
  /** The lines it is about, as they were. */
  readonly cited?: { readonly path: string; readonly from: number; readonly lines: readonly string[] };
}

export interface HistoryLine {
  readonly seq: number;
  readonly at: Instant;
  readonly who: string;
  readonly text: string;
}

export const noHistory: TaskHistory = {
  attempts: [],
  questions: [],
  reviews: [],
  conflicts: [],
  comments: [],
  runs: [],
  wrote: [],
  lines: [],
};

/** The history after one more fact. Pure: `before` and `after` are the states around it. */
export function withFact(
  history: TaskHistory,
  task: TaskId,
  fact: Fact,
  { before, after }: { readonly before: State; readonly after: State },
): TaskHistory {
  const ran = endedRuns(fact, before).filter((run) => run.task === task);
  const next = ran.length === 0 ? history : { ...history, runs: [...history.runs, ...ran] };
  return told(changed(next, task, fact, before), task, fact, { before, after });
}

function changed(history: TaskHistory, task: TaskId, fact: Fact, before: State): TaskHistory {
  const { event, actor, at, seq } = fact;
  switch (event.type) {
    case "task.moved":
      return event.task === task ? moved(history, event, at) : history;
    case "review.given": {
      if (event.task !== task) return history;
      const { type: _, task: __, subject = "code", findings = [], ...review } = event;
      return { ...history, reviews: [...history.reviews, { ...review, seq, at, subject, findings }] };
    }
    case "checks.finished": {
      const { type: _, ...checks } = event;
      // That one is about a commit which was judged before.
      const isOwn = event.task === task && event.why !== "refutation";
      return isOwn ? { ...history, checks: { at, ...checks } } : history;
    }
    case "conflict.found":
      return event.task === task ? conflicted(history, fact, event, before) : history;
    case "message.posted": {
      if (event.task !== task || actor !== "human") return history;
      const [cited] = event.cited ?? [];
      return {
        ...history,
        comments: [
          ...history.comments,
          { seq, at, text: saidAbout(event.text, task, cited), ...(cited && { cited }) },
        ],
      };
    }
    case "question.asked": {
      if (event.task !== task) return history;
      const { text, urgency } = event;
      const asked = { id: questionId(seq), from: actor, text, ...(urgency !== undefined && { urgency }) };
      return { ...history, questions: [...history.questions, asked] };
    }
    case "question.passed":
      return onQuestion(history, event.question, { passed: { by: actor, why: event.why } });
    case "question.answered":
      return onQuestion(history, event.question, { answer: { by: actor, text: event.text } });
    case "tool.called":
      return wrote(
        history,
        task,
        before,
        event.loop,
        event.changes.map(({ path }) => path),
      );
    case "tool.settled":
      return wrote(history, task, before, event.loop, event.changed ?? []);
    default:
      return history;
  }
}

function conflicted(
  history: TaskHistory,
  { seq, at }: Fact,
  { task, files }: EventOf<"conflict.found">,
  before: State,
): TaskHistory {
  const mine = before.tasks[task];
  if (!mine) return history;
  const theirs = landedSince(before, mine.base).map(intentOf);
  return {
    ...history,
    conflicts: [...history.conflicts, { seq, at, files, mine: intentOf(mine), theirs }],
  };
}

function intentOf({ id, owner, plan, summary }: Task): Intent {
  return { task: id, by: owner, title: plan.title, words: summary ?? plan.approach };
}

function moved(history: TaskHistory, event: EventOf<"task.moved">, at: Instant): TaskHistory {
  const { trigger, to, attempt, why, learned, answers = [] } = event;
  const past = { attempt: attempt - 1, endedAt: at, why, ...(learned !== undefined && { learned }) };
  return {
    ...history,
    attempts: restarts(trigger, to) ? [...history.attempts, past] : history.attempts,
    reviews:
      answers.length > 0 ? history.reviews.map((review) => answeredIn(review, answers)) : history.reviews,
  };
}

function answeredIn(review: PastReview, answers: readonly Answer[]): PastReview {
  return {
    ...review,
    findings: review.findings.map((found) => {
      const given = answers.find(({ finding }) => finding === found.id);
      if (!given) return found;
      const { finding: _, ...answer } = given;
      return { ...found, answer };
    }),
  };
}

function onQuestion(history: TaskHistory, id: string, more: Partial<AskedQuestion>): TaskHistory {
  if (!history.questions.some((one) => one.id === id)) return history;
  return {
    ...history,
    questions: history.questions.map((one) => (one.id === id ? { ...one, ...more } : one)),
  };
}

function wrote(
  history: TaskHistory,
  task: TaskId,
  before: State,
  loop: string,
  paths: readonly string[],
): TaskHistory {
  if (paths.length === 0 || writtenTask(before, loop) !== task) return history;
  return { ...history, wrote: [...new Set([...history.wrote, ...paths])].sort() };
}

/** Whom the line speaks of: a note says what happens to the task, whoever had it happen. */
function subjectOf({ kind, who }: StoryLine, task: TaskId): Actor {
  return kind === "note" && (who === "human" || who === "harness") ? task : who;
}

/** What the story tells about it, without what is told while it happens. */
function told(
  history: TaskHistory,
  task: TaskId,
  fact: Fact,
  { before, after }: { readonly before: State; readonly after: State },
): TaskHistory {
  const lines = storyOf(fact, before, after)
    .filter((line) => line.task === task && line.weight !== "small" && line.detail !== true)
    .map((line) => ({
      seq: line.seq,
      at: fact.at,
      who: subjectOf(line, task),
      text: [line.text, ...line.rows].join(" "),
    }));
  return lines.length === 0 ? history : { ...history, lines: [...history.lines, ...lines] };
}
