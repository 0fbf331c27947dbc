import type { Step } from "../../core/decide/step.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { effect } from "../effect.ts";
import { theTask } from "../the-task.ts";

/**
 * Makes a new worktree at the integration head. A task that comes back from a landing already has a commit: its
 * worktree then holds both sides merged, with conflict markers where they disagree.
 */
export async function setUp(context: StepContext<Extract<Step, { kind: "setup" }>>): Promise<void> {
  const { step, journal, workspace, signal } = context;
  await effect(context, {
    kind: "worktree",
    task: step.task,
    plan: async () => {
      const state = journal.state();
      const own = theTask(state, step.task).commit;
      const tree = own === undefined ? undefined : (await workspace.merge(state.integration, own)).tree;
      return { input: { commit: state.integration, ...(tree !== undefined && { tree }) } };
    },
    act: async (input) => {
      const tree = input.tree === undefined ? undefined : String(input.tree);
      const path = await workspace.addWorktree(step.task, String(input.commit), tree, signal);
      return { failed: false, text: "the worktree stands", path };
    },
    follows: (_, { at }) => [moveTask(theTask(at, step.task), "ready", "the worktree stands")],
  });
}
