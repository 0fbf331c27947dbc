import type { Flag, Tried } from "../facts/check-result-schema.ts";
import type { EventOf } from "../facts/events.ts";
import type { Actor } from "../facts/fact.ts";
import type { FindingAnswer, JudgedCriterion, ReviewFinding } from "../facts/finding-schema.ts";
import type { Remedy } from "../facts/remedy-schema.ts";
import type { Part, PlannedTask } from "../terms/artifacts.ts";
import type { EffectId, Instant, QuestionId, SeatId, StepKey, TaskId } from "../terms/ids.ts";
import type { Returning, TaskState } from "../terms/task-machine.ts";

/** One return of a task to its author, or to a person because it was one too many. */
export interface Return {
  readonly seq: number;
  readonly from: TaskState;
  readonly trigger: Returning;
  /** What came back. */
  readonly words: string;
}

/** What the author of a task asked. */
export interface TaskQuestion {
  readonly id: QuestionId;
  readonly text: string;
  /** Left out: none yet, or nobody was there in time. */
  readonly answer?: { readonly by: Actor; readonly text: string };
}

export interface Review {
  readonly seat: SeatId;
  readonly commit: string;
  readonly findings: readonly ReviewFinding[];
  readonly answers: readonly FindingAnswer[];
  /** What the checks said on its commit with the author's newer tests, which refute findings. */
  readonly tried?: Tried & { readonly seq: number; readonly results: EventOf<"checks.finished">["results"] };
  /** Its author has read the whole change. */
  readonly whole?: true;
}

/** What a member decided about a task that got nowhere. */
export interface Judgement {
  readonly seq: number;
  readonly seat: SeatId;
  readonly verdict: EventOf<"review.given">["verdict"];
  readonly words: string;
}

/** How its author will go about a task. `agreed`: somebody else has looked at it and found it good. */
export type OwnPlan = NonNullable<EventOf<"task.moved">["plan"]> & { readonly agreed?: true };

/** How far an attempt has come. Only what was never reached before counts, so a task cannot go on for ever by it. */
export interface Progress {
  /** Checks that have been green. */
  readonly green: readonly string[];
  /** The fewest findings of a review. */
  readonly fewest?: number;
  /** Criteria that a review found met. */
  readonly met?: readonly string[];
  /** Seq of the fact that brought it furthest. */
  readonly at: number;
}

/** A task is to become smaller ones: the architect divides it, and then a person looks at that. */
export interface Splitting {
  readonly seq: number;
  /** How, as a person or the architect said. May be empty. */
  readonly words: string;
  /** What the architect made of it. Left out: it is at it. */
  readonly proposal?: { readonly seq: number; readonly parts: readonly Part[]; readonly why: string };
}

export interface Task {
  readonly id: TaskId;
  readonly order: number;
  readonly plan: PlannedTask;
  readonly plannedAt: number;
  readonly owner: SeatId | undefined;
  readonly assignedAt: number;
  /** A person said who has it. */
  readonly byHand?: true;
  /** Who would take it, and why. */
  readonly volunteers: readonly { readonly seat: SeatId; readonly why: string }[];
  readonly state: TaskState;
  readonly attempt: number;
  /** Seq of the move into its current state. */
  readonly movedAt: number;
  /** How its author will go about it. Left out: this was never asked. */
  readonly ownPlan?: OwnPlan;
  /** What its author has yet to do, and has done. */
  readonly todos?: EventOf<"todos.changed">["todos"];
  /** What shows that it was done already, as its author claims it; nobody else need have looked yet. */
  readonly claim?: string | undefined;
  /** How often somebody judged its plan, or that claim. */
  readonly looks?: number;
  /** Who last judged its code, its plan or that claim. */
  readonly lastJudge?: SeatId;
  /** When it was over. */
  readonly overAt?: Instant;
  /** What its author did, in the author's own words. */
  readonly summary: string | undefined;
  /** Why it last came back to its author. */
  readonly feedback: string | undefined;
  /** Seq of the move that brought the feedback. */
  readonly feedbackAt: number;
  /** Its newest checks, and their seq. */
  readonly evidence:
    | {
        readonly seq: number;
        readonly results: EventOf<"checks.finished">["results"];
        /** Failures that were there before the task, as `check: test`. */
        readonly known?: readonly string[];
        /** Failures that one of two runs showed, and the other did not. */
        readonly flaky?: readonly string[];
        /** What the checked commit leaves out of what its author wrote. */
        readonly leftOut?: EventOf<"checks.finished">["leftOut"];
        /** Of a landing: what in all that has landed makes the checks say less than on the session's base commit. */
        readonly sinceBase?: readonly Flag[];
      }
    | undefined;
  /** What makes its checks say less than before. */
  readonly flags?: readonly Flag[];
  /** The name of its worktree; the workspace knows the path. */
  readonly worktree: string | undefined;
  /** Parents of the task's next commit: the integration head it is based on, and its own last commit. */
  readonly base: string | undefined;
  readonly commit: string | undefined;
  /** Seq of the intent of its last commit. */
  readonly committedAt: number;
  /** Every path that was written in its current worktree, with the seq of the newest intent. */
  readonly wrote: Readonly<Record<string, number>>;
  /** Content of paths that a person has said yes to: its hash, and its mode where that was changed. */
  readonly approved?: Readonly<Record<string, { readonly after: string | null; readonly mode?: string }>>;
  readonly reviews: number;
  /** The newest review that asked for changes, and what the author has said to its findings since. */
  readonly review?: Review | undefined;
  /** What the newest review says about each criterion. */
  readonly criteria?: readonly JudgedCriterion[];
  /** Every return of this attempt, oldest first. A decision about the task starts a new count and removes none. */
  readonly returns: readonly Return[];
  /** Seq of the move by which a person or the architect last gave it more rounds. */
  readonly decidedAt: number;
  /** What its author has asked so far, oldest first. */
  readonly questions?: readonly TaskQuestion[];
  /** The question that nobody answered in time, as long as it waits for a person because of that. */
  readonly unanswered?: QuestionId | undefined;
  /** How far this attempt has come. */
  readonly progress?: Progress | undefined;
  /** How often it stopped in this attempt, and somebody had to decide how it goes on. */
  readonly stops?: number;
  /** What the architect decided about it each time, oldest first. */
  readonly judged?: readonly Judgement[];
  /** Seq of the move by which a person last decided about it. */
  readonly steeredAt?: number;
  /** How often it started afresh since it was planned or a person started it again. */
  readonly tries?: number;
  /** What was wrong with the environment in the attempts before this one. */
  readonly met?: readonly string[];
  /** What was learned in the attempts before this one, oldest first. */
  readonly learned?: readonly string[];
  /** While it waits for an answer or a decision: where it goes on, and what is in the way. */
  readonly origin?: TaskState | undefined;
  readonly blocked?: EventOf<"task.moved">["blocked"];
  /** Once it is over: what came of it. */
  readonly disposition?: EventOf<"task.moved">["disposition"];
  /** Cancelled tasks that a person let it go on without, each with the seq of its cancelling. */
  readonly without?: Readonly<Record<TaskId, number>>;
  /** Seq of a person's wish to cancel it, while an effect in it is under way. */
  readonly cancelling?: number;
  readonly splitting?: Splitting | undefined;
  /** How often the architect was asked in this attempt to divide it. */
  readonly splits?: number;
  /** Seq of the fact that settled that it stays one task. */
  readonly wholeAt?: number;
  /** The tasks that took its place. */
  readonly into?: readonly TaskId[];
  /** A person's comment, with which it goes back to its author once the effect that is under way is settled. */
  readonly commenting?: { readonly seq: number; readonly feedback: string } | undefined;
  /** Seq of a person's wish to work on it, until it is theirs. */
  readonly holding?: number | undefined;
  /** Seq of a person's wish that it begins and lands before others. */
  readonly hurried?: number;
  /** Its place in the line of those that land. Left out: the seq at which it came. */
  readonly landsAt?: number | undefined;
  /** Seq of the move by which a person last gave it back to its author. */
  readonly givenAt?: number;
  /** Its worktree as the person took it over, as a tree. */
  readonly takenAs?: string | undefined;
  /** Seq of a person's wish that what has landed of it is taken back. */
  readonly reverting?: number | undefined;
  /** What came of the last such wish. */
  readonly revert?: { readonly seq: number } & Omit<EventOf<"revert.settled">, "type" | "task">;
  readonly landed: { readonly commit: string; readonly was: string; readonly checks: number } | undefined;
}

export interface Effect {
  readonly id: EffectId;
  readonly seq: number;
  readonly at: Instant;
  readonly kind: EventOf<"effect.started">["kind"];
  readonly step: StepKey;
  readonly task?: TaskId;
  readonly input: EventOf<"effect.started">["input"];
  readonly settled?: {
    readonly failed: boolean;
    readonly text: string;
    readonly commit?: string;
    readonly path?: string;
  };
}

/** The state of a step's failure: it waits for its next try, it waits for a person, or a person has sent it on. */
export interface Failures {
  readonly kind: "backing-off" | "stuck" | "retried";
  readonly count: number;
  /** Seq of the fact that made it so. */
  readonly seq: number;
  readonly error: string;
  /** The code of the Fault, if the failure was one. */
  readonly code?: string;
  /** What Huddle can do about it. In a step that a person has sent on: what they have agreed to. */
  readonly remedy?: Remedy;
  readonly retryAt?: Instant;
}
