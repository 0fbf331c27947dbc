import type { Step } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import { moveTask } from "../../core/rules/move-task.ts";
import { plansFirst } from "../../core/rules/review/own-plan.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { branchRefs, heldRefs, treeRef } from "../branches.ts";
import { noSandbox } from "../commands/no-sandbox.ts";
import { effect, type Following } from "../effect.ts";
import { isTreeLost, keptTree, type TreePlace } from "../kept-tree.ts";
import { commitLost } from "../lose-work.ts";
import { theTask } from "../the-task.ts";

type SettingUp = Extract<Step, { kind: "setup" }>;
type Holding = Extract<Step, { kind: "hold" }>;

/** The task gets a worktree, and its engineer can begin. */
export function setUp(context: StepContext<SettingUp>, session: string): Promise<void> {
  const { step, workspace } = context;
  return makeWorktree(context, session, {
    async before() {
      const sandbox = await workspace.sandbox();
      if (sandbox.state === "missing") throw noSandbox(sandbox);
    },
    follows: ({ at, effect: { input } }) => {
      const lost = input.gone === undefined ? {} : { feedback: commitLost(String(input.gone)) };
      const task = theTask(at, step.task);
      return [moveTask(task, plansFirst(at, task) ? "plan" : "ready", "the worktree stands", lost)];
    },
  });
}

interface Around {
  /** Throws if it is not made now. */
  before?(): Promise<void>;
  /** What follows, in the append that settles the effect. */
  follows?(following: Following): readonly Draft[];
}

/**
 * Makes a new worktree at the integration head. A task that comes back from a landing already has a commit: its
 * worktree then holds both sides merged, with conflict markers where they disagree.
 */
export async function makeWorktree(
  context: StepContext<SettingUp | Holding>,
  session: string,
  { before, follows }: Around = {},
): Promise<void> {
  const { step, journal, workspace, signal } = context;
  const own = () => theTask(journal.state(), step.task).commit;
  const merged = (commit: string, head: string): TreePlace => ({
    ref: treeRef(session, `task/${step.task}`),
    since: commit,
    make: async () => (await workspace.merge(commit, head)).tree,
  });
  await effect(context, {
    kind: "worktree",
    task: step.task,
    plan: async () => {
      await before?.();
      const commit = journal.state().integration;
      if (!(await workspace.resolve(commit))) throw notHere(session, commit);
      const head = own();
      if (head === undefined) return { input: { commit } };
      if (!(await workspace.resolve(head))) return { input: { commit, gone: head } };
      return { input: { commit, tree: await keptTree(workspace, merged(commit, head)) } };
    },
    outdated: async ({ commit, tree }) => {
      const head = own();
      if (head === undefined || tree === undefined) return false;
      return isTreeLost(workspace, merged(String(commit), head), String(tree));
    },
    act: async (input) => {
      const tree = input.tree === undefined ? undefined : String(input.tree);
      const path = await workspace.addWorktree(step.task, String(input.commit), tree, signal);
      return { failed: false, text: "the worktree stands", path };
    },
    follows: (_, following) => follows?.(following) ?? [],
  });
}

/** After a restore, or on another machine, the log may know more than the repository. */
function notHere(session: string, commit: string): Fault {
  const refs = [heldRefs(session), branchRefs(session)].map((ref) => `'${ref}/*:${ref}/*'`);
  return new Fault(
    "repository.unready",
    `The session builds on commit ${commit.slice(0, 12)}, and this repository does not have it. Get it from the repository where the session ran, then retry:\n  git fetch <that repository> ${refs.join(" ")}`,
  );
}
