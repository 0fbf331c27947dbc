import { accountsOf } from "../core/accounts.ts";
import { type BudgetLeft, leftOf } from "../core/budget.ts";
import { decide, isWanted, loopOfStep } from "../core/decide.ts";
import type { Reserved } from "../core/events.ts";
import { openCalls } from "../core/fold-loop.ts";
import type { Instant } from "../core/ids.ts";
import type { Phase } from "../core/phase.ts";
import type { Cap } from "../core/policy.ts";
import { type Blobs, byHarness, type Model, type SessionFiles, type Workspace } from "../core/ports.ts";
import type { Step } from "../core/step.ts";
import type { StepContext } from "../core/step-context.ts";
import { stepWords } from "../core/views/inbox.ts";
import { DryJournal } from "./dry-journal.ts";
import { perform } from "./perform.ts";
import type { Project } from "./project.ts";
import { budgetWith } from "./set-budget.ts";

/** What a person would say to the run. */
export interface DryWish {
  readonly auto?: boolean;
  readonly until?: Phase;
  readonly maxTurns?: number;
  readonly budget?: Cap;
}

export interface DryStep {
  /** In words: "A turn in refinement". */
  readonly what: string;
  readonly member?: string;
  readonly model?: string;
  readonly task?: string;
  readonly outcome:
    | {
        readonly kind: "asks";
        readonly conversation: string;
        readonly request: number;
        readonly attempt: number;
        readonly bytes: number;
        /** The worst it can cost. Without `micros` no price is known. */
        readonly worst: Reserved;
        /** What is left of each budget before it. */
        readonly budgets: readonly BudgetLeft[];
        readonly notBefore?: Instant;
      }
    /** It would not be asked, because it might go over a budget. */
    | { readonly kind: "over-budget"; readonly why: string }
    /** Nobody is asked anything. */
    | { readonly kind: "asks-nobody" }
    | { readonly kind: "not-known"; readonly why: string };
}

/**
 * What a run would do next, as far as it can be known without doing it. Every step is performed by the same code as in a
 * run, on a copy of what the log says, with a model that stops at the first request and a workspace that touches nothing.
 */
export async function dryRun(
  project: Project,
  files: SessionFiles,
  wish: DryWish,
): Promise<readonly DryStep[]> {
  const now = project.clock.now();
  const journal = DryJournal.of(files.journal.state(), now);
  await begin(journal, project, wish);
  const seen = new Set<string>();
  const steps: DryStep[] = [];
  for (;;) {
    const step = decide(journal.state(), now).steps.find(({ key }) => !seen.has(key));
    if (!step) return steps;
    seen.add(step.key);
    steps.push(await lookAt(project, files, journal, step, now));
  }
}

/** What stands in the log before a run does anything. */
async function begin(journal: DryJournal, project: Project, wish: DryWish): Promise<void> {
  const { auto, until, maxTurns, budget: cap = {} } = wish;
  const { seats, policy } = journal.state().session;
  const budget = budgetWith(policy.budget, cap, seats, project.price);
  await journal.append(() => [
    byHarness({
      type: "policy.changed",
      patch: { ...(auto && { pace: "auto" }), ...(budget !== policy.budget && { budget }) },
      why: "--dry-run",
    }),
    byHarness({
      type: "runner.started",
      ...project.processes.self(),
      mode: "run",
      ...(until !== undefined && { until }),
      ...(maxTurns !== undefined && { maxTurns }),
    }),
  ]);
}

async function lookAt(
  project: Project,
  files: SessionFiles,
  journal: DryJournal,
  step: Step,
  now: Instant,
): Promise<DryStep> {
  const before = journal.state();
  const loop = loopOfStep(before, step);
  const member = "seat" in step && step.kind !== "dispatch" ? step.seat : undefined;
  const model = before.session.seats.find((seat) => seat.id === member)?.model;
  const base = {
    what: stepWords(step.key),
    ...(member !== undefined && { member }),
    ...(model !== undefined && { model }),
    ...("task" in step && { task: step.task }),
  };
  const calls = loop ? openCalls(loop).length : 0;
  if (calls > 0) return { ...base, outcome: notKnown(`${counted(calls, "tool call")} must come to a result first`) };
  const told = journal.facts().length;
  const why = await performed(project, files, journal, step, now);
  const facts = journal.facts().slice(told).map(({ event }) => event);
  const asked = facts.find((event) => event.type === "model.asked");
  if (asked?.reserved) {
    const thread = journal.state().threads.find(({ loops }) => loops.some(({ id }) => id === asked.loop));
    const notBefore = loop?.asks.backing.at(loop.asks.length - 1)?.failed?.retryAt;
    const outcome = {
      kind: "asks" as const,
      conversation: thread?.name ?? "",
      request: asked.ask,
      attempt: asked.attempt,
      bytes: asked.bytes,
      worst: asked.reserved,
      budgets: (thread ? accountsOf(thread) : []).flatMap((key) => leftOf(before, key) ?? []),
      ...(notBefore !== undefined && notBefore > now && { notBefore }),
    };
    return { ...base, outcome };
  }
  const paused = facts.find((event) => event.type === "loop.paused");
  if (paused?.on === "budget") return { ...base, outcome: { kind: "over-budget", why: paused.why ?? "" } };
  return { ...base, outcome: why === undefined ? { kind: "asks-nobody" } : notKnown(why) };
}

function notKnown(why: string): DryStep["outcome"] {
  return { kind: "not-known", why };
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/** Performs the step on the copy, up to the first thing that only doing it could tell. That thing is returned in words. */
async function performed(
  project: Project,
  files: SessionFiles,
  journal: DryJournal,
  step: Step,
  now: Instant,
): Promise<string | undefined> {
  const context: StepContext = {
    step,
    journal: journal.as(step.key),
    blobs: dryBlobs(files.blobs, project.hash),
    workspace: dryWorkspace,
    model: dryModel,
    prompts: project.prompts,
    clock: { now: () => now, sleep: async () => {} },
    hash: project.hash,
    signal: new AbortController().signal,
    price: project.price,
    random: () => 0,
    emit: () => {},
    wanted: (at) => isWanted(at, step.key, now),
  };
  try {
    await perform(context, files.id);
    return undefined;
  } catch (error) {
    if (error instanceof NotForeseen) return error.message;
    // A run would record it as the step's failure.
    return `it would fail: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Where looking ahead ends: what comes then depends on something that has not been done. */
class NotForeseen extends Error {
  override readonly name = "NotForeseen";
}
