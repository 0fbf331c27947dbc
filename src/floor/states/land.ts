import type { Step } from "../../core/decide/step.ts";
import { byHarness, type Draft } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import type { Task } from "../../core/state/task.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { integrationRef } from "../branches.ts";
import { type Done, effect, type Following, type PlanOrNot } from "../effect.ts";
import { type Evidence, gatherEvidence } from "../gather-evidence.ts";
import { recorded, theTask } from "../the-task.ts";

type Landing = Extract<Step, { kind: "land" }>;
type Landed = Done & { readonly evidence: Evidence; readonly made: string };

/**
 * Merges, never rebases. Merges both heads without a checkout, checks exactly that commit, and only then moves the
 * integration branch, from the value it had. A conflict or a failing check goes back to the author with both sides.
 */
export async function land(context: StepContext<Landing>, session: string): Promise<void> {
  const { step, journal } = context;
  await effect<Landed>(context, {
    kind: "land",
    task: step.task,
    plan: () => planLanding(context),
    // Another task landed while this one waited for a person.
    outdated: async (input) => input.was !== journal.state().integration,
    act: (input) => merge(context, session, input),
    follows: (done, following) =>
      done.failed ? refused(step, done, following) : accepted(step, done, following),
  });
}

async function planLanding({ step, journal, workspace, clock }: StepContext<Landing>): Promise<PlanOrNot> {
  const state = journal.state();
  const task = theTask(state, step.task);
  const was = state.integration;
  const head = recorded(task.commit, "commit");
  const { tree, conflicts } = await workspace.merge(was, head);
  if (conflicts.length > 0) return { not: conflict(task, was, conflicts) };
  return { input: { was, head, tree, message: messageOf(task), when: clock.now() } };
}

async function merge(
  context: StepContext<Landing>,
  session: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Landed> {
  const { workspace, journal, signal } = context;
  const { session: opened } = journal.state();
  const was = String(input.was);
  const commit = await workspace.commitTree({
    tree: String(input.tree),
    parents: [was, String(input.head)],
    message: String(input.message),
    author: opened.policy.author,
    when: String(input.when),
  });
  const ref = integrationRef(session);
  // After a kill the branch may already be at our commit: its checks passed then, and what is landed stays landed.
  const now = await workspace.resolve(ref);
  const moved = now === commit;
  const evidence = await gatherEvidence(
    context,
    await workspace.checkout("landing", commit, signal),
    opened.policy.checks.full,
  );
  if (!evidence.passed && !moved) return { failed: true, text: evidence.words, evidence, made: commit };
  // The first landing makes the branch, unless it is already there, at the base.
  const before = now === undefined && was === opened.repo.base ? null : was;
  if ((await workspace.moveRef(ref, commit, before)) === "differs") {
    throw new Fault(
      "branch.moved",
      `The branch ${ref.slice("refs/heads/".length)} was moved outside of Huddle. Move it back to ${was.slice(0, 12)}, then retry.`,
    );
  }
  return { failed: false, text: evidence.words, commit, evidence, made: commit };
}

function accepted(step: Landing, done: Landed, { at, first, effect: { input } }: Following) {
  const was = String(input.was);
  return [
    checksFinished(step, done),
    byHarness({ type: "task.landed", task: step.task, was, commit: done.made, checks: first }),
    moveTask(theTask(at, step.task), "landed", done.evidence.words),
  ];
}

function refused(step: Landing, done: Landed, { at }: Following) {
  return [
    checksFinished(step, done),
    moveTask(theTask(at, step.task), "red", "merged with what has landed meanwhile, the checks fail", {
      feedback: `Merged with what has landed meanwhile, the checks fail:\n${done.evidence.words}`,
    }),
  ];
}

function checksFinished(step: Landing, { evidence, made }: Landed) {
  return byHarness({
    type: "checks.finished",
    task: step.task,
    commit: made,
    why: "landing",
    passed: evidence.passed,
    results: evidence.results,
    sandboxed: false,
  });
}

function conflict(task: Task, against: string, files: readonly string[]): readonly [Draft, Draft] {
  const where = `conflicts with what has landed meanwhile, in ${files.join(", ")}`;
  const feedback = `Your change ${where}. Both sides stand in the files between conflict markers; keep both intents.`;
  return [
    byHarness({ type: "conflict.found", task: task.id, against, files: [...files] }),
    moveTask(task, "conflict", where, { feedback }),
  ];
}

function messageOf(task: Task): string {
  return `Land ${task.id}: ${task.plan.title}\n\nHuddle-Task: ${task.id}\nHuddle-Engineer: ${task.owner ?? ""}\n`;
}
