import type { FloorEvent } from "../../facts/chapters.ts";
import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { redWords } from "../../reports/judge.ts";
import { flagsTitle } from "../plan/notices.ts";
import { measuredWords } from "./measured-words.ts";
import { revertWords } from "./revert-words.ts";
import { type Around, type StoryLine, shortId, storyLine } from "./story-line.ts";
import { taskMoved } from "./story-moves.ts";
import { reviewGiven, taskAmended } from "./story-review.ts";
import { splitStory } from "./story-split.ts";

/** Building and shipping as a story: who takes what, what the tests said, what the review found, what landed. */
export function floorStory(fact: Fact, event: FloorEvent, around: Around): readonly StoryLine[] {
  switch (event.type) {
    case "task.moved":
      return taskMoved(fact, event, around);
    case "review.given":
      return reviewGiven(fact, event);
    case "checks.finished":
      return checksFinished(fact, event);
    case "layer.settled": {
      const said = event.how === "looked" ? "you have looked at" : "nobody was there to look at";
      return [
        storyLine(fact, "note", `${said} layer ${event.layer}: the next one begins`, { who: "harness" }),
      ];
    }
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
    case "task.volunteered":
      return [storyLine(fact, "said", `would take ${event.task}: ${event.why}`, { who: event.seat })];
    case "volunteers.called":
      return [storyLine(fact, "note", "who would take which task?")];
    case "task.amended":
      return [taskAmended(fact, event)];
    case "split.requested":
    case "split.proposed":
    case "split.settled":
      return splitStory(fact, event);
    case "cancel.requested":
      return [
        storyLine(fact, "note", "is cancelled once Huddle has finished what it began in git for it", {
          task: event.task,
        }),
      ];
    case "comment.requested":
      return [
        storyLine(fact, "note", "goes back with your comment once Huddle has finished what it began in git", {
          task: event.task,
        }),
      ];
    case "hold.requested":
      return [storyLine(fact, "note", "is yours as soon as nobody is at work on it", { task: event.task })];
    case "task.hurried":
      return [storyLine(fact, "note", "goes before the others that wait", { task: event.task })];
    case "revert.requested":
      return [storyLine(fact, "note", "what has landed of it is to be taken back", { task: event.task })];
    case "revert.settled":
      return event.how === "reverted" ? [] : [notReverted(fact, event)];
    case "tasks.planned":
    // A list that an author keeps for itself: `huddle task` shows it.
    case "todos.changed":
    case "task.assigned":
    case "effect.started":
    case "effect.settled":
    case "task.landed":
      return [];
  }
}

/** What the checks said is told with the checks. */
function notReverted(fact: Fact, event: EventOf<"revert.settled">): StoryLine {
  const words = revertWords(event.task, event).replace(/:$/, ".");
  return storyLine(fact, "red", words, { who: "harness", task: event.task });
}

function checksFinished(fact: Fact, event: EventOf<"checks.finished">): readonly StoryLine[] {
  const by = { who: "harness", ...(event.task !== undefined && { task: event.task }) };
  if (event.why === "baseline") return [baselineLine(fact, event)];
  if (event.why === "refutation")
    return [storyLine(fact, "note", `its author's tests on the reviewed commit: ${checksText(event)}`, by)];
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
  const { measured } = event;
  const earlier = measured ? ` (run ${measuredWords(measured)}; nothing that decides them has changed)` : "";
  if (event.passed) return storyLine(fact, "green", `on the base commit: ${checksText(event)}${earlier}`, by);
  const red = event.results.filter(({ exit }) => exit !== 0);
  const rows = red.flatMap((result) => redWords(result).split("\n"));
  return storyLine(fact, "red", "before anything is built, on the base commit:", { ...by, rows });
}

function settledText({ how, without }: EventOf<"baseline.settled">): string {
  if (how === "again") return "run the checks on the base commit again";
  if (without.length === 0) return "go on: what is red on the base commit does not count against the work";
  return `go on without what cannot start on the base commit: ${without.join(", ")}`;
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
