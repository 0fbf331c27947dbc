import type { Step } from "../core/decide/step.ts";
import type { EventOf } from "../core/facts/events.ts";
import type { Draft } from "../core/facts/fact.ts";
import type { Escalation } from "../core/facts/loop-schema.ts";
import type { State } from "../core/state/state.ts";
import { threadNamed } from "../core/state/threads.ts";
import type { Blob } from "../core/terms/ids.ts";
import type { StepContext } from "../core/work/step-context.ts";
import type { Blocked, GeneralTool } from "../core/work/tool.ts";
import { loadCharter } from "../loop/load-charter.ts";
import type { LoopRun } from "../loop/loop-run.ts";
import { openLoop } from "../loop/open-loop.ts";
import { failureWords, type Outcome } from "../loop/outcome.ts";
import { runToolLoop } from "../loop/run-tool-loop.ts";
import { stepFailed } from "../loop/step-failed.ts";

/** A step in which a member works on a task or judges it. */
type TalkStep = Extract<
  Step,
  { kind: "planning" | "judge" | "coding" | "review" | "answer" | "budget-review" | "rewrite" | "split" }
>;

/** A conversation that came to its end without a result. `circles`: its replies would not get better. */
export interface Fruitless {
  readonly why: string;
  readonly circles: boolean;
}

/** What follows in the log from each end that is no failure of the step. Left out: it is one. */
export interface Endings<T> {
  /** What did not happen, should the step fail: "ada did not finish t1". */
  readonly failed: string;
  done(value: T, at: State, missing: readonly string[] | undefined): readonly Draft[];
  fruitless?(end: Fruitless, at: State): readonly Draft[];
  blocked?(blocked: Blocked, at: State): readonly Draft[];
}

/** What one kind of conversation about a task has that others do not. */
export interface Conversation<T>
  extends Pick<LoopRun<T>, "terminal" | "hands" | "gate" | "written" | "pausing"> {
  readonly name: string;
  readonly purpose: EventOf<"thread.opened">["purpose"];
  /** See `charterOf`. */
  readonly charter: Blob;
  readonly asks: number;
  /** The name of its limit, of which its speaker is told shortly before. */
  readonly escalate?: string;
  readonly opening: string;
  /** Those of them that its charter shows are offered. */
  readonly tools: readonly GeneralTool[];
  readonly endings: Endings<T>;
}

/** Opens or goes on with a conversation about a task, and ends it. Every step of the floor in which a member speaks does so here. */
export async function converse<T>(context: StepContext<TalkStep>, talk: Conversation<T>): Promise<void> {
  const { step } = context;
  const { name, purpose, charter, asks, escalate, endings } = talk;
  const loop = await openLoop(context, {
    name,
    terminal: talk.terminal.name,
    asks,
    ...(escalate !== undefined && { escalate: limitNamed(escalate, asks) }),
    textEnds: false,
    thread: { type: "thread.opened", name, seat: step.seat, purpose, task: step.task, charter },
    opening: talk.opening,
  });
  const rules = await loadCharter(context, name);
  await runToolLoop<T>({
    ...talk,
    loop,
    context,
    charter: rules,
    tools: talk.tools.filter((tool) => rules.tools.some((offered) => offered.name === tool.name)),
    closing: (outcome, at) => closing(step, outcome, at, endings),
  });
}

/** The charter with which a conversation was opened; `make` is for one that is not open yet. */
export async function charterOf(
  { journal }: StepContext,
  name: string,
  make: () => Promise<Blob>,
): Promise<Blob> {
  return threadNamed(journal.state(), name)?.charter ?? (await make());
}

function limitNamed(key: string, hard: number): Escalation {
  return { key, ...(hard > 2 && { soft: hard - 2 }), hard };
}

function closing<T>(step: TalkStep, outcome: Outcome<T>, at: State, endings: Endings<T>): readonly Draft[] {
  switch (outcome.kind) {
    case "done":
      return endings.done(outcome.value, at, outcome.missing);
    case "no-tool-twice":
    case "invalid-result":
    case "iteration-limit":
    case "max-iterations": {
      const circles = outcome.kind === "no-tool-twice" || outcome.kind === "invalid-result";
      const drafts = endings.fruitless?.({ why: failureWords(outcome), circles }, at);
      return drafts ?? [stepFailed(step.key, endings.failed, outcome)];
    }
    case "blocked":
      return endings.blocked?.(outcome.blocked, at) ?? [stepFailed(step.key, endings.failed, outcome)];
    case "model-error":
      return [stepFailed(step.key, endings.failed, outcome)];
    case "text":
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
  }
}
