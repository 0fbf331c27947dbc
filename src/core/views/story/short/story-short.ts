import { mentionedIn } from "../../../rules/turns/mentions.ts";
import { artifactName } from "../../../terms/phase.ts";
import type { Seat } from "../../../terms/policy.ts";
import type { StoryLine } from "../story-line.ts";
import { firstSentence } from "./first-sentence.ts";

/**
 * The story for a reader without time for the whole talk: what the coach and the person say in full, decisions,
 * questions and building as they are, and a line for everybody else's turn and for each finding of a review. A document
 * is a line as well, unless it waits for the person and `asks` says that they are asked right here.
 */
export function shortLine(
  line: StoryLine,
  seats: readonly Seat[],
  { asks }: { readonly asks: boolean },
): StoryLine {
  switch (line.kind) {
    case "said":
      if (line.task !== undefined || !isEngineer(seats, line.who) || callsPerson(line.text)) return line;
      return { ...line, text: inShort(line.text), brief: true };
    case "passed":
      return { ...line, brief: true };
    case "document": {
      const { graph: _, ...rest } = line;
      return line.artifact?.waits && asks ? line : { ...rest, rows: [seenWith(line)], brief: true };
    }
    case "changes":
    case "done":
      return line.rows.length === 0 ? line : { ...line, rows: line.rows.map(gist), briefRows: true };
    default:
      return line;
  }
}

/** Whose turns are told in a line: everybody's but the coach's and the person's. */
export function isEngineer(seats: readonly Seat[], who: string): boolean {
  return seats.some((seat) => seat.id === who && seat.role !== "coach");
}

/** A message that mentions the person is shown whole. Nothing waits for an answer to it. */
function callsPerson(text: string): boolean {
  return mentionedIn(text, ["human"]).length > 0;
}

function inShort(text: string): string {
  const first = firstSentence(text);
  return first.length < text.replace(/\s+/g, " ").trim().length ? `${first} …` : first;
}

/** A row with an id in front, such as `1.2  text`. */
function gist(row: string): string {
  const [, id = "", text = row] = /^(\S+ {2})([\s\S]*)$/.exec(row) ?? [];
  return `${id}${inShort(text)}`;
}

function seenWith({ artifact }: StoryLine): string {
  return artifact === undefined ? "" : `See it: huddle show ${artifactName(artifact.kind)}`;
}
