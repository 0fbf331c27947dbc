import type { Wait } from "../../decide/waits/wait.ts";
import { type Wish, wishOf } from "../typed/wish.ts";
import { type History, lookedUp, noHistory, withSent } from "./history.ts";
import type { Key } from "./keys.ts";
import { emptyLine, hasLines, lineOf, type TypedLine, textOf, typed } from "./line-editor.ts";

/** The input line of a session: what is typed, what was sent, and which of the things that wait it is about. */
export interface TalkInput {
  readonly line: TypedLine;
  readonly history: History;
  /** What the person put off. */
  readonly later: readonly string[];
  /** What the person turned to. The oldest comes first without it. */
  readonly turnedTo?: string;
  /** What waited when the person began to type. Empty: nothing did. */
  readonly begunAbout: string;
  /** Why the line was not sent. */
  readonly notice: string;
}

export const emptyInput: TalkInput = {
  line: emptyLine,
  history: noHistory,
  later: [],
  begunAbout: "",
  notice: "",
};

/** What the words of the line can be about. */
export interface InputAround {
  /** Everything that waits for the person. */
  readonly waits: readonly Wait[];
  /** The branch that is checked out, as a target for shipping. */
  readonly branch: string | undefined;
  /** Nothing typed ships onto a new branch, as in small work, which the person has seen as a whole. */
  readonly enterShips: boolean;
}

/** What the line does not settle by itself. */
export type Sent = Exclude<Wish, { kind: "unclear" | "later" }>;
/** What needs the session: everything but what the screen does. */
export type Doable = Exclude<Sent, { kind: "list" | "pause" }>;

export interface Typed {
  readonly input: TalkInput;
  readonly sent?: Sent;
}

/** What waits and was not put off. */
export function openWaits({ later }: TalkInput, waits: readonly Wait[]): readonly Wait[] {
  return waits.filter(({ id }) => !later.includes(id));
}

/** The one that the line is about. A wait that was answered elsewhere is no longer among them. */
export function turnedTo(input: TalkInput, waits: readonly Wait[]): Wait | undefined {
  const open = openWaits(input, waits);
  return open.find(({ id }) => id === input.turnedTo) ?? open[0];
}

/** The line after a key. */
export function afterTyped(input: TalkInput, key: Key, around: InputAround): Typed {
  switch (key.name) {
    case "enter":
      return entered(input, around);
    case "send":
      return textOf(input.line).trim() === "" ? { input } : sent(input, around);
    case "tab":
      return { input: turned(input, around.waits) };
    default:
      return { input: edited(input, key, around.waits) };
  }
}

function edited(input: TalkInput, key: Key, waits: readonly Wait[]): TalkInput {
  const isEmpty = input.line.characters.length === 0;
  const begunAbout = isEmpty ? idOf(input, waits) : input.begunAbout;
  const line = typed(input.line, key);
  const isMoved = line.cursor !== input.line.cursor || line.characters !== input.line.characters;
  const next = { ...input, begunAbout, notice: "" };
  if (isMoved || (key.name !== "up" && key.name !== "down")) return { ...next, line };
  const found = lookedUp(input.history, key.name === "up" ? -1 : 1, textOf(input.line));
  return found ? { ...next, history: found.history, line: lineOf(found.text) } : next;
}

/** To the next of several things that wait. What is typed is about that one then. */
function turned(input: TalkInput, waits: readonly Wait[]): TalkInput {
  const ids = openWaits(input, waits).map(({ id }) => id);
  const to = ids[(ids.indexOf(idOf(input, waits)) + 1) % ids.length];
  return { ...input, begunAbout: to ?? "", ...(to !== undefined && { turnedTo: to }) };
}

/** In a text of several lines, Enter begins the next one, and on an empty last line it sends. */
function entered(input: TalkInput, around: InputAround): Typed {
  const text = textOf(input.line);
  const isContinued = text.endsWith("\\");
  if (!isContinued && (!hasLines(input.line) || /\n\s*$/.test(text))) return sent(input, around);
  const line = isContinued ? typed(input.line, { name: "backspace" }) : input.line;
  return { input: { ...input, line: typed(line, { name: "newline" }) } };
}

function sent(input: TalkInput, { waits, branch, enterShips }: InputAround): Typed {
  const text = textOf(input.line);
  const wait = turnedTo(input, waits);
  if (text.trim() === "" && !(enterShips && wait?.kind === "ship")) return { input };
  const wish = wishOf(text.trim() === "" ? "branch" : text, wait, branch);
  if (wish.kind === "unclear") return { input: { ...input, notice: wish.hint } };
  const depends = !/^\s*[/!?]/.test(text) && text.trim() !== "" && wish.kind !== "list";
  if (depends && input.begunAbout !== (wait?.id ?? "")) return { input: overtaken(input, wait) };
  const next = { ...input, line: emptyLine, history: withSent(input.history, text), notice: "" };
  if (wish.kind === "later") return { input: { ...next, later: [...next.later, wish.id] } };
  return { input: next, sent: wish };
}

/**
 * What waits has changed since the person began to type, so these words were not meant for it. They are kept; Enter
 * once more sends them.
 */
function overtaken(input: TalkInput, wait: Wait | undefined): TalkInput {
  const notice = wait
    ? "Something else waits now. Read it; Enter sends your words about it."
    : "What you typed about is settled. Enter tells the team these words.";
  return { ...input, begunAbout: wait?.id ?? "", notice };
}

function idOf(input: TalkInput, waits: readonly Wait[]): string {
  return turnedTo(input, waits)?.id ?? "";
}
