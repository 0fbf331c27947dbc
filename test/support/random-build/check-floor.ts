import type { EventOf } from "../../../src/core/facts/events.ts";
import type { Fact } from "../../../src/core/facts/fact.ts";
import { fold } from "../../../src/core/fold/fold.ts";
import { emptyState, type State } from "../../../src/core/state/state.ts";
import type { Task } from "../../../src/core/state/task.ts";
import { threadOfLoop } from "../../../src/core/state/threads.ts";
import { holdsWorktree, isHeld } from "../../../src/core/terms/task-machine.ts";
import type { FakeWorld } from "../fake-workspace.ts";

type Reverted = EventOf<"revert.settled">;

/** What holds for all building: one owner for a task, evidence and a second pair of eyes for a landing, a yes used once. */
export function checkFloor(facts: readonly Fact[], world: FakeWorld): void {
  let state: State = emptyState;
  const used = new Set<string>();
  for (const fact of facts) {
    try {
      checkFact(fact, state, facts);
      const yes = yesOf(fact);
      if (yes !== undefined && used.has(yes)) throw new Error(`${yes} is used twice`);
      if (yes !== undefined) used.add(yes);
      state = fold(state, fact);
      checkWorktrees(state);
    } catch (error) {
      throw new Error(`at ${fact.seq} (${fact.event.type}): ${String(error)}`, { cause: error });
    }
  }
  for (const { id, landed } of Object.values(state.tasks))
    if (landed && !world.isAncestor(landed.commit, state.integration))
      throw new Error(`${id} landed, and its commit is not in what landed last`);
}

function checkFact({ event }: Fact, state: State, facts: readonly Fact[]): void {
  if (event.type === "model.asked") {
    const thread = threadOfLoop(state, event.loop);
    const task = thread?.task === undefined ? undefined : state.tasks[thread.task];
    if (task && isHeld(task.state)) throw new Error(`somebody is asked about ${task.id}, which a person has`);
    if (thread?.purpose === "coding" && task && task.owner !== thread.seat)
      throw new Error(`${thread.seat} builds ${task.id}, which is ${task.owner}'s`);
  }
  if (event.type === "task.moved" && event.to === "DONE" && event.trigger === "satisfied")
    checkSeen(event.task, state, facts.slice(0, state.head));
  if (event.type === "revert.settled") checkTakenBack(event, state, facts);
  if (event.type !== "task.landed") return;
  const task = state.tasks[event.task];
  const checks = facts[event.checks - 1]?.event;
  if (checks?.type !== "checks.finished" || checks.why !== "landing" || checks.commit !== event.commit)
    throw new Error(`${event.task} landed without checks of its commit`);
  const isRed = !checks.passed || (checks.new ?? []).length > 0;
  if (isRed && !wasKilled(event.task, facts.slice(0, state.head)))
    throw new Error(`${event.task} landed with red checks`);
  if (event.was !== state.integration) throw new Error(`${event.task} landed beside what had landed`);
  if (task) checkReview(task, facts.slice(0, state.head));
}

/** What is taken out leaves a commit behind that its own checks passed, on what had landed by then. */
function checkTakenBack(
  { task, how, was, commit, checks = 0 }: Reverted,
  state: State,
  facts: readonly Fact[],
) {
  if (was !== state.integration)
    throw new Error(`${task} was taken out of something else than what had landed`);
  if (how !== "reverted" || commit === undefined) return;
  const run = facts[checks - 1]?.event;
  if (run?.type !== "checks.finished" || run.why !== "revert" || run.commit !== commit)
    throw new Error(`${task} was taken back without checks of what is left`);
  if ((!run.passed || (run.new ?? []).length > 0) && !wasKilled(task, facts.slice(0, state.head)))
    throw new Error(`${task} was taken back, and the checks are red`);
}

/** Nothing is done already because its author says so. */
function checkSeen(id: string, { tasks }: State, before: readonly Fact[]): void {
  const look = before.findLast(({ event }) => event.type === "review.given" && event.task === id)?.event;
  if (look?.type !== "review.given" || look.subject !== "completion" || look.verdict !== "approved")
    throw new Error(`${id} is done already, and nobody has seen that`);
  if (look.seat === tasks[id]?.owner) throw new Error(`${id} is done already, says its own author`);
}

/** The branch may have been moved by a runner that was killed then: its checks had passed, and what landed stays. */
function wasKilled(task: string, before: readonly Fact[]): boolean {
  const begun = before.findLastIndex(
    ({ event }) =>
      event.type === "effect.started" &&
      (event.kind === "land" || event.kind === "revert") &&
      event.task === task,
  );
  return before.slice(begun).some(({ event }) => event.type === "runner.started");
}

/** Somebody else looked at exactly the commit that lands. */
function checkReview({ id, commit, owner }: Task, before: readonly Fact[]): void {
  const review = before.findLast(({ event }) => event.type === "review.given" && event.task === id)?.event;
  if (review?.type !== "review.given") throw new Error(`${id} lands without a review`);
  if (review.verdict !== "approved" || review.commit !== commit)
    throw new Error(`${id} lands without a yes to its commit`);
  if (review.seat === owner) throw new Error(`${id} was reviewed by its own author`);
}

function yesOf({ event }: Fact): string | undefined {
  return event.type === "tool.called" ? event.approval : undefined;
}

function checkWorktrees({ tasks }: State): void {
  const standing = Object.values(tasks).flatMap(({ state, worktree }) =>
    holdsWorktree(state) && worktree !== undefined ? [worktree] : [],
  );
  if (new Set(standing).size < standing.length) throw new Error("two tasks share a worktree");
}
