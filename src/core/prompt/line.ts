import type { Entry } from "../state/session.ts";
import { missingWords } from "../terms/citations.ts";
import { shorten } from "../text/shorten.ts";
import type { Note } from "./noted.ts";

/** One thing in the transcript: what somebody said, or what the harness notes. */
export type Line = Entry | Note;

/** Most characters of one message: of a member's, and of the product manager's. */
const mostSaid = 16_000;
const mostByPerson = 32_000;

/** The words alone. */
export function wordsOf(line: Line): string {
  return `${shorten(line.text, mostOf(line))}${markOf(line)}`;
}

/** The words as others read them, with who said them. */
export function labelled(line: Line): string {
  if (line.actor === undefined) return line.text;
  const name = line.actor === "human" ? "product manager" : line.actor;
  const to = line.to && line.to.length > 0 ? ` to ${line.to.join(", ")}` : "";
  return `[${name}${to}] ${wordsOf(line)}`;
}

/** Characters that it takes at most. */
export function sizeOf(line: Line): number {
  if (line.size <= mostSaid && (line.actor === undefined || !line.missing)) return line.size;
  return Math.min(line.size, mostOf(line)) + markOf(line).length;
}

/** What the harness looked up and did not find. */
function markOf(line: Line): string {
  return line.actor !== undefined && line.missing ? ` (harness: ${missingWords(line.missing)})` : "";
}

function mostOf({ actor }: Line): number {
  return actor === "human" ? mostByPerson : mostSaid;
}
