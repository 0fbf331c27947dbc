import type { SessionEvent } from "../../facts/chapters.ts";
import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import type { Seat } from "../../terms/policy.ts";
import { stepWords } from "../inbox/step-words.ts";
import { type Around, type StoryLine, storyLine } from "./story-line.ts";

/** The session as a whole: its beginning and end, its settings, its runs, and what failed. */
export function sessionStory(fact: Fact, event: SessionEvent, { before }: Around): readonly StoryLine[] {
  switch (event.type) {
    case "session.opened":
      return [
        storyLine(fact, "title", event.title, { rows: [event.brief] }),
        storyLine(fact, "note", `the team: ${event.seats.map(memberName).join(", ")}`, { who: "harness" }),
      ];
    case "session.promoted":
      return [storyLine(fact, "note", `goes on as the session ${event.into}`)];
    case "session.closed":
      return event.how === "finished" ? [] : [storyLine(fact, "note", `given up: ${event.why}`)];
    case "seats.changed":
      return [storyLine(fact, "note", `the team's models are now ${event.why}`)];
    case "policy.changed":
      return event.patch.pace === undefined
        ? []
        : [storyLine(fact, "note", `the pace is ${event.patch.pace} from here on`)];
    case "runner.started":
      return before.runner && before.runner.stopped === undefined
        ? [storyLine(fact, "note", "the last run was cut off; the team goes on where it stopped")]
        : [];
    case "step.failed":
      return [failedLine(fact, event)];
    case "step.retried":
      return [storyLine(fact, "note", `tries again: ${stepWords(event.step)}`)];
    case "runner.stopped":
      return [];
  }
}

function memberName({ id, role }: Seat): string {
  return id === role ? id : `${id} (${role})`;
}

function failedLine(fact: Fact, { step, error, retryAt }: EventOf<"step.failed">): StoryLine {
  const rows = retryAt === undefined ? [] : ["it is tried again soon"];
  return storyLine(fact, "trouble", `${stepWords(step)} failed: ${error}`, { who: "harness", rows });
}
