import { assertNever } from "../../../assert-never.ts";
import type { ShipEvent } from "../../../facts/chapters.ts";
import type { EventOf } from "../../../facts/events.ts";
import type { Fact } from "../../../facts/fact.ts";
import { shippedWords } from "../../../facts/shipped-to.ts";
import { oneLine } from "../../../text/one-line.ts";
import { type StoryLine, shortId, storyLine } from "../story-line.ts";

/** Handing over, taking that back, and catching up with another branch. */
export function shipStory(fact: Fact, event: ShipEvent): readonly StoryLine[] {
  switch (event.type) {
    case "ship.requested":
      return [
        storyLine(
          fact,
          "answer",
          `ship ${event.partial ? "what has landed so far" : "it"} ${askedWords(event)}`,
        ),
      ];
    case "session.shipped":
      return [storyLine(fact, "shipped", `shipped ${doneWords(event)}`), ...prLines(fact, event)];
    case "undo.requested":
      return [storyLine(fact, "answer", "take back what was shipped")];
    case "ship.undone":
      return [storyLine(fact, "note", undoneWords(event))];
    case "sync.requested":
      return [storyLine(fact, "answer", `catch up with ${event.branch}`)];
    case "session.synced":
      return [
        storyLine(fact, event.how === "conflict" || event.how === "red" ? "red" : "note", syncedWords(event)),
      ];
    default:
      return assertNever(event);
  }
}

function askedWords({ how, onto, base }: EventOf<"ship.requested">): string {
  switch (how) {
    case "branch":
      return `as the branch ${onto}`;
    case "fast-forward":
      return `onto ${onto}`;
    case "squash":
      return `as one commit on ${onto}`;
    case "patch":
      return `as the patch ${onto}`;
    case "pr":
      return `as the branch ${onto}, for a pull request${base === undefined ? "" : ` onto ${base}`}`;
    default:
      return assertNever(how);
  }
}

function doneWords({ how, onto, was, commit, partial }: EventOf<"session.shipped">): string {
  const part = partial ? "what has landed so far " : "";
  if (how === "fast-forward" && was !== null)
    return `${part}onto ${onto} by fast-forward, now at ${shortId(commit)}`;
  return `${part}${shippedWords({ onto, made: how === "branch" || was === null, how })}, at ${shortId(commit)}`;
}

function prLines(fact: Fact, { url, unopened }: EventOf<"session.shipped">): readonly StoryLine[] {
  if (url !== undefined) return [storyLine(fact, "note", `the pull request is open: ${oneLine(url)}`)];
  if (unopened === undefined) return [];
  return [storyLine(fact, "red", `pushed, but the pull request was not opened: ${oneLine(unopened)}`)];
}

function undoneWords({ onto, how, restored }: EventOf<"ship.undone">): string {
  if (how === "patch") return `taken back: the patch ${onto} stays where it is`;
  return restored === null
    ? `taken back: the branch ${onto} is gone again`
    : `taken back: ${onto} is at ${shortId(restored)} again`;
}

function syncedWords({ branch, at, how, why = "" }: EventOf<"session.synced">): string {
  switch (how) {
    case "merged":
      return `caught up with ${branch}, at ${shortId(at)}`;
    case "nothing":
      return `${branch} has nothing new`;
    case "conflict":
    case "red":
      return `not caught up with ${branch}: ${oneLine(why)}`;
    default:
      return assertNever(how);
  }
}
