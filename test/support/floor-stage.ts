import { decide, isWanted } from "../../src/core/decide/decide.ts";
import type { Step } from "../../src/core/decide/step.ts";
import type { EventOf, EventType, TeamEvent } from "../../src/core/facts/events.ts";
import type { Blobs } from "../../src/core/ports/blobs.ts";
import { TalkMemory } from "../../src/core/prompt/talk-memory.ts";
import { moveTask } from "../../src/core/rules/move-task.ts";
import type { Task } from "../../src/core/state/task.ts";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import type { Policy } from "../../src/core/terms/policy.ts";
import type { Trigger } from "../../src/core/terms/task-machine.ts";
import { noKeys } from "../../src/core/text/redaction.ts";
import type { StepContext } from "../../src/core/work/step-context.ts";
import { FakeWorld } from "./fake-workspace.ts";
import { sha } from "./loop-stage.ts";
import { MemoryLog } from "./memory-journal.ts";
import { carriedBy, instant } from "./past.ts";
import { plainPrompts } from "./plain-prompts.ts";
import { policy as plain, planned, team } from "./plans.ts";
import { ScriptedModel } from "./scripted-model.ts";

type Kind = Step["kind"];
type StepOf<K extends Kind> = Extract<Step, { kind: K }>;

/** Where a runner dies: at its n-th deed or append, just before it. */
class Killed extends Error {
  override readonly name = "Killed";
}

const checks = [{ name: "tests", run: "test" }];

/** Building on a log and a world in memory, one step at a time. Conversations are left out: tasks are moved by hand. */
export class FloorStage {
  readonly world = new FakeWorld();
  readonly log: MemoryLog = new MemoryLog(() => instant(this.log.facts.length + 1));
  #life = Number.POSITIVE_INFINITY;

  static async open(
    tasks: readonly PlannedTask[] = [planned("t1"), planned("t2")],
    policy: Partial<Policy> = {},
  ): Promise<FloorStage> {
    const stage = new FloorStage();
    stage.log.before = () => stage.#live();
    await stage.adds({
      type: "session.opened",
      kind: "iteration",
      title: "Twice",
      brief: "Double it.",
      seats: [...team],
      policy: {
        ...plain,
        phases: ["implementation"],
        checks: { quick: checks, full: checks, timeoutMs: 9 },
        ...policy,
      },
      repo: { base: stage.world.base, branch: "trunk" },
    });
    await stage.plans(tasks);
    await stage.adds({
      type: "phase.entered",
      phase: "implementation",
      visit: 1,
      kickoff: "Go.",
      charter: "c",
    });
    return stage;
  }

  /** A plan, with an engineer for each of its tasks. */
  async plans(tasks: readonly PlannedTask[]): Promise<void> {
    await this.adds({ type: "tasks.planned", tasks: [...tasks], from: "a1" });
    for (const [index, { id }] of tasks.entries())
      if (this.task(id).owner === undefined)
        await this.adds({ type: "task.assigned", task: id, seat: index % 2 ? "bo" : "ada", why: "turn" });
  }

  task(id: string): Task {
    const task = this.log.state.tasks[id];
    if (!task) throw new Error(`no task ${id}`);
    return task;
  }

  async adds(event: TeamEvent, step?: string): Promise<void> {
    const journal = this.log.journal();
    const appended = await (step === undefined ? journal : journal.as(step)).append(() => [
      { actor: "harness", event },
    ]);
    if (appended.kind !== "done") throw new Error(`${event.type} was refused`);
  }

  async moves(id: string, ...triggers: readonly Trigger[]): Promise<void> {
    for (const trigger of triggers) {
      const task = this.task(id);
      await this.adds(moveTask(task, trigger, trigger, carriedBy(trigger, trigger)).event, this.key(id));
    }
  }

  key(id: string): string {
    const { attempt, state, movedAt } = this.task(id);
    return `task/${id}/${attempt}/${state}@${movedAt}`;
  }

  /** What the author of a task leaves in its worktree. */
  writes(id: string, files: Readonly<Record<string, string>>): void {
    const worktree = this.world.worktrees.get(this.task(id).worktree ?? "");
    if (!worktree) throw new Error(`${id} has no worktree`);
    for (const [path, text] of Object.entries(files)) worktree.set(path, text);
  }

  /** The wanted step of this kind, by a runner of its own. Undefined: there is none. Shipping has no task: "". */
  context<K extends Kind>(kind: K, task: string): StepContext<StepOf<K>> | undefined {
    const now = this.log.now();
    const step = decide(this.log.state, now).steps.find(
      (one): one is StepOf<K> => one.kind === kind && ("task" in one ? one.task : "") === task,
    );
    if (!step) return undefined;
    const blobs: Blobs = { put: async (text) => sha(text), get: async () => undefined };
    return {
      step,
      journal: this.log.journal().as(step.key),
      blobs,
      charter: async () => undefined,
      talk: new TalkMemory(),
      workspace: this.world.open(this.log.state.head, async () => this.#live()),
      model: new ScriptedModel(),
      prompts: plainPrompts,
      clock: { now: this.log.now, sleep: async () => {} },
      hash: sha,
      redaction: noKeys,
      signal: new AbortController().signal,
      price: () => undefined,
      random: () => 0.5,
      emit: () => {},
      wanted: (at) => isWanted(at, step.key, now),
    };
  }

  /** Performs a step until nobody wants it any more; the first runner dies at its `life`-th deed. Whether one died. */
  async performs<K extends Kind>(
    kind: K,
    task: string,
    perform: (context: StepContext<StepOf<K>>, session: string) => Promise<void>,
    life = Number.POSITIVE_INFINITY,
  ): Promise<boolean> {
    const died = await this.dies(kind, task, perform, life);
    for (let context = this.context(kind, task); context; context = this.context(kind, task))
      await perform(context, "s");
    return died;
  }

  /** Performs a step by one runner, which dies at its `life`-th deed. Whether it died. */
  async dies<K extends Kind>(
    kind: K,
    task: string,
    perform: (context: StepContext<StepOf<K>>, session: string) => Promise<void>,
    life: number,
  ): Promise<boolean> {
    const context = this.context(kind, task);
    if (!context) throw new Error(`no ${kind} of ${task} is wanted`);
    this.#life = life;
    try {
      await perform(context, "s");
      return false;
    } catch (error) {
      if (error instanceof Killed) return true;
      throw error;
    } finally {
      this.#life = Number.POSITIVE_INFINITY;
    }
  }

  #live(): void {
    this.#life -= 1;
    if (this.#life < 0) throw new Killed();
  }

  /** The facts of one type. */
  events<T extends EventType>(type: T): readonly EventOf<T>[] {
    // A type names its event.
    return this.log.facts.flatMap(({ event }) => (event.type === type ? [event as EventOf<T>] : []));
  }
}

/** Plays a scene with a runner that dies at every point there is, one after the other. */
export async function atEveryPoint(scene: (life: number) => Promise<boolean>): Promise<number> {
  for (let life = 0; ; life += 1) if (!(await scene(life))) return life;
}
