import { decide } from "../../src/core/decide/decide.ts";
import type { Decided } from "../../src/core/decide/step.ts";
import type { EventOf, TeamEvent } from "../../src/core/facts/events.ts";
import { type Actor, type Fact, factVersion } from "../../src/core/facts/fact.ts";
import { fold } from "../../src/core/fold/fold.ts";
import { moveTask } from "../../src/core/rules/move-task.ts";
import { emptyState, type State } from "../../src/core/state/state.ts";
import type { Artifact, ArtifactOf, PlannedTask } from "../../src/core/terms/artifacts.ts";
import { loopId } from "../../src/core/terms/ids.ts";
import { type ArtifactKind, artifactOf, type Phase, phases } from "../../src/core/terms/phase.ts";
import type { Policy, Seat } from "../../src/core/terms/policy.ts";
import type { Trigger } from "../../src/core/terms/task-machine.ts";
import { planned, policy, scope, team } from "./plans.ts";

type Carried = Parameters<typeof moveTask>[3];

const begin = Date.UTC(2026, 0, 1);

type Cited = NonNullable<EventOf<"message.posted">["cited"]>;

/** What happened so far, told fact by fact and folded as it is told. One second passes with every fact. */
export class Past {
  readonly facts: Fact[] = [];
  state: State = emptyState;

  static opened(options: { seats?: readonly Seat[]; policy?: Partial<Policy> } = {}): Past {
    const past = new Past();
    past.human({
      type: "session.opened",
      kind: "iteration",
      title: "Twice",
      brief: "A function that doubles a number.",
      seats: [...(options.seats ?? team)],
      policy: { ...policy, ...options.policy },
      repo: { base: "base", branch: "trunk" },
    });
    return past;
  }

  get now(): string {
    return instant(this.facts.length + 1);
  }

  add(actor: Actor, event: TeamEvent, step?: string): Fact {
    return this.older(factVersion, actor, event, step);
  }

  /** As a version before this one wrote it. */
  older(v: number, actor: Actor, event: TeamEvent, step?: string): Fact {
    const seq = this.facts.length + 1;
    const fact = {
      seq,
      prev: "",
      at: instant(seq),
      v,
      actor,
      ...(step !== undefined && { step }),
      event,
    };
    this.facts.push(fact);
    this.state = fold(this.state, fact);
    return fact;
  }

  human(event: TeamEvent): Fact {
    return this.add("human", event);
  }

  harness(event: TeamEvent, step?: string): Fact {
    return this.add("harness", event, step);
  }

  decided(now = this.now): Decided {
    return decide(this.state, now);
  }

  /** Keys of all that is wanted. */
  wanted(now = this.now): readonly string[] {
    return this.decided(now).steps.map((step) => step.key);
  }

  runs(options: { until?: Phase; maxTurns?: number } = {}): Fact {
    return this.harness({
      type: "runner.started",
      host: "here",
      pid: 1,
      startedAt: "then",
      mode: "run",
      ...options,
    });
  }

  enters(phase: Phase, visit = 1): Fact {
    const kickoff = `Let us begin ${phase}.`;
    return this.harness(
      { type: "phase.entered", phase, visit, kickoff, charter: "c" },
      `enter/${phase}.${visit}`,
    );
  }

  /** Opens a turn's thread and its loop. */
  turnStarts(thread: string, seat: string, kind: EventOf<"turn.started">["kind"] = "engineer"): string {
    this.harness({ type: "turn.started", thread, seat, round: 1, kind }, thread);
    return this.loopOpens(thread, "pass_turn", thread);
  }

  threadOpens(
    name: string,
    seat: string,
    purpose: "coding" | "review" | "answer",
    task: string,
    step?: string,
  ): void {
    this.harness({ type: "thread.opened", name, seat, purpose, task, charter: "c" }, step);
  }

  loopOpens(thread: string, terminal: string, step?: string, opening?: string, asks = 8): string {
    const event = {
      type: "loop.opened" as const,
      thread,
      terminal,
      asks,
      ...(opening !== undefined && { opening }),
    };
    return loopId(this.harness(event, step).seq);
  }

  asks(loop: string, ask = 1, attempt = 1): Fact {
    return this.harness({
      type: "model.asked",
      loop,
      ask,
      attempt,
      model: "m",
      renderer: 1,
      hash: "h",
      bytes: 10,
    });
  }

  replies(
    loop: string,
    ask: number,
    text: string,
    ...calls: { tool: string; input: Record<string, string> }[]
  ): Fact {
    const seq = this.facts.length + 1;
    return this.add("ada", {
      type: "model.replied",
      asked: seq - 1,
      loop,
      ask,
      text,
      calls: calls.map(({ tool, input }, index) => ({ call: `c${seq}_${index + 1}`, tool, input })),
      finish: calls.length > 0 ? "tools" : "stop",
      usage: { input: 3, output: 2 },
    });
  }

  says(seat: Actor, text: string, to?: string[]): Fact {
    return this.add(seat, { type: "message.posted", text, ...(to && { to }) });
  }

  /** A whole turn: opened, asked, answered, said. */
  turn(thread: string, seat: string, text = `${seat} says something.`, cited: Cited = []): void {
    const kind = thread.startsWith("coach/") ? "coach" : "engineer";
    const loop = this.turnStarts(thread, seat, kind);
    this.asks(loop);
    this.replies(loop, 1, text);
    this.harness({ type: "loop.closed", loop, outcome: "text" }, thread);
    const lines = cited.length > 0 && { cited };
    this.add(seat, { type: "message.posted", text, thread, ...lines }, thread);
    this.harness({ type: "turn.ended", thread, how: "said" }, thread);
  }

  turnEnds(thread: string, how: EventOf<"turn.ended">["how"] = "said"): Fact {
    return this.harness({ type: "turn.ended", thread, how, reason: "nothing new" }, thread);
  }

  passes(thread: string, seat: string): Fact {
    this.turnStarts(thread, seat);
    return this.turnEnds(thread, "passed");
  }

  signals(actor: Actor = "coach"): Fact {
    return this.add(actor, { type: "phase.signalled", summary: "all settled" });
  }

  submits<K extends ArtifactKind>(kind: K, body: ArtifactOf<K>["body"], version = 1): string {
    const stage = this.state.stage;
    if (!stage) throw new Error("no phase");
    const { phase, visit } = stage;
    const thread = `artifact/${phase}.${visit}/${version}`;
    this.turnStarts(thread, "coach", "artifact");
    const artifact = { kind, body } as Artifact; // the signature says so
    const { seq } = this.add(
      "coach",
      { type: "artifact.submitted", ...artifact, phase, visit, version },
      thread,
    );
    this.harness({ type: "turn.ended", thread, how: "submitted" }, thread);
    return `a${seq}`;
  }

  accepts(artifact: string): Fact {
    return this.human({ type: "artifact.settled", artifact, verdict: "accepted", reasons: [] });
  }

  /** From the first phase into this one, the short way: everybody signals, submits and accepts at once. */
  reaches(
    phase: Phase,
    tasks: readonly PlannedTask[] = [planned("t1")],
    owners: readonly string[] = ["ada", "bo"],
  ): this {
    const order: readonly Phase[] = phases;
    for (const each of order.slice(0, order.indexOf(phase))) {
      this.enters(each);
      const kind = artifactOf(each);
      if (kind === undefined) {
        for (const task of tasks) this.lands(task.id);
        continue;
      }
      this.signals();
      this.accepts(this.submits(kind, bodyOf(kind, tasks)));
      if (kind !== "tasks") continue;
      this.harness({ type: "tasks.planned", tasks: [...tasks], from: "a1" });
      for (const [index, task] of tasks.entries())
        this.harness({
          type: "task.assigned",
          task: task.id,
          seat: owners[index % owners.length] ?? "",
          why: "turn",
        });
    }
    this.enters(phase);
    return this;
  }

  moves(id: string, trigger: Trigger, why: string = trigger, carried: Carried = {}): Fact {
    const task = this.state.tasks[id];
    if (!task) throw new Error(`no task ${id}`);
    const step = `task/${id}/${task.attempt}/${task.state}@${task.movedAt}`;
    const words = { ...carriedBy(trigger, why), ...carried };
    return this.harness(moveTask(task, trigger, why, words).event, step);
  }

  /** All the way from where it stands. */
  lands(id: string): void {
    for (const trigger of [
      "dispatched",
      "ready",
      "done",
      "passed",
      "approved",
      "prepared",
      "landed",
    ] as const)
      this.moves(id, trigger);
  }

  fails(step: string, retryInMs?: number): Fact {
    const retryAt =
      retryInMs === undefined ? undefined : new Date(Date.parse(this.now) + retryInMs).toISOString();
    return this.harness({ type: "step.failed", step, error: "it broke", ...(retryAt && { retryAt }) }, step);
  }
}

/** What a move by hand gives the task to carry on. */
export function carriedBy(trigger: Trigger, words: string): { summary?: string; feedback?: string } {
  if (trigger === "done") return { summary: words };
  return ["failed", "changes", "conflict", "red"].includes(trigger) ? { feedback: words } : {};
}

function bodyOf(kind: ArtifactKind, tasks: readonly PlannedTask[]): Artifact["body"] {
  const approaches = tasks.map(({ id }) => ({ id, interfaces: [] }));
  return {
    scope,
    tasks: { tasks: [...tasks] },
    approach: { tasks: approaches },
    findings: { summary: "Nothing found.", findings: [] },
    agreement: { scope, tasks: tasks.map((task) => ({ ...task, interfaces: [] })) },
    brief: { title: "A brief", brief: "What to build.", findings: [], openQuestions: [], outOfScope: [] },
  }[kind];
}

export function instant(second: number): string {
  return new Date(begin + second * 1000).toISOString();
}
