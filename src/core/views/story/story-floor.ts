import type { FloorEvent } from "../../facts/chapters.ts";
import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import type { State } from "../../state/state.ts";
import { failingTests } from "./failing-tests.ts";
import { type Around, type StoryLine, storyLine } from "./story-line.ts";

/** Building and shipping as a story: who takes what, what the tests said, what the review found, what landed. */
export function floorStory(fact: Fact, event: FloorEvent, { after }: Around): readonly StoryLine[] {
  switch (event.type) {
    case "task.moved":
      return taskMoved(fact, event, after);
    case "review.given":
      return [storyLine(fact, event.verdict, event.feedback, { who: event.seat, task: event.task })];
    case "checks.finished":
      // Green checks on a landing are told with the landing itself.
      if (event.why !== "testing" && event.passed) return [];
      return [
        storyLine(fact, event.passed ? "green" : "red", checksText(event), {
          who: "harness",
          ...(event.task !== undefined && { task: event.task }),
        }),
      ];
    case "conflict.found":
      return [
        storyLine(fact, "red", `conflicts with what has landed meanwhile, in ${event.files.join(", ")}`, {
          task: event.task,
        }),
      ];
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
          event.how === "branch"
            ? `shipped as the branch ${event.onto}, at ${shortId(event.commit)}`
            : `shipped onto ${event.onto} by fast-forward, now at ${shortId(event.commit)}`,
        ),
      ];
    case "task.volunteered":
      return [storyLine(fact, "said", `would take ${event.task}: ${event.why}`, { who: event.seat })];
    case "volunteers.called":
      return [storyLine(fact, "note", "who would take which task?")];
    case "tasks.planned":
    case "task.assigned":
    case "effect.started":
    case "effect.settled":
    case "task.landed":
      return [];
  }
}

function taskMoved(fact: Fact, event: EventOf<"task.moved">, after: State): readonly StoryLine[] {
  const task = after.tasks[event.task];
  const by = { who: task?.owner ?? "harness", task: event.task };
  switch (event.trigger) {
    case "dispatched":
      return [storyLine(fact, "taken", `takes it: ${task?.plan.title ?? ""}`, by)];
    case "done":
      return [storyLine(fact, "done", `done: ${event.why}`, by)];
    case "failed":
      return [backLine(fact, "goes back", event.feedback ?? "", by)];
    case "red":
      return [backLine(fact, "does not land", event.feedback ?? "", by)];
    case "landed": {
      const commit = task?.landed ? ` as ${shortId(task.landed.commit)}` : "";
      return [storyLine(fact, "landed", `landed${commit}: ${event.why}`, { ...by, who: "harness" })];
    }
    case "ready":
    case "passed":
    case "approved":
    case "changes":
    case "conflict":
      return [];
  }
}

/** The failing tests by name; without names, the first line of the output. */
function backLine(
  fact: Fact,
  what: string,
  feedback: string,
  by: { readonly who: string; readonly task: string },
): StoryLine {
  const tests = failingTests(feedback);
  const [only] = tests.length === 1 ? tests : tests.length === 0 ? [firstLine(feedback)] : [];
  return only === undefined
    ? storyLine(fact, "red", `${what}:`, { ...by, rows: tests })
    : storyLine(fact, "red", `${what}: ${only}`, by);
}

/** The result of the checks, with test counts where there are any: "tests: 8 passed, 1 failed". */
function checksText(event: EventOf<"checks.finished">): string {
  if (event.results.length === 0) return "no checks are set up";
  return event.results
    .map(({ name, counts, exit }) => {
      if (!counts) return exit === 0 ? `${name}: passed` : `${name}: failed`;
      return `${name}: ${counts.passed} passed${exit === 0 ? "" : `, ${counts.failed} failed`}`;
    })
    .join("; ");
}

/** A commit id as people quote it. */
export function shortId(commit: string): string {
  return commit.slice(0, 7);
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
