import { assertNever } from "../../assert-never.ts";
import type { Task } from "../../state/task.ts";
import type { TaskId } from "../../terms/ids.ts";
import { pathList } from "../../text/path-list.ts";

/** What came of taking a task back. What the checks said belongs below it. */
export function revertWords(
  task: TaskId,
  { how, commit, files = [] }: Pick<NonNullable<Task["revert"]>, "how" | "commit" | "files">,
): string {
  switch (how) {
    case "reverted":
      return commit === undefined
        ? `Nothing of ${task} was left, so there was nothing to take back. It is over without its work.`
        : `${task} is taken back, by commit ${commit.slice(0, 12)}.`;
    case "conflict":
      return `${task} cannot be taken back, because what landed after it changed the same lines, in ${pathList(files)}. Nothing was changed.`;
    case "red":
      return `Without ${task} the checks fail, so nothing was changed:`;
    case "broken":
      return `Whether all is well without ${task} cannot be checked, so nothing was changed:`;
    case "gone":
      return `What has landed of ${task} is no longer in the branch of this session, so there is nothing to take back.`;
    default:
      return assertNever(how);
  }
}
