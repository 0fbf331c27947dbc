import type { FloorEvent } from "../../facts/chapters.ts";
import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { shippedWords } from "../../facts/shipped-to.ts";
import { redWords } from "../../reports/judge.ts";
import { mostAttempts } from "../../rules/trouble/requeue-task.ts";
import { deciderOf } from "../../rules/trouble/who-decides.ts";
import { findingAnswerText } from "../../state/finding-text.ts";
import { isOutOfBudget } from "../../terms/task-machine.ts";
import { flagsTitle } from "../plan/notices.ts";
import { failingTests, failingTestsIn } from "./failing-tests.ts";
import { type Around, type StoryLine, storyLine } from "./story-line.ts";
import { reviewGiven, taskAmended } from "./story-review.ts";

/** Building and shipping as a story: who takes what, what the tests said, what the review found, what landed. */
export function floorStory(fact: Fact, event: FloorEvent, around: Around): readonly StoryLine[] {
  switch (event.type) {
    case "task.moved":
      return taskMoved(fact, event, around);
    case "review.given":
      return reviewGiven(fact, event);
    case "checks.finished":
      return checksFinished(fact, event);
    case "baseline.settled":
      return [storyLine(fact, "answer", settledText(event))];
    case "conflict.found":
      return [
        storyLine(fact, "red", `conflicts with what has landed meanwhile, in ${event.files.join(", ")}`, {
          task: event.task,
        }),
      ];
    case "branch.taken":
      return [storyLine(fact, "answer", `take the branch as it is now, at ${shortId(event.commit)}`)];
    case "ship.requested":
      return [
        storyLine(
          fact,
          "answer",
          event.how === "branch" ? `ship it as the branch ${event.onto}` : `ship it onto ${event.onto}`,
        ),
      ];
    case "session.shipped":
      return [
        storyLine(
          fact,
          "shipped",
          event.how === "branch" || event.was === null
            ? `shipped ${shippedWords({ onto: event.onto, made: true })}, at ${shortId(event.commit)}`
            : `shipped onto ${event.onto} by fast-forward, now at ${shortId(event.commit)}`,
        ),
      ];
    case "task.volunteered":
      return [storyLine(fact, "said", `would take ${event.task}: ${event.why}`, { who: event.seat })];
    case "volunteers.called":
      return [storyLine(fact, "note", "who would take which task?")];
    case "task.amended":
      return [taskAmended(fact, event)];
    case "cancel.requested":
      return [
        storyLine(fact, "note", "is cancelled once Huddle has finished what it began in git for it", {
          task: event.task,
        }),
      ];
    case "tasks.planned":
    case "task.assigned":
    case "effect.started":
    case "effect.settled":
    case "task.landed":
      return [];
  }
}

function checksFinished(fact: Fact, event: EventOf<"checks.finished">): readonly StoryLine[] {
  const by = { who: "harness", ...(event.task !== undefined && { task: event.task }) };
  if (event.why === "baseline") return [baselineLine(fact, event)];
  // Green checks on a landing are told with the landing itself.
  const isTold = event.why === "testing" || !event.passed;
  const said = isTold ? [storyLine(fact, event.passed ? "green" : "red", checksText(event), by)] : [];
  const { flags = [] } = event;
  const flagged =
    flags.length === 0
      ? []
      : [storyLine(fact, "trouble", flagsTitle, { ...by, rows: flags.map(({ text }) => text) })];
  const undone = event.results.flatMap(({ name, undone: changed = [] }) =>
    changed.length === 0
      ? []
      : [
          storyLine(fact, "trouble", `${name} changed git's settings of your repository; put back:`, {
            ...by,
            rows: changed,
          }),
        ],
  );
  const left = event.leftOut ?? [];
  const notKept =
    left.length === 0
      ? []
      : [
          storyLine(fact, "trouble", "the commit leaves out files that git ignores:", {
            ...by,
            rows: left.map(({ path, rule }) => `${path} (${rule})`),
          }),
        ];
  return [...said, ...flagged, ...undone, ...notKept];
}

/** What was red before anything was built, check by check. */
function baselineLine(fact: Fact, event: EventOf<"checks.finished">): StoryLine {
  const by = { who: "harness" };
  if (event.passed) return storyLine(fact, "green", `on the base commit: ${checksText(event)}`, by);
  const red = event.results.filter(({ exit }) => exit !== 0);
  const rows = red.flatMap((result) => redWords(result).split("\n"));
  return storyLine(fact, "red", "before anything is built, on the base commit:", { ...by, rows });
}

function settledText({ how, without }: EventOf<"baseline.settled">): string {
  if (how === "again") return "run the checks on the base commit again";
  if (without.length === 0) return "go on: what is red on the base commit does not count against the work";
  return `go on without what cannot start on the base commit: ${without.join(", ")}`;
}

function taskMoved(fact: Fact, event: EventOf<"task.moved">, around: Around): readonly StoryLine[] {
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
      return [
        inTrouble(`starts afresh, as attempt ${(task?.tries ?? 0) + 1} of ${mostAttempts}: ${event.why}`),
      ];
    case "rewritten":
      return [storyLine(fact, "note", "starts afresh, in other words", { task: event.task })];
    case "retried":
      return [storyLine(fact, "note", "starts afresh, as you say", { task: event.task })];
    case "granted":
    case "unblocked":
    case "redirected":
      return [storyLine(fact, "note", `goes on: ${toYou(event.why)}`, { task: event.task })];
    case "cancelled":
      return [storyLine(fact, "note", `cancelled: ${task?.plan.title ?? ""}`, { task: event.task })];
    case "ready":
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

/** The result of the checks, with test counts where there are any: "tests: 8 passed, 1 failed". */
function checksText(event: EventOf<"checks.finished">): string {
  if (event.results.length === 0) return "no checks are set up";
  const { known = [], flaky = [] } = event;
  const unsure =
    flaky.length === 0 ? "" : `; flaky: ${flaky.slice(0, 3).join(", ")}${flaky.length > 3 ? " …" : ""}`;
  return `${event.results
    .map(({ name, counts, exit }) => {
      const isKnown = exit !== 0 && event.passed && known.some((one) => one.startsWith(`${name}: `));
      const before = isKnown ? " as before" : "";
      if (!counts) return exit === 0 ? `${name}: passed` : `${name}: failed${before}`;
      return `${name}: ${counts.passed} passed${exit === 0 ? "" : `, ${counts.failed} failed${before}`}`;
    })
    .join("; ")}${unsure}`;
}

/** A commit id as people quote it. */
export function shortId(commit: string): string {
  return commit.slice(0, 7);
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
