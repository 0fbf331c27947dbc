import { type RunEnding, runSession } from "../../src/app/run/run-session.ts";
import { answer } from "../../src/app/say/answer.ts";
import { decide } from "../../src/core/decide/decide.ts";
import type { Answer, Wait } from "../../src/core/decide/waits/wait.ts";
import type { EventOf, EventType } from "../../src/core/facts/events.ts";
import { byHarness } from "../../src/core/facts/fact.ts";
import type { Clock } from "../../src/core/ports/clock.ts";
import type { Journal } from "../../src/core/ports/journal.ts";
import type { AskedBy, Model, ModelReply } from "../../src/core/ports/model.ts";
import type { Prompts } from "../../src/core/ports/prompts.ts";
import type { Request } from "../../src/core/ports/request.ts";
import type { Signal } from "../../src/core/ports/signal.ts";
import type { State } from "../../src/core/state/state.ts";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import { artifactId } from "../../src/core/terms/ids.ts";
import { engineersOf, type Policy, type Seat } from "../../src/core/terms/policy.ts";
import { noKeys, type Redaction } from "../../src/core/text/redaction.ts";
import { answersAll } from "./answers-all.ts";
import { FakeWorld } from "./fake-workspace.ts";
import { sha } from "./loop-stage.ts";
import { MemoryBlobs } from "./memory-blobs.ts";
import { MemoryLog } from "./memory-journal.ts";
import { type Doom, MortalJournal, mortalBlobs, mortalClock, mortalModel } from "./mortal.ts";
import { plainPrompts } from "./plain-prompts.ts";
import { policy as plainPolicy, planned, scope, team } from "./plans.ts";
import { says } from "./scripted-model.ts";

/** Time that passes only when somebody waits for it, and then at once. */
class QuickClock implements Clock {
  ms = Date.UTC(2026, 0, 1);
  readonly slept: number[] = [];

  now(): string {
    return new Date(this.ms).toISOString();
  }

  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) return;
    this.slept.push(ms);
    this.ms += ms;
  }
}

export interface FakeSessionOptions {
  readonly title?: string;
  readonly brief?: string;
  /** What the base commit holds. */
  readonly files?: Readonly<Record<string, string>>;
  readonly seats?: readonly Seat[];
  readonly policy?: Partial<Policy>;
  readonly prompts?: Prompts;
  readonly redaction?: Redaction;
}

export interface RunOptions {
  readonly model: Model;
  readonly linger?: boolean;
  /** Nobody is there, and is waited for this long. */
  readonly waitMs?: number;
  readonly signal?: AbortSignal;
  readonly doom?: Doom;
  readonly journal?: (journal: Journal) => Journal;
  emit?(signal: Signal): void;
  onPulse?(hear: (passedMs: number) => void): void;
}

/** A session whose log, world and time are in memory: everything else is real. Runners come and go. */
export class FakeSession {
  readonly clock = new QuickClock();
  readonly log = new MemoryLog(() => this.clock.now());
  readonly world: FakeWorld;
  readonly blobs = new MemoryBlobs();
  readonly #options: FakeSessionOptions;

  constructor(options: FakeSessionOptions = {}) {
    this.#options = options;
    this.world = new FakeWorld(options.files);
  }

  get journal(): Journal {
    return this.log.journal();
  }

  get state(): State {
    return this.log.state;
  }

  async open(): Promise<this> {
    const { title = "Twice", brief = "Double it.", seats = team, policy } = this.#options;
    await this.journal.append(() => [
      {
        actor: "human",
        event: {
          type: "session.opened",
          kind: "iteration",
          title,
          brief,
          seats: [...seats],
          policy: { ...plainPolicy, ...policy },
          repo: { base: this.world.base, branch: "trunk" },
        },
      },
    ]);
    return this;
  }

  /** Opened where building begins, with these tasks, by turns for all engineers. */
  async build(tasks: readonly PlannedTask[] = [planned("t1")]): Promise<this> {
    const engineers = engineersOf(this.#options.seats ?? team);
    await this.open();
    await this.journal.append((_, first) => [
      {
        actor: "human",
        event: {
          type: "artifact.submitted",
          kind: "tasks",
          body: { tasks: [...tasks] },
          phase: "implementation",
          visit: 1,
          version: 1,
        },
      },
      {
        actor: "human",
        event: { type: "artifact.settled", artifact: artifactId(first), verdict: "accepted", reasons: [] },
      },
      { actor: "human", event: { type: "tasks.planned", tasks: [...tasks], from: artifactId(first) } },
      ...tasks.map(({ id }, index) => ({
        actor: "human" as const,
        event: {
          type: "task.assigned" as const,
          task: id,
          seat: engineers[index % engineers.length]?.id ?? "",
          why: "by hand",
        },
      })),
    ]);
    return this;
  }

  /** Everything that waits for the person. */
  get waits(): readonly Wait[] {
    return decide(this.state, this.clock.now()).waits;
  }

  /** Answers the one thing that waits. */
  async answer(given: Answer): Promise<void> {
    const [wait, ...more] = this.waits;
    if (!wait || more.length > 0) throw new Error(`${this.waits.length} things wait`);
    await answer(this.journal, wait.id, given, this.clock.now());
  }

  /** The facts of one type. */
  events<T extends EventType>(type: T): readonly EventOf<T>[] {
    // A type names its event.
    return this.log.facts.flatMap(({ event }) => (event.type === type ? [event as EventOf<T>] : []));
  }

  /** Becomes the runner. */
  async start(waitMs?: number): Promise<number> {
    const started = await this.journal.append(() => [
      byHarness({
        type: "runner.started",
        host: "here",
        pid: 1,
        startedAt: "then",
        mode: "run",
        ...(waitMs !== undefined && { waitMs }),
      }),
    ]);
    if (started.kind !== "done") throw new Error("nobody can run");
    return started.state.fence;
  }

  async run(options: RunOptions, fence?: number): Promise<RunEnding> {
    const own = fence ?? (await this.start(options.waitMs));
    const { model, doom, linger = false } = options;
    const journal = this.journal.fenced(own);
    return runSession({
      session: "s",
      journal: options.journal ? options.journal(journal) : doom ? new MortalJournal(journal, doom) : journal,
      fence: own,
      blobs: doom ? mortalBlobs(this.blobs, doom) : this.blobs,
      workspace: this.world.open(own, doom && (() => doom.alive())),
      model: doom ? mortalModel(model, doom) : model,
      prompts: this.#options.prompts ?? plainPrompts,
      clock: doom ? mortalClock(this.clock, doom) : this.clock,
      hash: sha,
      redaction: this.#options.redaction ?? noKeys,
      price: () => undefined,
      random: () => 0.5,
      signal: options.signal ?? new AbortController().signal,
      linger,
      ...(options.waitMs !== undefined && { waitMs: options.waitMs }),
      emit: options.emit ?? (() => {}),
      ...(options.onPulse && { onPulse: options.onPulse }),
    });
  }
}

/** What a team that does its work says: a word each, an artifact, a file, a yes. */
export function obliging(by: AskedBy, tasks: readonly PlannedTask[] = [planned("t1")]): ModelReply {
  const [kind, place = ""] = by.thread.split("/");
  const phase = place.replace(/\.\d+$/, "");
  if (kind === "sizing") return says.call("size_work", { size: "task", tasks: 1, why: "it is small" });
  if (kind === "volunteer") return says.call("volunteer", { tasks: [] });
  if (kind === "turn" || kind === "architect") return says.text(`${by.seat} says something.`);
  if (kind === "coach" && phase === "exploration") return says.text("This is where we stand.");
  if (kind === "coach") return says.call(...artifactOf(phase, tasks));
  if (kind === "planning")
    return says.call("submit_plan", { plan: `Write ${phase}.txt.`, todos: [`write ${phase}.txt`] });
  if (kind === "plan-review")
    return says.call("review_complete", { status: "approved", feedback: "It leads there." });
  if (kind === "completion")
    return says.call("review_complete", { status: "approved", feedback: "README.md:1 says it." });
  if (kind === "answer") return says.call("submit_reply", { answer: "The first." });
  if (kind === "review") return says.call("review_complete", { status: "approved", feedback: "Good." });
  if (kind === "budget")
    return says.call("budget_decision", { decision: "redirect", words: "The other way." });
  if (kind === "rewrite") return says.call("rewrite_task", { approach: "another way", why: "It was wrong." });
  if (kind === "split") return dividing(tasks.find(({ id }) => by.thread.startsWith(`split/${id}.`)));
  if (kind === "coding")
    return says.calls(
      { tool: "write_file", input: { path: `${phase}.txt`, content: `${by.thread} ${by.ask}\n` } },
      // Sent back with its list, it has done all of it.
      ...(by.ask > 1 ? [{ tool: "update_todos", input: { todos: [] } }] : []),
      { tool: "done", input: { summary: `Build ${phase}` } },
    );
  const [tool, input] = artifactOf(phase, tasks);
  return says.call(tool, input);
}

/** Two halves, of which the second has all that the first leaves open. */
function dividing(task: PlannedTask | undefined): ModelReply {
  if (!task) return says.call("split_task", { why: "It is small.", cannot: "It is small." });
  const carries = task.done.map((_, index) => index + 1);
  const parts = [
    {
      title: "The first half",
      approach: "So.",
      requirements: task.requirements,
      done: ["Half of it is there."],
    },
    { title: "The second half", approach: "So.", carries, after: [1] },
  ];
  return says.call("split_task", { parts, why: "It has two halves." });
}

function artifactOf(phase: string, tasks: readonly PlannedTask[]): [string, object] {
  if (phase === "meeting") return ["submit_agreement", { scope, tasks }];
  if (phase === "refinement") return ["submit_scope", scope];
  if (phase === "planning") return ["submit_tasks", { tasks }];
  if (phase === "pre-code-review") return ["submit_approach", { tasks: tasks.map(({ id }) => ({ id })) }];
  if (phase === "exploration") return ["submit_brief", { title: "Built from it", brief: "What was said." }];
  return ["submit_findings", { summary: "Nothing found." }];
}

type Said = ModelReply | undefined;

/** A model that answers by what is asked; what the function leaves open is obliging. */
export function modelOf(
  reply: (by: AskedBy, signal: AbortSignal, request: Request) => Said | Promise<Said> = () => undefined,
  tasks?: readonly PlannedTask[],
): Model & { readonly asked: AskedBy[] } {
  const asked: AskedBy[] = [];
  return {
    asked,
    async reply(request, by, _, signal) {
      asked.push(by);
      signal.throwIfAborted();
      return (await reply(by, signal, request)) ?? answersAll(obliging(by, tasks), request);
    },
  };
}
