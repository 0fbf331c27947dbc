import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { EventOf, EventType } from "../../src/core/facts/events.ts";
import type { AskedBy, Model, ModelReply } from "../../src/core/ports/model.ts";
import type { Request } from "../../src/core/ports/request.ts";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import type { Check, Policy } from "../../src/core/terms/policy.ts";
import { modelOf } from "./fake-session.ts";
import { emptyPlace } from "./git-place.ts";
import { miniRehearsal } from "./mini-rehearsal.ts";
import { Doom } from "./mortal.ts";
import { plainEnv } from "./plain.ts";
import { planned, withoutArchitect } from "./plans.ts";
import { says } from "./scripted-model.ts";
import { type Act, Theatre } from "./theatre.ts";

type Answer = (by: AskedBy) => ModelReply | undefined | Promise<ModelReply | undefined>;

export interface SmallBuildOptions {
  /** What the base commit holds. */
  readonly files?: Readonly<Record<string, string>>;
  readonly tasks?: readonly PlannedTask[];
  readonly checks?: readonly Check[];
  readonly policy?: Partial<Policy>;
  readonly answer?: Answer;
  readonly act?: Act;
  /** A person decides about tasks that get nowhere. */
  readonly withoutArchitect?: true;
  /** The team has talked before, so members are asked what the person would be asked in small work. */
  readonly hasTalked?: true;
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
    const theatre = new Theatre(join(await emptyPlace(), "stage"), rehearsal);
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
    const inner = modelOf((by) => answer(by), this.#options.tasks);
    const model: Model = {
      reply: (request, by, emit, signal) => {
        this.requests.push({ by, request });
        return inner.reply(request, by, emit, signal);
      },
    };
    return this.theatre.play(doom, model, undefined, this.#options.act);
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

  /** Resolves when a task has landed. */
  async landed(task: string): Promise<void> {
    const journal = await this.theatre.journal();
    while (!journal.state().tasks[task]?.landed)
      await journal.moved(journal.state().head, new AbortController().signal);
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
