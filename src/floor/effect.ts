import type { EventOf } from "../core/facts/events.ts";
import type { Draft } from "../core/facts/fact.ts";
import { byHarness, refusal } from "../core/facts/fact.ts";
import type { State } from "../core/state/state.ts";
import type { Effect } from "../core/state/task.ts";
import { effectId } from "../core/terms/ids.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../core/work/step-context.ts";

type Input = EventOf<"effect.started">["input"];

export interface Done {
  readonly failed: boolean;
  readonly text: string;
  readonly commit?: string;
  readonly path?: string;
}

/** What the effect will do, as JSON; or that it is not done this way, and what follows from that. */
export type PlanOrNot = { readonly input: Input } | { readonly not: readonly [Draft, ...Draft[]] };

/** Where the consequences of an effect go: after the fact that settles it, the first of them at seq `first`. */
export interface Following {
  readonly at: State;
  readonly first: number;
  readonly effect: Effect;
}

export interface EffectPlan<D extends Done> {
  readonly kind: Effect["kind"];
  readonly task?: string;
  /** Runs before the intent, so it must change nothing that matters. */
  plan(): Promise<PlanOrNot>;
  /** Whether a plan that was begun and not settled no longer fits the world, so that a new one is needed. */
  outdated?(input: Input): Promise<boolean>;
  /** Does it, or does it again: the result must be the same when it was already done, in part or whole. */
  act(input: Input): Promise<D>;
  /** What follows, in the same append that settles. */
  follows(done: D, following: Following): readonly Draft[];
}

/**
 * Intent, deed, consequence: the only way to change anything outside the log. An effect that is settled is not done
 * again. One that is begun and not settled, as after a kill, is done again from its recorded input. Any other is
 * planned and begun. Undefined: the plan said that it is not done this way, and what follows from that is recorded.
 */
export async function effect<D extends Done>(
  context: StepContext,
  plan: EffectPlan<D>,
): Promise<Done | undefined> {
  const { journal, step } = context;
  const newest = newestEffect(journal.state(), step.key, plan.kind);
  if (newest?.settled && !newest.settled.failed) return newest.settled;
  const open = newest?.settled ? undefined : newest;
  const begun = open && !(await plan.outdated?.(open.input)) ? open : await begin(context, plan, open);
  if (!begun) return undefined;
  const done = await plan.act(begun.input);
  const settled = await journal.append((at, first) => {
    const { failed, text, commit, path } = done;
    const event = {
      type: "effect.settled" as const,
      effect: begun.id,
      failed,
      text,
      ...(commit !== undefined && { commit }),
      ...(path !== undefined && { path }),
    };
    return [byHarness(event), ...plan.follows(done, { at, first: first + 1, effect: begun })];
  });
  if (settled.kind !== "done") throw new NoLongerWanted();
  return done;
}

/** The append that begins a new plan, or says why there is none, also gives up the outdated one. */
async function begin<D extends Done>(
  context: StepContext,
  plan: EffectPlan<D>,
  outdated: Effect | undefined,
): Promise<Effect | undefined> {
  const { journal } = context;
  const planned = await plan.plan();
  const drafts = "not" in planned ? planned.not : ([started(plan, planned.input)] as const);
  const appended = await journal.append((at) => {
    if (!mayBegin(context, at)) return refusal("no longer wanted");
    return outdated ? [byHarness(givenUp(outdated)), ...drafts] : drafts;
  });
  const fact = appended.kind === "done" ? appended.facts.at(-1) : undefined;
  if (!fact) throw new NoLongerWanted();
  if ("not" in planned) return undefined;
  const begun = journal.state().effects[effectId(fact.seq)];
  if (!begun) throw new NoLongerWanted();
  return begun;
}

function started<D extends Done>({ kind, task }: EffectPlan<D>, input: Input): Draft {
  return byHarness({ type: "effect.started", kind, ...(task !== undefined && { task }), input });
}

function givenUp(effect: Effect): EventOf<"effect.settled"> {
  const text = "given up: the world has moved on since it was planned";
  return { type: "effect.settled", effect: effect.id, failed: true, text };
}

/** Earlier ones of the same kind were given up. */
function newestEffect(state: State, step: string, kind: Effect["kind"]): Effect | undefined {
  return Object.values(state.effects).findLast((one) => one.step === step && one.kind === kind);
}
