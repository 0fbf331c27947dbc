import type { Actor } from "../facts/fact.ts";
import type { ArtifactState, Decision, Deferred, Entry } from "../state/session.ts";
import type { State } from "../state/state.ts";
import { type CitedLines, missingWords } from "../terms/citations.ts";
import type { TaskId } from "../terms/ids.ts";
import { artifactName } from "../terms/phase.ts";
import { toArray } from "../text/appended.ts";
import { oneLine } from "../text/one-line.ts";
import { quoted, spoken } from "../text/quoted.ts";
import { shorten } from "../text/shorten.ts";
import { artifactText } from "../views/documents/artifact-text.ts";
import { alsoBecause } from "../views/documents/because.ts";
import { fullRoom } from "./fit/room.ts";

/** One entry of the transcript: what a member or person said, or what the harness notes. */
export type Line = Entry | Note;

/** Whether a conversation may have these words: those about a task are for its conversations alone. */
export function isFor(entry: Entry, { task }: { readonly task?: TaskId }): boolean {
  return entry.task === undefined || entry.task === task;
}

/** Most characters of one message: of a member's, and of the product manager's. */
const mostSaid = 16_000;
const mostByPerson = 32_000;
/** Less than this would say nothing. */
const leastSaid = 300;

/** The words alone. */
export function wordsOf(line: Line): string {
  return shorten(line.text, mostOf(line));
}

/**
 * The words as others read them, with who said them. A label in square brackets at the start of a line says who speaks
 * from here on; a line of a message that starts like one is marked. So nothing that a member says can look like the
 * words of another.
 */
export function labelled(line: Line): string {
  if (line.actor === undefined) return line.text;
  if (line.answered) return answerText(line, line.answered);
  const to = line.to && line.to.length > 0 ? ` to ${line.to.join(", ")}` : "";
  const mark = markOf(line);
  return `[${nameOf(line)}${to}${line.returned ? ` sends ${versionOf(line.returned)} back` : ""}] ${spoken(wordsOf(line))}${mark === "" ? "" : `\n${mark}`}`;
}

/** A person's messages have ids, so that a decision can cite them. */
function nameOf({ actor, seq }: Entry): string {
  return actor === "human" ? `product manager m${seq}` : actor;
}

function versionOf({ kind, version }: ArtifactState): string {
  return `version ${version} of the ${artifactName(kind)}`;
}

/** Words that send an artifact back stand behind it: nothing else of the talk holds it. */
export function withReturned(entry: Entry): readonly Line[] {
  const { returned, seq } = entry;
  if (!returned) return [entry];
  const text = `[harness] This is ${versionOf(returned)}:\n${quoted(shorten(artifactText(returned), mostSaid))}`;
  return [note(seq, text), entry];
}

type Answered = NonNullable<Entry["answered"]>;

function answerText(line: Entry, { from, question, options, answer }: Answered): string {
  const offered = options.length > 0 ? ` (${options.map(oneLine).join(" / ")})` : "";
  return [
    `[${from} asks] ${spoken(question)}${offered}`,
    `[${nameOf(line)} answers] ${spoken(shorten(answer, mostByPerson))}`,
  ].join("\n");
}

/** The line with at most this many characters of what was said. */
export function shortened(line: Line, most: number): Line {
  if (line.size <= most) return line;
  const text = shorten(line.text, most);
  if (line.actor === undefined || !line.answered) return { ...line, text };
  return { ...line, text, answered: { ...line.answered, answer: shorten(line.answered.answer, most) } };
}

/** The most characters that it can take, in full room. */
function sizeOf(line: Line): number {
  if (line.actor === undefined) return line.size;
  const most = mostOf(line);
  const marks = Math.min(most, spoken(line.text).length - line.text.length);
  return Math.min(line.size, most) + marks + markOf(line).length;
}

/** The same where there is less room than `fullRoom`: a member's message takes a quarter of it, a person's half. */
export function sizeWithin(room: number): (line: Line) => number {
  return (line) => Math.min(sizeOf(line), mostWithin(line, room));
}

/** The line with no more words than fit there. What can be read again goes first: the lines that it cites. */
export function within(line: Line, room: number): Line {
  const most = mostWithin(line, room);
  return shortened(sizeOf(line) > most ? withoutCited(line) : line, most);
}

/** The line without the lines that it cites. */
export function withoutCited(line: Line): Line {
  if (line.actor === undefined || !line.cited) return line;
  const { cited: _, ...rest } = line;
  return rest;
}

function mostWithin({ actor }: Line, room: number): number {
  if (room >= fullRoom.talk) return Number.POSITIVE_INFINITY;
  return Math.max(leastSaid, Math.floor(actor === "human" ? room / 2 : room / 4));
}

/**
 * What the harness has to say about a message: citations that it looked up and did not find, and the lines of those it
 * found, so that nobody has to open the file. Empty: nothing.
 */
export function markOf(line: Line): string {
  if (line.actor === undefined) return "";
  const { missing, cited = [] } = line;
  return [
    ...(missing ? [`[harness] ${oneLine(missingWords(missing))}`] : []),
    ...(cited.length > 0 ? ["[harness] Cited:", ...cited.map(citedText)] : []),
  ].join("\n");
}

/** Indented, so that no line of a file can look like a label. */
function citedText({ path, from, lines }: CitedLines): string {
  return quoted([oneLine(path), ...lines.map((line, index) => `${from + index}\t${line}`)].join("\n"));
}

/** Messages without cited lines that one of them before already shows. Those lines are only left out, never moved. */
export function citedOnce(lines: readonly Line[]): readonly Line[] {
  const shown = new Set<string>();
  return lines.map((line) => {
    if (line.actor === undefined || !line.cited) return line;
    return { ...line, cited: line.cited.flatMap((one) => notYet(one, shown)) };
  });
}

/** The runs of lines that are not shown yet, which count as shown from here on. */
function notYet({ path, from, lines }: CitedLines, shown: Set<string>): readonly CitedLines[] {
  const runs: { path: string; from: number; lines: string[] }[] = [];
  let last = Number.NaN;
  for (const [index, line] of lines.entries()) {
    const key = JSON.stringify([path, from + index, line]);
    if (shown.has(key)) continue;
    shown.add(key);
    if (index === last + 1) runs.at(-1)?.lines.push(line);
    else runs.push({ path, from: from + index, lines: [line] });
    last = index;
  }
  return runs;
}

function mostOf({ actor }: Line): number {
  return actor === "human" ? mostByPerson : mostSaid;
}

/** A ledger entry in the transcript, at the place where it was recorded. */
export interface Note {
  readonly seq: number;
  readonly actor?: undefined;
  readonly text: string;
  readonly size: number;
  /** The decision, and the one it replaced. */
  readonly id?: string;
  readonly amends?: string;
}

/** A note of what was recorded, with who recorded it. */
interface Recorded extends Note {
  readonly by: Actor;
}

/** Decisions and deferred points recorded from one fact up to another, in the order of the log. */
export function notesBetween(state: State, first: number, before: number): readonly Recorded[] {
  const within = ({ seq }: { readonly seq: number }) => seq >= first && seq < before;
  const decisions = toArray(state.ledger).filter(within).map(decisionNote);
  return inOrder(decisions, toArray(state.deferred).filter(within).map(deferredNote));
}

/** Merges two lists that are both in the order of the log. */
export function inOrder<T extends { readonly seq: number }>(
  one: readonly T[],
  other: readonly T[],
): readonly T[] {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const all: T[] = [];
  let next = 0;
  for (const each of one) {
    for (let before = other[next]; before && before.seq < each.seq; before = other[++next]) all.push(before);
    all.push(each);
  }
  return all.concat(other.slice(next));
}

/** Without those that a later one replaced. */
export function inForce<T extends { readonly id?: string; readonly amends?: string }>(
  decisions: readonly T[],
): readonly T[] {
  const amended = new Set(decisions.map((one) => one.amends));
  return decisions.filter(({ id }) => id === undefined || !amended.has(id));
}

export function note(seq: number, text: string): Note {
  return { seq, text, size: text.length };
}

/** Without the names, which stand where the words cannot imitate them. */
export function decisionText({ topic, decision, reason }: Decision): string {
  return `${oneLine(topic)}: ${alsoBecause(oneLine(decision), oneLine(reason))}`;
}

/** Who stands behind a decision, and which message of the product manager says so. */
export function behind({ proposed, agreed, dissents, cites }: Decision): string {
  const who = (name: string) =>
    name === "human" ? `product manager${cites === undefined ? "" : ` (${cites})`}` : oneLine(name);
  const others = agreed.filter((name) => name !== proposed);
  return [
    `proposed by ${who(proposed)}`,
    ...(others.length > 0 ? [`agreed: ${others.map(who).join(", ")}`] : []),
    ...(dissents.length > 0 ? [`against: ${dissents.map(who).join(", ")}`] : []),
  ].join("; ");
}

function decisionNote(decision: Decision): Recorded {
  const { id, amends, seq, by } = decision;
  const label = amends === undefined ? `recorded ${id}` : `amended ${amends} → ${id}`;
  const text = `[${label}, ${behind(decision)}] ${decisionText(decision)}`;
  const size = text.length;
  return { seq, by, text, size, id, ...(amends !== undefined && { amends }) };
}

function deferredNote({ seq, by, topic, why }: Deferred): Recorded {
  const who = by === "human" ? "product manager" : by;
  return { ...note(seq, `[deferred by ${who}] ${oneLine(topic)}: ${oneLine(why)}`), by };
}
