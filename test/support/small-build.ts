import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { EventOf, EventType } from "../../src/core/facts/events.ts";
import type { Journal } from "../../src/core/ports/journal.ts";
import type { AskedBy, Model, ModelReply } from "../../src/core/ports/model.ts";
import type { Request } from "../../src/core/ports/request.ts";
import type { State } from "../../src/core/state/state.ts";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import type { Check, Policy } from "../../src/core/terms/policy.ts";
import { isOver, type TaskState } from "../../src/core/terms/task-machine.ts";
import { modelOf } from "./fake-session.ts";
import { miniRehearsal } from "./mini-rehearsal.ts";
import { Doom } from "./mortal.ts";
import { plainEnv } from "./plain.ts";
import { planned, withoutArchitect } from "./plans.ts";
import { says } from "./scripted-model.ts";
import { type Act, Theatre } from "./theatre.ts";

type Answer = (by: AskedBy, signal: AbortSignal) => ModelReply | undefined | Promise<ModelReply | undefined>;

export interface SmallBuildOptions {
  /** What the base commit holds. */
  readonly files?: Readonly<Record<string, string>>;
  readonly tasks?: readonly PlannedTask[];
  readonly checks?: readonly Check[];
  readonly policy?: Partial<Policy>;
  readonly answer?: Answer;
  readonly act?: Act;
  /** What the person does unasked; called after every event. */
  readonly looks?: (journal: Journal) => Promise<void>;
  /** A person decides about tasks that get nowhere. */
  readonly withoutArchitect?: true;
  /** The team has talked before, so members are asked what the person would be asked in small work. */
  readonly hasTalked?: true;
  /** An empty folder to play in. Left out: one that the test removes. */
  readonly place?: string;
  /** Called when the repository stands, before the session is opened. */
  prepare?(build: SmallBuild): void | Promise<void>;
}

/** A session that only builds, on real git with a real log; only the model is scripted. */
export class SmallBuild {
  readonly theatre: Theatre;
  readonly requests: { readonly by: AskedBy; readonly request: Request }[] = [];
  readonly #options: SmallBuildOptions;

  private constructor(theatre: Theatre, options: SmallBuildOptions) {
    this.theatre = theatre;
    this.#options = options;
  }

  static async open(options: SmallBuildOptions = {}): Promise<SmallBuild> {
    const { checks = [], files = { "README.md": "# Twice\n" }, tasks = [planned("t1")] } = options;
    const rehearsal = {
      ...miniRehearsal,
      ...(options.withoutArchitect && { seats: [...withoutArchitect] }),
      policy: {
        ...miniRehearsal.policy,
        pace: "auto" as const,
        phases: options.hasTalked
          ? ["pre-code-review" as const, "implementation" as const]
          : ["implementation" as const],
        checks: { quick: [...checks], full: [...checks], timeoutMs: 20_000 },
        ...options.policy,
      },
      repository: { ...miniRehearsal.repository, files },
      human: [],
    };
    const theatre = new Theatre(join(options.place ?? (await placeOfTest()), "stage"), rehearsal);
    const build = new SmallBuild(theatre, options);
    await theatre.open(options.prepare && (() => options.prepare?.(build)));
    const journal = await theatre.journal();
    await journal.append(() => [
      { actor: "human", event: { type: "tasks.planned", tasks: [...tasks], from: "a1" } },
      ...tasks.map(({ id }, index) => ({
        actor: "human" as const,
        event: { type: "task.assigned" as const, task: id, seat: index % 2 ? "bo" : "ada", why: "turn" },
      })),
    ]);
    const entered = { phase: "implementation" as const, visit: 1, kickoff: "Build.", charter: "" };
    if (options.hasTalked)
      await journal.append(() => [{ actor: "human", event: { type: "phase.entered", ...entered } }]);
    await journal.close();
    return build;
  }

  /** Plays on, in the end or until the runner dies. */
  play(doom?: Doom, answer: Answer = this.#options.answer ?? (() => undefined)) {
    const inner = modelOf((by, signal) => answer(by, signal), this.#options.tasks);
    const model: Model = {
      reply: (request, by, emit, signal) => {
        this.requests.push({ by, request });
        return inner.reply(request, by, emit, signal);
      },
    };
    return this.theatre.play(doom, model, undefined, this.#options.act, this.#options.looks);
  }

  /** All words that a thread was sent in one of its requests. */
  told(thread: string, ask: number): string {
    return JSON.stringify(
      this.requests.findLast(({ by }) => by.thread === thread && by.ask === ask)?.request ?? "",
    );
  }

  async events<T extends EventType>(type: T): Promise<readonly EventOf<T>[]> {
    const facts = await this.theatre.facts();
    // A type names its event.
    return facts.flatMap(({ event }) => (event.type === type ? [event as EventOf<T>] : []));
  }

  async triggers(task = "t1"): Promise<readonly string[]> {
    return (await this.events("task.moved")).filter((one) => one.task === task).map((one) => one.trigger);
  }

  /** Its moves, each as the state it was in and what moved it on. */
  async moves(task = "t1"): Promise<readonly string[]> {
    const moved = (await this.events("task.moved")).filter((one) => one.task === task);
    return moved.map(({ from, trigger }) => `${from} ${trigger}`);
  }

  /** Resolves when a task has landed. */
  async landed(task: string): Promise<void> {
    await this.#until((state) => state.tasks[task]?.landed !== undefined);
  }

  /** Resolves when a task is in this state, or is over. */
  async reached(task: string, wanted: TaskState): Promise<void> {
    await this.#until(({ tasks }) => {
      const { state = "WAITING" } = tasks[task] ?? {};
      return state === wanted || isOver(state);
    });
  }

  async #until(holds: (state: State) => boolean): Promise<void> {
    const journal = await this.theatre.journal();
    while (!holds(journal.state())) await journal.moved(journal.state().head, new AbortController().signal);
    await journal.close();
  }

  /** Where the worktree of a task stands now. */
  async worktree(task = "t1"): Promise<string> {
    const journal = await this.theatre.journal();
    const name = journal.state().tasks[task]?.worktree;
    await journal.close();
    if (name === undefined) throw new Error(`${task} has no worktree`);
    return join(this.theatre.folder, name);
  }

  git(...args: readonly string[]): string {
    return this.gitIn(this.theatre.repository, ...args);
  }

  gitIn(cwd: string, ...args: readonly string[]): string {
    const env = plainEnv(this.theatre.root);
    return execFileSync("git", [...args], {
      cwd,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  }

  /** Commits to the branch that is checked out, as a person would. */
  async commit(files: Readonly<Record<string, string>>): Promise<string> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(this.theatre.repository, path)), { recursive: true });
      await writeFile(join(this.theatre.repository, path), text);
    }
    this.git("add", "-A");
    this.git("-c", "user.name=Zed", "-c", "user.email=zed@example.com", "commit", "-q", "-m", "By hand");
    return this.git("rev-parse", "HEAD");
  }
}

/** Loaded here, because programs without a test runner play small builds, too. */
async function placeOfTest(): Promise<string> {
  const { emptyPlace } = await import("./git-place.ts");
  return emptyPlace();
}

/** A reply that writes these files and is done. */
export function writes(files: Readonly<Record<string, string>>, summary = "Write it"): ModelReply {
  return says.calls(
    ...Object.entries(files).map(([path, content]) => ({ tool: "write_file", input: { path, content } })),
    { tool: "done", input: { summary } },
  );
}

/** A runner that dies once, right after the first append that the pattern describes. */
export function dyingAfter(place: RegExp): Doom {
  const spared = new Set<string>();
  spared.has = (at) => !place.test(at);
  return new Doom("after", spared);
}
