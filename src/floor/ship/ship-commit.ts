import type { Workspace } from "../../core/ports/workspace.ts";
import { oneLine } from "../../core/text/one-line.ts";
import type { StepContext } from "../../core/work/step-context.ts";
import { commitRef } from "../branches.ts";
import { commitMessage } from "../commit-message.ts";
import type { ShipInput } from "./plan-ship.ts";

/** The commit that was made for this plan, if one was. A signature differs each time, so it is looked for by its ref. */
export async function madeCommit(
  workspace: Workspace,
  session: string,
  { tree, head }: ShipInput,
): Promise<string | undefined> {
  if (tree === null) return head;
  const held = await workspace.resolve(commitRef(session, "ship"));
  if (held === undefined || held === head || (await workspace.treeOf(held)) !== tree) return undefined;
  return held;
}

/** The integration head itself, or the commit that the plan describes, made by the person's own git. */
export async function commitToShip(
  { workspace, journal }: StepContext,
  session: string,
  input: ShipInput,
): Promise<string> {
  const made = await madeCommit(workspace, session, input);
  if (made !== undefined || input.tree === null) return made ?? input.head;
  const { policy, title } = journal.state().session;
  const commit = await workspace.theirs.commit({
    tree: input.tree,
    parents: input.parents,
    message: input.message ?? commitMessage(oneLine(`Merge ${title}`), []),
    author: policy.author,
    when: input.when,
  });
  if (await workspace.hold(commitRef(session, "ship"), commit)) return commit;
  throw new Error("git removed a commit before it could be held; another program collects garbage");
}
