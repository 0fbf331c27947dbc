import type { Step } from "../../core/decide/step.ts";
import { byHarness, refusal } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { NoLongerWanted, type StepContext } from "../../core/work/step-context.ts";
import { taskRef } from "../branches.ts";
import { effect, type PlanOrNot } from "../effect.ts";
import { gatherEvidence } from "../gather-evidence.ts";
import { recorded, theTask } from "../the-task.ts";

type Testing = Extract<Step, { kind: "testing" }>;

/** The harness commits what the author left, then checks exactly that. */
export async function testTask(context: StepContext<Testing>, session: string): Promise<void> {
  const { step, journal } = context;
  const worktree = recorded(theTask(journal.state(), step.task).worktree, "worktree");
  const committed = await commit(context, session, worktree);
  if (committed === undefined) return;
  const { checks } = journal.state().session.policy;
  const evidence = await gatherEvidence(context, worktree, checks.quick);
  const finished = byHarness({
    type: "checks.finished",
    task: step.task,
    commit: committed,
    why: "testing",
    passed: evidence.passed,
    results: evidence.results,
    sandboxed: false,
  });
  // If the step is no longer wanted, the results are dropped: checks cost little, and run again.
  const moved = await journal.append((at) => {
    if (!context.wanted(at)) return refusal("no longer wanted");
    const task = theTask(at, step.task);
    const { passed, words } = evidence;
    const move = passed
      ? moveTask(task, "passed", words)
      : moveTask(task, "failed", "the checks fail", { feedback: words });
    return [finished, move];
  });
  if (moved.kind !== "done") throw new NoLongerWanted();
}

/** Undefined: there was nothing to commit, and the task went back to its author. */
async function commit(
  context: StepContext<Testing>,
  session: string,
  worktree: string,
): Promise<string | undefined> {
  const { step, journal, workspace } = context;
  const { commit: own } = theTask(journal.state(), step.task);
  const done = await effect(context, {
    kind: "commit",
    task: step.task,
    plan: () => planCommit(context, worktree),
    act: async (input) => {
      const id = await workspace.commitTree({
        tree: String(input.tree),
        parents: Array.isArray(input.parents) ? input.parents.map(String) : [],
        message: String(input.message),
        author: journal.state().session.policy.author,
        when: String(input.when),
      });
      const ref = taskRef(session, step.task);
      // A task that was planned again finds the branch where its last try left it.
      const was = own ?? journal.state().past[step.task]?.commit ?? null;
      if ((await workspace.moveRef(ref, id, was)) === "differs") {
        throw new Fault(
          "branch.moved",
          `The branch ${ref.slice("refs/heads/".length)} was moved outside of Huddle. Delete it or move it back, then retry.`,
        );
      }
      return { failed: false, text: "committed", commit: id };
    },
    follows: () => [],
  });
  return done && recorded(done.commit, "commit");
}

const nothingChanged = "Nothing was changed, so there is nothing to review.";

async function planCommit(context: StepContext<Testing>, worktree: string): Promise<PlanOrNot> {
  const { step, journal, workspace, clock } = context;
  const task = theTask(journal.state(), step.task);
  const base = recorded(task.base, "base");
  const tree = await workspace.writeTree(worktree, base);
  const parents = await parentsOf(context, task, base);
  if (parents.length === 1 && tree === (await workspace.treeOf(parents[0] ?? base)))
    return { not: [moveTask(task, "failed", nothingChanged, { feedback: nothingChanged })] };
  const message = messageOf(journal.state(), task);
  return { input: { tree, parents: [...parents], message, when: clock.now() } };
}

/** A task on a newer integration head than its last commit merges the two. */
async function parentsOf(context: StepContext, task: Task, base: string): Promise<readonly string[]> {
  if (task.commit === undefined) return [base];
  return (await context.workspace.isAncestor(base, task.commit)) ? [task.commit] : [task.commit, base];
}

function messageOf(state: State, task: Task): string {
  return `${recorded(task.summary, "summary")}\n\nHuddle-Task: ${task.id} ${task.plan.title}\nHuddle-Engineer: ${task.owner ?? ""}\nHuddle-Session: ${state.session.title}\n`;
}
