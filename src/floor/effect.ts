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

export interface EffectPlan<D extends Done> {
  readonly kind: Effect["kind"];
  readonly task?: string;
  /** What will be done, as JSON. Runs before the intent and must change nothing that matters. */
  plan(): Promise<Input>;
  /** Whether a plan that was begun and not settled no longer fits the world, so that another one is made. */
  outdated?(input: Input): Promise<boolean>;
  /** Does it, or does it again: must come to the same end when it was done already, in part or whole. */
  act(input: Input): Promise<D>;
  /** What follows, in the same append that settles; `first` is the seq of the first of these. */
  follows(done: D, at: State, first: number): readonly Draft[];
}

/**
 * Intent, deed, consequence: the only way to change anything outside the log. Settled: nothing is done. Begun and
 * not settled, as after a kill: done again by its recorded input. Else planned and begun.
 */
export async function effect<D extends Done>(context: StepContext, plan: EffectPlan<D>): Promise<Done> {
  const { journal, step } = context;
  const known = effectOf(journal.state(), step.key, plan.kind);
  if (known?.settled && !known.settled.failed) return known.settled;
  const begun = known?.settled ? undefined : known;
  const open = begun && !(await plan.outdated?.(begun.input)) ? begun : await begin(context, plan, begun);
  const done = await plan.act(open.input);
  const settled = await journal.append((at, first) => {
    const { failed, text, commit, path } = done;
    const event = {
      type: "effect.settled" as const,
      effect: open.id,
      failed,
      text,
      ...(commit !== undefined && { commit }),
      ...(path !== undefined && { path }),
    };
    return [byHarness(event), ...plan.follows(done, at, first + 1)];
  });
  if (settled.kind !== "done") throw new NoLongerWanted();
  return done;
}

async function begin<D extends Done>(
  context: StepContext,
  plan: EffectPlan<D>,
  outdated: Effect | undefined,
): Promise<Effect> {
  const { journal } = context;
  const input = await plan.plan();
  const started = await journal.append((at) => {
    if (!mayBegin(context, at)) return refusal("no longer wanted");
    const event = {
      type: "effect.started" as const,
      kind: plan.kind,
      ...(plan.task !== undefined && { task: plan.task }),
      input,
    };
    return outdated ? [byHarness(givenUp(outdated)), byHarness(event)] : [byHarness(event)];
  });
  const fact = started.kind === "done" ? started.facts.at(-1) : undefined;
  const begun = fact && journal.state().effects[effectId(fact.seq)];
  if (!begun) throw new NoLongerWanted();
  return begun;
}

function givenUp(effect: Effect): EventOf<"effect.settled"> {
  const text = "given up: the world has moved on since it was planned";
  return { type: "effect.settled", effect: effect.id, failed: true, text };
}

/** The newest of its kind: those before it were given up. */
function effectOf(state: State, step: string, kind: Effect["kind"]): Effect | undefined {
  return Object.values(state.effects).findLast((one) => one.step === step && one.kind === kind);
}
