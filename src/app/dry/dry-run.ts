import { decide, loopOfStep } from "../../core/decide/decide.ts";
import type { Step } from "../../core/decide/step.ts";
import type { EventOf } from "../../core/facts/events.ts";
import { byHarness } from "../../core/facts/fact.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { accountsOf } from "../../core/rules/accounts.ts";
import { type BudgetLeft, leftOf } from "../../core/rules/budget.ts";
import type { State } from "../../core/state/state.ts";
import { openCalls, threadOfLoop } from "../../core/state/threads.ts";
import type { Instant } from "../../core/terms/ids.ts";
import type { Reserved } from "../../core/terms/money-schema.ts";
import type { Phase } from "../../core/terms/phase.ts";
import { at } from "../../core/text/appended.ts";
import { stepWords } from "../../core/views/plan/step-words.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import type { Project } from "../project.ts";
import { perform } from "../run/perform.ts";
import { recordTeam } from "../settings/follow-team.ts";
import { type BudgetWish, setBudget } from "../settings/set-budget.ts";
import { setPace } from "../settings/set-pace.ts";
import { DryJournal } from "./dry-journal.ts";
import { dryWorld, NotForeseen } from "./dry-world.ts";

/** The options a person would give the run. */
export interface DryWish {
  readonly auto?: boolean;
  readonly until?: Phase;
  readonly maxTurns?: number;
  readonly budget?: BudgetWish;
}

export interface DryStep {
  /** In words: "A turn in refinement". */
  readonly what: string;
  readonly member?: string;
  readonly model?: string;
  readonly task?: string;
  readonly outcome: DryOutcome;
}

export type DryOutcome =
  | {
      readonly kind: "asks";
      readonly conversation: string;
      readonly request: number;
      readonly attempt: number;
      readonly bytes: number;
      /** The most it can cost. Without `micros` the price is unknown. */
      readonly worst: Reserved;
      /** What is left of each budget before this request. */
      readonly budgets: readonly BudgetLeft[];
      readonly notBefore?: Instant;
    }
  /** The request would not be sent because it might exceed a budget. */
  | { readonly kind: "over-budget"; readonly why: string }
  /** `dependsOn`: what the next step depends on. Left out: the next step is known. */
  | { readonly kind: "asks-nobody"; readonly dependsOn?: string }
  | { readonly kind: "not-known"; readonly why: string };

/**
 * What a run would do next, as far as it can be known without doing it. The same code as in a run performs every step,
 * on a copy of the state, with a model that stops at the first request and a workspace that touches nothing.
 */
export async function dryRun(
  project: Project,
  files: SessionFiles,
  wish: DryWish,
): Promise<readonly DryStep[]> {
  const now = project.clock.now();
  const journal = DryJournal.of(files.journal.state(), now);
  await begin(journal, project, wish);
  const contextOf = dryWorld(project, files, journal, now);
  const seen = new Set<string>();
  const steps: DryStep[] = [];
  for (;;) {
    const step = decide(journal.state(), now).steps.find(({ key }) => !seen.has(key));
    if (!step) return steps;
    seen.add(step.key);
    const described = describe(journal.state(), step);
    steps.push({ ...described, outcome: await lookAt(contextOf(step), journal, files.id) });
  }
}

/** Writes what a run writes before its first step. */
async function begin(journal: DryJournal, project: Project, wish: DryWish): Promise<void> {
  const { auto, until, maxTurns, budget = {} } = wish;
  const { processes, price } = project;
  if (auto) await setPace(journal, "auto", "--auto");
  await recordTeam(journal, await project.readTeam(), project);
  await setBudget(journal, budget, price);
  await journal.append(() => [
    byHarness({
      type: "runner.started",
      ...processes.self(),
      mode: "run",
      ...(until !== undefined && { until }),
      ...(maxTurns !== undefined && { maxTurns }),
    }),
  ]);
}

function describe(state: State, step: Step): Omit<DryStep, "outcome"> {
  const member = "seat" in step ? step.seat : undefined;
  const model = state.session.seats.find((seat) => seat.id === member)?.model;
  return {
    what: stepWords(step.key),
    ...(member !== undefined && { member }),
    ...(model !== undefined && step.kind !== "dispatch" && { model }),
    ...("task" in step && { task: step.task }),
  };
}

async function lookAt(context: StepContext, journal: DryJournal, session: string): Promise<DryOutcome> {
  const before = journal.state();
  const loop = loopOfStep(before, context.step);
  const calls = loop ? openCalls(loop).length : 0;
  if (calls > 0)
    return { kind: "not-known", why: `${calls} tool ${calls === 1 ? "call" : "calls"} come first` };
  const told = journal.facts().length;
  const failed = await performed(context, session);
  for (const { event } of journal.facts().slice(told)) {
    if (event.type === "model.asked") return askedFor(before, journal.state(), event, context);
    if (event.type === "loop.paused" && event.on === "budget")
      return { kind: "over-budget", why: event.why ?? "" };
  }
  if (failed instanceof NotForeseen) return unforeseen(context.step);
  return failed === undefined ? { kind: "asks-nobody" } : { kind: "not-known", why: failed };
}

/** Steps that ask no model and whose outcome is known only once they are done. */
function unforeseen({ kind }: Step): DryOutcome {
  if (kind === "testing") return { kind: "asks-nobody", dependsOn: "what the checks say" };
  if (kind === "baseline")
    return { kind: "asks-nobody", dependsOn: "what the checks say on the base commit" };
  if (kind === "land")
    return { kind: "asks-nobody", dependsOn: "how it merges, and what the checks say then" };
  if (kind === "ship") return { kind: "asks-nobody", dependsOn: "whether it can be shipped" };
  return { kind: "not-known", why: "something must be done first" };
}

function askedFor(
  before: State,
  after: State,
  asked: EventOf<"model.asked">,
  { step, clock }: StepContext,
): DryOutcome {
  const thread = threadOfLoop(after, asked.loop);
  const last = loopOfStep(before, step)?.asks;
  const notBefore = last && at(last, -1)?.failed?.retryAt;
  return {
    kind: "asks",
    conversation: thread?.name ?? "",
    request: asked.ask,
    attempt: asked.attempt,
    bytes: asked.bytes,
    worst: asked.reserved ?? { input: 0, output: 0 },
    budgets: (thread ? accountsOf(thread) : []).flatMap((key) => leftOf(before, key) ?? []),
    ...(notBefore !== undefined && notBefore > clock.now() && { notBefore }),
  };
}

/** Performs the step on the copy, up to the first result that cannot be foreseen. A string says why it would fail. */
async function performed(context: StepContext, session: string): Promise<string | NotForeseen | undefined> {
  try {
    await perform(context, session);
    return undefined;
  } catch (error) {
    if (error instanceof NotForeseen) return error;
    // In a run this would be the step's failure.
    return `it would fail: ${error instanceof Error ? error.message : String(error)}`;
  }
}
