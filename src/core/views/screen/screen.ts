import type { Wait } from "../../decide/waits/wait.ts";
import type { State } from "../../state/state.ts";
import type { Instant } from "../../terms/ids.ts";
import type { Key, KeyName } from "../line/keys.ts";
import type { Live } from "../now/live.ts";
import type { Frame } from "../rows/frame.ts";
import type { LocalTimes } from "../rows/layout.ts";
import type { Paint } from "../rows/theme.ts";
import type { StoryLine } from "../story/story-line.ts";
import type { Gives, Need } from "./needs.ts";
import type { Want } from "./want.ts";

/**
 * One screen of the interface, as data and pure functions: a model, what each key makes of it, and the rows that it
 * shows. It reaches outside in two ways only: it reads what `at` offers, and a key may want something.
 */
export interface Screen<Model> {
  /** What the person calls it: in the bar on top, in the palette and in the help. */
  readonly title: string;
  readonly begin: Model;
  /** Every key that does something here. A key that is not in the table does nothing. */
  readonly keys: readonly KeyUse<Model>[];
  /**
   * Where the person types: keys go here first. Undefined: this key does not edit, so the table decides. Left out: there
   * is no input line.
   */
  typed?(model: Model, key: Key, at: At): Pressed<Model> | undefined;
  /** Whether a letter is text for the input line now, so that only keys with a name of their own are in the table. */
  isTyping?(model: Model): boolean;
  /** At most `at.size.rows` rows, each at most `at.size.columns` wide, made of text that went through `plainText`. */
  rows(model: Model, at: At): Frame;
  /** The model after somebody came here on purpose: `about` names a task, an item, a file. */
  arrive?(model: Model, about: string): Model;
}

/** A key with a name, or a letter. */
export type Pressable = Exclude<KeyName, "other"> | `'${string}'`;

/** What a key does on a screen. The help, the hints at the bottom and the palette are made of these. */
export interface KeyUse<Model> {
  readonly keys: readonly Pressable[];
  /** As the help says it: `opens the session`. */
  readonly does: string;
  /** A word for the bottom row. Left out: the key is only in the help. */
  readonly hint?: string;
  /** Whether the key does something now. Left out: always. */
  when?(model: Model, at: At): boolean;
  press(model: Model, at: At): Pressed<Model>;
}

export interface Pressed<Model> {
  readonly model: Model;
  readonly wants?: readonly Want[];
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** All that a screen can look at. */
export interface At {
  /** The part of the terminal that the screen draws. */
  readonly size: Size;
  readonly paint: Paint;
  readonly times: LocalTimes;
  readonly now: Instant;
  /** The open session. Undefined: none is open. */
  readonly session?: InSession;
  /** A session is about to be open. */
  readonly isOpening: boolean;
  /** What was read from outside the open session, and is read again when it may have changed. Asking for it reads it. */
  read<N extends Need>(need: N): Seen<Gives<N["kind"]>>;
  /** A story line as rows of this width: Markdown laid out, code coloured. */
  draw(line: StoryLine, width: number): readonly string[];
}

/** The open session, from the one feed. */
export interface InSession {
  readonly id: string;
  readonly state: State;
  readonly live: Live;
  /** What waits for the person. */
  readonly waits: readonly Wait[];
  /** What the coach said last. */
  readonly summary?: StoryLine;
  /** Everything that was told so far, for each way to read it. Each grows at its end, and its last line may change. */
  readonly story: Readonly<Record<Reading, readonly StoryLine[]>>;
  /** The branch that is checked out, as a target for shipping. */
  readonly branch: string | undefined;
  readonly run: RunSeen;
}

/** How much of a talk a person reads: a line per turn, all that is said, or every command and refused call as well. */
export type Reading = "short" | "said" | "whole";

/** How the session is run, as far as this interface knows. */
export type RunSeen =
  /** This process runs it. `stopping`: it has been asked to stop. */
  | { readonly kind: "here"; readonly stopping: boolean }
  | { readonly kind: "elsewhere"; readonly pid: number; readonly host: string }
  /** `why`: how the last run in this interface ended, or why it could not begin. */
  | { readonly kind: "still"; readonly why?: string }
  /** The feed itself failed: a damaged log, a folder that is gone. What was told so far stays on the screen. */
  | { readonly kind: "lost"; readonly why: string };

export type Seen<T> =
  | { readonly kind: "reading" }
  | { readonly kind: "there"; readonly value: T }
  /** `why`: words for a person, as a command would print them. */
  | { readonly kind: "failed"; readonly why: string };
