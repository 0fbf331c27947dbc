import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { mostAttempts } from "../../rules/trouble/requeue-task.ts";
import { deciderOf } from "../../rules/trouble/who-decides.ts";
import { findingAnswerText } from "../../state/finding-text.ts";
import type { Task } from "../../state/task.ts";
import { isOutOfBudget, isOver, needsDecision } from "../../terms/task-machine.ts";
import { failingTests, failingTestsIn } from "./failing-tests.ts";
import { type Around, type StoryLine, shortId, storyLine } from "./story-line.ts";

/** What a person is told when a task moves. What other facts of the same append tell is not told again. */
export function taskMoved(fact: Fact, event: EventOf<"task.moved">, around: Around): readonly StoryLine[] {
  const task = around.after.tasks[event.task];
  const by = { who: task?.owner ?? "harness", task: event.task };
  const inTrouble = (words: string, ...rows: string[]) =>
    storyLine(fact, "trouble", words, { ...by, who: "harness", ...(rows.length > 0 && { rows }) });
  switch (event.trigger) {
    case "dispatched":
      return [storyLine(fact, "taken", `takes it: ${task?.plan.title ?? ""}`, by)];
    case "done":
      return [
        storyLine(fact, "done", `done: ${event.why}`, {
          ...by,
          rows: (event.answers ?? []).map(findingAnswerText),
        }),
      ];
    case "planned":
      return [storyLine(fact, "done", `plans it: ${event.why}`, by)];
    case "satisfied":
      return isOver(event.to)
        ? [storyLine(fact, "landed", `was done already: ${event.why}`, { ...by, who: "harness" })]
        : [storyLine(fact, "done", `says that it is done already: ${event.why}`, by)];
    case "failed":
      return [backLine(fact, "goes back", failedIn(event, around), by)];
    case "red":
      return [backLine(fact, "does not land", failedIn(event, around), by)];
    case "landed": {
      const commit = task?.landed ? ` as ${shortId(task.landed.commit)}` : "";
      return [storyLine(fact, "landed", `landed${commit}: ${event.why}`, { ...by, who: "harness" })];
    }
    case "refused":
      return [backLine(fact, "goes back", [event.why], by)];
    case "lost":
      return [inTrouble(event.why)];
    case "rejected":
      return needsDecision(event.to)
        ? [inTrouble(`${clause(event.why)}; ${whoNext(event.task, around)}`)]
        : [inTrouble(afresh(task, event.why))];
    case "limit":
    case "broken":
    case "blocked":
      return [inTrouble(`${clause(event.why)}; ${whoNext(event.task, around)}`)];
    case "overdue":
      return [inTrouble(`${clause(event.why)}; it waits for you`, firstLine(event.feedback ?? ""))];
    case "stopped":
    case "exhausted":
      return [inTrouble(`failed: ${clause(event.why)}; it waits for you`)];
    case "requeued":
      return [inTrouble(afresh(task, event.why))];
    case "rewritten":
    case "retried":
    case "granted":
    case "unblocked":
    case "redirected":
    case "held":
    case "commented":
    case "given":
    case "finished":
    case "cancelled":
    case "split":
    case "reverted":
    case "prose":
      return [storyLine(fact, "note", noteWords(event.trigger, event.why, task), { task: event.task })];
    case "ready":
    case "plan":
    case "passed":
    case "approved":
    case "prepared":
    case "changes":
    case "conflict":
    // Told with the question and its answer.
    case "asked":
    case "answered":
      return [];
  }
}

function afresh(task: Task | undefined, why: string): string {
  return `starts afresh, as attempt ${(task?.tries ?? 0) + 1} of ${mostAttempts}: ${why}`;
}

type Noted =
  | (
      | "rewritten"
      | "retried"
      | "granted"
      | "unblocked"
      | "redirected"
      | "held"
      | "commented"
      | "given"
      | "finished"
    )
  | ("cancelled" | "split" | "reverted" | "prose");

/** Moves that a person or the harness makes. */
function noteWords(trigger: Noted, why: string, task: Task | undefined): string {
  switch (trigger) {
    case "rewritten":
      return "starts afresh, in other words";
    case "retried":
      return "starts afresh, as you say";
    case "granted":
    case "unblocked":
    case "redirected":
      return `goes on: ${toYou(why)}`;
    case "held":
      return "is with you now";
    case "given":
      return `goes back to ${task?.owner ?? "its engineer"}`;
    case "commented":
      return `goes back to ${task?.owner ?? "its engineer"} with your comment`;
    case "finished":
      return `done by you: ${why}`;
    case "cancelled":
      return `cancelled: ${task?.plan.title ?? ""}`;
    case "split":
      return `smaller tasks take its place: ${why}`;
    case "reverted":
      return `taken back: ${task?.plan.title ?? ""}`;
    case "prose":
      return "needs no review: only words for people changed";
  }
}

/** Who says how a task goes on that has stopped. */
function whoNext(id: string, { after }: Around): string {
  const task = after.tasks[id];
  const decider = task && deciderOf(after, task);
  switch (decider?.kind) {
    case "architect":
      return decider.about === "task"
        ? `${decider.seat} writes it in other words`
        : `${decider.seat} says how it goes on`;
    case "harness":
      return task && isOutOfBudget(task.state) ? "nobody is asked again" : "a fresh worktree is tried first";
    default:
      return "it waits for you";
  }
}

/** The failing tests by name; without names, the first line of the feedback. */
function failedIn(event: EventOf<"task.moved">, { before, after }: Around): readonly string[] {
  const evidence = after.tasks[event.task]?.evidence;
  // Checks of an earlier round are not the reason.
  const isFresh = evidence !== undefined && evidence.seq > (before.tasks[event.task]?.movedAt ?? 0);
  const named = isFresh ? failingTests(evidence.results) : [];
  const { feedback = "" } = event;
  const tests = named.length > 0 ? named : failingTestsIn(feedback);
  return tests.length > 0 ? tests : [firstLine(feedback)];
}

function backLine(
  fact: Fact,
  what: string,
  told: readonly string[],
  by: { readonly who: string; readonly task: string },
): StoryLine {
  const [only, ...others] = told;
  return only === undefined || others.length > 0
    ? storyLine(fact, "red", `${what}:`, { ...by, rows: told })
    : storyLine(fact, "red", `${what}: ${only}`, by);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

/** A sentence as the first part of a longer one. */
function clause(words: string): string {
  return words.replace(/[\s.;,:]+$/, "");
}

/** The log calls the person the product manager. */
function toYou(words: string): string {
  return words.replace(/^as the product manager says$/, "as you say");
}
