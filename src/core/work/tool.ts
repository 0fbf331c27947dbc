import { z } from "zod";
import type { Change } from "../facts/change-schema.ts";
import type { Ran } from "../facts/command-schema.ts";
import type { TeamEvent } from "../facts/events.ts";
import type { Commands } from "../ports/commands.ts";
import type { Files, Worktree } from "../ports/files.ts";
import type { ToolSpec } from "../ports/request.ts";
import type { State } from "../state/state.ts";
import type { PauseRequest } from "../state/thread.ts";
import type { CallId, TaskId } from "../terms/ids.ts";

/** The result of a tool call: text for the model. A failure is worded so that the model can act on it. */
export interface ToolResult {
  readonly failed: boolean;
  readonly text: string;
}

export function reply(text: string): ToolResult {
  return { failed: false, text };
}

export function failure(text: string): ToolResult {
  return { failed: true, text };
}

/** What a tool may touch. Never a global path. */
export interface ToolContext {
  /** What can be read: a worktree while building, a commit in discussions. */
  readonly files: Files | undefined;
  /** What can be written. */
  readonly worktree: Worktree | undefined;
  /** The change under review, when there is one. */
  readonly diff: Diff | undefined;
  /** What can be run. */
  readonly commands?: Commands | undefined;
}

/** A unified diff, or why there is none. `since`: only what was changed since the last review. `task`: only what this task landed. */
export type Diff = (part: {
  readonly since?: boolean;
  readonly task?: string;
}) => Promise<string | ToolResult>;

interface Named<In extends z.ZodObject> {
  readonly name: string;
  readonly summary: string;
  readonly input: In;
  /** The input with other names for the same fields put right, before it is checked. */
  tidy?(input: unknown): unknown;
  /**
   * Whether an earlier call that failed no longer matters after this later one, which succeeded. One with the same input
   * never does. Left out: any other still matters.
   */
  mends?(later: z.infer<In>, failed: z.infer<In>): boolean;
}

/** Reads and changes nothing. It runs again after a kill. */
export interface ReadingTool<In extends z.ZodObject = z.ZodObject> extends Named<In> {
  readonly effect: "reads";
  run(input: z.infer<In>, context: ToolContext): Promise<ToolResult>;
}

/** A file as a writing tool wants it. Undefined content: no file. */
export interface Planned {
  readonly path: string;
  /** Its text; of a file that need not be text, its hash. */
  readonly before: string | { readonly hash: string } | undefined;
  readonly after: string | undefined;
  /** Left out: a file that exists stays what it is, and a new one is not executable. */
  readonly executable?: boolean;
  /** What the author sees of the change in the result. */
  readonly shown?: string;
}

/**
 * Plans its changes first. The loop records them with all content, then applies them path by path, in this order. After
 * a kill, the loop continues from the record and does not plan again. A plan names each path only once.
 */
export interface WritingTool<In extends z.ZodObject = z.ZodObject> extends Named<In> {
  readonly effect: "writes";
  /** Fields with text of a file, which keeps every character. In all others, hidden characters are made visible. */
  readonly contents: readonly string[];
  /** `redact` takes keys out of a text that is shown; it must still be whole. */
  prepare(
    input: z.infer<In>,
    context: ToolContext,
    redact: (text: string) => string,
  ): Promise<readonly Planned[] | ToolResult>;
  describe(input: z.infer<In>, changes: readonly Change[]): string;
}

/** What a running tool came to. `printed` is kept in a side file, whole. */
export interface RunResult extends ToolResult {
  readonly ran?: Omit<Ran, "blob">;
  readonly printed?: string;
}

/**
 * Runs what may do anything inside its worktree. The loop records that it begins; after a kill it is never run again,
 * because it may have been done in part.
 */
export interface RunningTool<In extends z.ZodObject = z.ZodObject> extends Named<In> {
  readonly effect: "runs";
  /** The exact command that a person would approve. Left out: it runs nothing that its author chose. */
  command?(input: z.infer<In>): string;
  /** `call`: the name by which its author can ask for more of what it printed. */
  run(input: z.infer<In>, commands: Commands, call: CallId): Promise<RunResult>;
}

/** Adds facts to the reply's own append and does nothing else. */
export interface RecordingTool<In extends z.ZodObject = z.ZodObject> extends Named<In> {
  readonly effect: "records";
  /** `task`: the one that the conversation is about. */
  record(
    input: z.infer<In>,
    at: State,
    seat: string,
    task?: TaskId,
  ): { readonly text: string; readonly events: readonly TeamEvent[] } | ToolResult;
}

/** Suspends the loop with a question, to a person or another member. */
export interface PausingTool<In extends z.ZodObject = z.ZodObject> extends Named<In> {
  readonly effect: "pauses";
  question(input: z.infer<In>): PauseRequest;
}

/** Ends the loop with a typed result. `check` may refuse input that fits the schema but is wrong. */
export interface TerminalTool<T, In extends z.ZodObject = z.ZodObject> extends Named<In> {
  readonly effect: "ends";
  result(input: z.infer<In>): T;
  check(value: T, at: State): readonly string[];
  /**
   * Checks the input against the world after `check` has passed: what is wrong with it, or what its author should know
   * of a result that is taken. Reads, changes nothing, and runs again after a kill.
   */
  verify?(value: T, context: ToolContext): Promise<readonly string[] | { readonly note: string }>;
  /** Checks the input as it was handed in, beyond its schema: a project may require more. */
  fits?(input: unknown): readonly string[];
  /** Words of the result for others to read. What they cite and the files do not have is part of the outcome. */
  cited?(value: T): string;
  /** Its result claims that work is done, so it is not accepted behind a call of the same reply that failed and that no later one mended. */
  readonly claims?: true;
  /** Set when the result says that the work cannot be done at all. */
  blocked?(value: T): Blocked | undefined;
}

export interface Blocked {
  readonly kind: "environment" | "prerequisite" | "invalid-task";
  readonly explanation: string;
}

export type GeneralTool = ReadingTool | WritingTool | RunningTool | RecordingTool | PausingTool;

/**
 * Keeps the type of the input while a tool is written, and drops it afterwards: the loop passes only what the tool's
 * own schema parsed. Fields that the tool does not know are dropped: refusing them costs a request and helps nobody.
 */
export function defineTool<In extends z.ZodObject>(
  tool: ReadingTool<In> | WritingTool<In> | RunningTool<In> | RecordingTool<In> | PausingTool<In>,
): GeneralTool {
  return tool as unknown as GeneralTool;
}

export function defineTerminal<T, In extends z.ZodObject>(tool: TerminalTool<T, In>): TerminalTool<T> {
  return tool as unknown as TerminalTool<T>;
}

/** The input of a call as the tool's schema expects it. */
export function tidied(tool: { tidy?(input: unknown): unknown }, input: unknown): unknown {
  return tool.tidy ? tool.tidy(input) : input;
}

/** A tool as a model sees it. */
export function specOf(tool: {
  readonly name: string;
  readonly summary: string;
  readonly input: z.ZodObject;
}): ToolSpec {
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, { io: "input", override: withoutNoise });
  return { name: tool.name, description: tool.summary, schema };
}

/** The bounds of any counting number tell a model nothing, and each request would pay for them. */
function withoutNoise({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.exclusiveMinimum === 0) delete jsonSchema.exclusiveMinimum;
}
