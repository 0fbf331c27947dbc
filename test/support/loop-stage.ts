import { createHash } from "node:crypto";
import { z } from "zod";
import { isWanted } from "../../src/core/decide/decide.ts";
import type { EventOf, EventType, TeamEvent } from "../../src/core/facts/events.ts";
import type { Actor, Draft, Fact } from "../../src/core/facts/fact.ts";
import { byHarness } from "../../src/core/facts/fact.ts";
import type { Escalation } from "../../src/core/facts/loop-schema.ts";
import { fold } from "../../src/core/fold/fold.ts";
import type { Clock } from "../../src/core/ports/clock.ts";
import type { Commands } from "../../src/core/ports/commands.ts";
import type { Denied, FileRead, SearchOptions, Worktree } from "../../src/core/ports/files.ts";
import type { Journal } from "../../src/core/ports/journal.ts";
import type { Model } from "../../src/core/ports/model.ts";
import type { Request } from "../../src/core/ports/request.ts";
import type { Signal } from "../../src/core/ports/signal.ts";
import type { Charter } from "../../src/core/prompt/charter.ts";
import { renderRequest } from "../../src/core/prompt/render-request.ts";
import { TalkMemory } from "../../src/core/prompt/talk-memory.ts";
import { emptyState, type State } from "../../src/core/state/state.ts";
import type { Price } from "../../src/core/terms/money.ts";
import type { Policy, Seat } from "../../src/core/terms/policy.ts";
import { noKeys, type Redaction } from "../../src/core/text/redaction.ts";
import type { StepContext } from "../../src/core/work/step-context.ts";
import {
  defineTerminal,
  defineTool,
  type GeneralTool,
  reply,
  specOf,
  type TerminalTool,
} from "../../src/core/work/tool.ts";
import type { LoopRun } from "../../src/loop/loop-run.ts";
import { openLoop } from "../../src/loop/open-loop.ts";
import type { Outcome } from "../../src/loop/outcome.ts";
import { runToolLoop } from "../../src/loop/run-tool-loop.ts";
import { writeFile } from "../../src/tools/code/files/write-file.ts";
import { MemoryBlobs } from "./memory-blobs.ts";
import { memoryFiles } from "./memory-files.ts";
import { MemoryLog } from "./memory-journal.ts";
import { instant, Past } from "./past.ts";
import { plainPrompts } from "./plain-prompts.ts";
import { ScriptedModel, type Spoken } from "./scripted-model.ts";

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
  readonly files = new Map<string, string>();
  readonly locked = new Set<string>();
  writes = 0;
  /** Called before each write: may throw where a runner dies. */
  beforeWrite: (() => void) | undefined;
  afterWrite: (() => void) | undefined;

  readText(path: string): Promise<FileRead> {
    return memoryFiles(this.files).readText(path);
  }

  list(folder: string): ReturnType<Worktree["list"]> {
    return memoryFiles(this.files).list(folder);
  }

  match(glob: string): ReturnType<Worktree["match"]> {
    return memoryFiles(this.files).match(glob);
  }

  async look(path: string): ReturnType<Worktree["look"]> {
    const text = this.files.get(path);
    return text === undefined ? { kind: "none" } : { kind: "file", hash: sha(text) };
  }

  search(pattern: string, options: SearchOptions): ReturnType<Worktree["search"]> {
    return memoryFiles(this.files).search(pattern, options);
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
  readonly terminal?: TerminalTool<number>;
  readonly asks?: number;
  readonly escalate?: Escalation;
  readonly onLimit?: NonNullable<LoopRun<number>["onLimit"]>;
  readonly textEnds?: boolean;
  /** The change under review. */
  readonly diff?: () => Promise<string>;
  readonly commands?: Commands;
  /** Files on a disk, in place of those in memory. */
  readonly real?: Worktree;
  readonly gate?: NonNullable<LoopRun<number>["gate"]>;
  /** Nobody is there, and is waited for this long. */
  readonly waitMs?: number;
  /** Shown to the model besides its own, as somebody else's. */
  readonly offered?: readonly GeneralTool[];
  readonly seats?: readonly Seat[];
  readonly policy?: Partial<Policy>;
  /** Of every model; left out: no price is known. */
  readonly price?: Price;
  readonly random?: number;
  readonly redaction?: Redaction;
  readonly pausing?: LoopRun<number>["pausing"];
  /** Left out: the turn ends, whatever the outcome was. */
  readonly closing?: LoopRun<number>["closing"];
}

const charter: Charter = { system: "rules", coach: "", artifact: "", tools: [] };

const key = "turn/refinement.1/1";

/** A clock that stands still until somebody sleeps, and then jumps. */
class JumpingClock implements Clock {
  ms = Date.parse(instant(1000));
  readonly naps: number[] = [];
  /** Called before each nap: may throw where a runner dies. */
  beforeNap: ((ms: number) => void) | undefined;

  now(): string {
    return new Date(this.ms).toISOString();
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.beforeNap?.(ms);
    if (signal.aborted) return;
    this.naps.push(ms);
    this.ms += ms;
  }
}

/** One loop in a discussion turn on a log in memory: only the model is scripted. */
export class LoopStage {
  readonly log: MemoryLog;
  readonly worktree = new MemoryWorktree();
  readonly blobs = new MemoryBlobs();
  readonly outcomes: Outcome<number>[] = [];
  readonly options: LoopStageOptions;
  readonly clock = new JumpingClock();
  readonly stop = new AbortController();
  readonly signals: Signal[] = [];
  /** Set to false, the step is wanted by nobody any more, whatever the log says. */
  wantedByLog = true;

  constructor(options: LoopStageOptions = {}, facts?: readonly Fact[]) {
    this.options = options;
    this.log = new MemoryLog(() => this.clock.now());
    const { seats, policy } = options;
    const past = Past.opened({ ...(seats && { seats }), ...(policy && { policy }) });
    past.enters("refinement");
    this.log.facts.push(...(facts ?? past.facts));
    this.log.state = this.log.facts.reduce(fold, emptyState);
  }

  /** Another process that finds this log, these side files and this worktree, and nothing else of what was. */
  restarted(options: Partial<LoopStageOptions> = {}): LoopStage {
    const facts = this.log.facts.map((fact) => JSON.parse(JSON.stringify(fact)) as Fact);
    const stage = new LoopStage({ ...this.options, ...options }, facts);
    for (const [path, text] of this.worktree.files) stage.worktree.files.set(path, text);
    for (const [blob, text] of this.blobs.texts) stage.blobs.texts.set(blob, text);
    stage.clock.ms = this.clock.ms;
    return stage;
  }

  /** Opens the loop, or finds it, and runs it until it ends, pauses or throws. */
  async run(model: Model, journal: Journal = this.log.journal().as(key)): Promise<Outcome<number>> {
    return runToolLoop(await this.build(model, journal));
  }

  /** Runs to its end with a model that says the same whatever it is asked. */
  async runAll(line: Spoken): Promise<{ readonly outcome: Outcome<number>; readonly stage: LoopStage }> {
    const lines = Array.from({ length: 30 }, () => line);
    return { outcome: await this.run(new ScriptedModel(...lines)), stage: this };
  }

  /** Opens the loop, or finds it, and gives all that a run of it works with. */
  async build(model: Model, journal: Journal = this.log.journal().as(key)): Promise<LoopRun<number>> {
    const {
      tools = [echo, note, question, writeFile],
      terminal = finish,
      asks = 5,
      escalate,
      onLimit,
      textEnds = false,
      offered = [],
    } = this.options;
    const context = this.context(model, journal);
    const loop = await openLoop(context, {
      name: key,
      terminal: terminal.name,
      asks,
      ...(escalate && { escalate }),
      textEnds,
      thread: { type: "turn.started", thread: key, seat: "ada", round: 1, kind: "engineer" },
    });
    return {
      loop,
      context,
      charter: { ...charter, tools: [...tools, ...offered, terminal].map(specOf) },
      tools,
      terminal,
      hands: {
        files: this.options.real ?? this.worktree,
        worktree: this.options.real ?? this.worktree,
        diff: this.options.diff,
        commands: this.options.commands,
      },
      ...(onLimit && { onLimit }),
      ...(this.options.gate && { gate: this.options.gate }),
      ...(this.options.pausing && { pausing: this.options.pausing }),
      closing: this.options.closing ?? ((outcome) => this.#closing(outcome)),
    };
  }

  /** What the model would be sent next. */
  request(): Request {
    const loop = this.log.state.threads[0]?.loops.at(-1)?.id ?? "";
    return renderRequest(this.log.state, loop, { ...charter, tools: [] });
  }

  context(model: Model, journal: Journal): StepContext {
    const { clock } = this;
    return {
      step: { kind: "turn", key, claims: [], seat: "ada", round: 1 },
      journal,
      charter: async () => undefined,
      talk: new TalkMemory(),
      blobs: this.blobs,
      workspace: {} as StepContext["workspace"], // no tool here reaches it
      model,
      prompts: plainPrompts,
      clock,
      hash: sha,
      redaction: this.options.redaction ?? noKeys,
      price: () => this.options.price,
      random: () => this.options.random ?? 0.5,
      signal: this.stop.signal,
      ...(this.options.waitMs !== undefined && { waitMs: this.options.waitMs }),
      emit: (signal) => this.signals.push(signal),
      wanted: (at: State) => this.wantedByLog && isWanted(at, key, clock.now()),
    };
  }

  #closing(outcome: Outcome<number>): readonly Draft[] {
    this.outcomes.push(outcome);
    if (outcome.kind === "paused") throw new Error("a pause closes nothing");
    return [byHarness({ type: "turn.ended", thread: key, how: "said" })];
  }

  /** Answers the question that is open. */
  async answer(text: string): Promise<void> {
    const [question = ""] = Object.keys(this.log.state.questions);
    await this.says("human", { type: "question.answered", question, text });
  }

  async says(actor: Actor, event: TeamEvent): Promise<void> {
    await this.log.journal().append(() => [{ actor, event }]);
  }

  /** The facts of one type. */
  events<T extends EventType>(type: T): readonly EventOf<T>[] {
    return this.log.facts.flatMap(({ event }) => (event.type === type ? [event as EventOf<T>] : []));
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
