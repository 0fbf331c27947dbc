import { createHash } from "node:crypto";
import { z } from "zod";
import { isWanted } from "../../src/core/decide.ts";
import type { Draft } from "../../src/core/fact.ts";
import {
  type Blobs,
  byHarness,
  type Clock,
  type Denied,
  type FileRead,
  type Journal,
  type Model,
  type Worktree,
} from "../../src/core/ports.ts";
import type { State } from "../../src/core/state.ts";
import type { StepContext } from "../../src/core/step-context.ts";
import {
  defineTerminal,
  defineTool,
  type GeneralTool,
  reply,
  specOf,
  type TerminalTool,
} from "../../src/core/tool.ts";
import type { LoopRun } from "../../src/loop/loop-run.ts";
import { openLoop } from "../../src/loop/open-loop.ts";
import type { Outcome } from "../../src/loop/outcome.ts";
import { runToolLoop } from "../../src/loop/run-tool-loop.ts";
import { writeFile } from "../../src/tools/write-file.ts";
import { MemoryLog } from "./memory-journal.ts";
import { instant, Past } from "./past.ts";

export const sha = (text: string) => createHash("sha256").update(text).digest("hex");

export const echo = defineTool({
  name: "echo",
  summary: "Say it again.",
  effect: "reads",
  input: z.object({ text: z.string() }),
  run: async ({ text }) => reply(`echo ${text}`),
});

export const note = defineTool({
  name: "note",
  summary: "Note something.",
  effect: "records",
  input: z.object({ text: z.string() }),
  record: ({ text }) => ({ text: "Noted.", events: [{ type: "message.posted", text }] }),
});

export const question = defineTool({
  name: "question",
  summary: "Ask a person.",
  effect: "pauses",
  input: z.object({ text: z.string() }),
  question: ({ text }) => ({ text, options: [] }),
});

export const finish = defineTerminal({
  name: "finish",
  summary: "End it.",
  effect: "ends",
  input: z.object({ value: z.number() }),
  result: ({ value }) => value,
  check: (value) => (value < 0 ? ["It is below zero."] : []),
});

/** Files in memory. What is in `locked` may not be written. */
export class MemoryWorktree implements Worktree {
  readonly path = "/w";
  readonly files = new Map<string, string>();
  readonly locked = new Set<string>();
  writes = 0;
  /** Called before each write: may throw where a runner dies. */
  beforeWrite: (() => void) | undefined;
  afterWrite: (() => void) | undefined;

  async readText(path: string): Promise<FileRead> {
    const text = this.files.get(path);
    return text === undefined ? { kind: "none" } : { kind: "text", text };
  }

  async list(): Promise<readonly string[]> {
    return [...this.files.keys()].sort();
  }

  async mayWrite(path: string): Promise<Denied | undefined> {
    return this.locked.has(path) ? { kind: "denied", reason: `${path} is locked.` } : undefined;
  }

  async write(path: string, content: string | undefined): Promise<Denied | undefined> {
    const denied = await this.mayWrite(path);
    if (denied) return denied;
    this.beforeWrite?.();
    this.writes++;
    if (content === undefined) this.files.delete(path);
    else this.files.set(path, content);
    this.afterWrite?.();
    return undefined;
  }
}

export interface LoopStageOptions {
  readonly tools?: readonly GeneralTool[];
  readonly asks?: number;
  readonly textEnds?: boolean;
  /** Shown to the model besides its own, as somebody else's. */
  readonly offered?: readonly GeneralTool[];
}

const noBlobs: Blobs = { as: () => noBlobs, put: async () => "", get: async () => undefined };

const key = "turn/refinement.1/1";

/** One loop in a discussion turn on a log in memory: only the model is scripted. */
export class LoopStage {
  readonly log: MemoryLog;
  readonly worktree = new MemoryWorktree();
  readonly outcomes: Outcome<number>[] = [];
  readonly options: LoopStageOptions;
  readonly stop = new AbortController();
  /** Set to false, the step is wanted by nobody any more, whatever the log says. */
  wantedByLog = true;
  #second = 1000;

  constructor(options: LoopStageOptions = {}) {
    this.options = options;
    this.log = new MemoryLog(() => instant(this.#second++));
    const past = Past.opened();
    past.enters("refinement");
    this.log.facts.push(...past.facts);
    this.log.state = past.state;
  }

  /** Opens the loop, or finds it, and runs it until it ends, pauses or throws. */
  async run(model: Model, journal: Journal = this.log.journal().as(key)): Promise<Outcome<number>> {
    const {
      tools = [echo, note, question, writeFile],
      asks = 5,
      textEnds = false,
      offered = [],
    } = this.options;
    const context = this.context(model, journal);
    const loop = await openLoop(context, {
      name: key,
      terminal: finish.name,
      asks,
      thread: { type: "turn.started", thread: key, seat: "ada", round: 1, kind: "engineer" },
    });
    const specs = [...tools, ...offered, finish].map(specOf);
    const run: LoopRun<number> = {
      loop,
      context,
      charter: { system: "rules", coach: "", artifact: "", tools: specs },
      tools,
      terminal: finish as TerminalTool<number>,
      hands: { worktree: this.worktree, diff: undefined },
      textEnds,
      closing: (outcome) => this.#closing(outcome),
    };
    return runToolLoop(run);
  }

  context(model: Model, journal: Journal): StepContext {
    const clock: Clock = { now: () => instant(this.#second), sleep: async () => {} };
    return {
      step: { kind: "turn", key, claims: [], seat: "ada", round: 1 },
      journal,
      blobs: noBlobs,
      workspace: {} as StepContext["workspace"], // no tool here reaches it
      model,
      prompts: { read: async () => "" },
      clock,
      hash: sha,
      price: () => undefined,
      random: () => 0.5,
      signal: this.stop.signal,
      emit: () => {},
      wanted: (at: State) => this.wantedByLog && isWanted(at, key, clock.now()),
    };
  }

  #closing(outcome: Outcome<number>): readonly Draft[] {
    this.outcomes.push(outcome);
    if (outcome.kind === "paused") throw new Error("a pause closes nothing");
    return [byHarness({ type: "turn.ended", thread: key, how: "said" })];
  }

  /** Types of the facts after the phase was entered. */
  types(): readonly string[] {
    return this.log.types(3);
  }

  /** Results that calls came to, in order. That a terminal call was accepted is left out. */
  results(): readonly { readonly failed: boolean; readonly text: string }[] {
    return this.log.facts.flatMap(({ event }) =>
      event.type === "tool.settled" && event.text !== "Accepted."
        ? [{ failed: event.failed, text: event.text }]
        : [],
    );
  }
}
