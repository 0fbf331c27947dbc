import { Fault } from "../core/fault.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import { shellWord } from "../core/text/quoted.ts";

/** A branch of ours, from where Huddle left it to a new commit. `was` null: there was no branch. */
export interface Move {
  readonly ref: string;
  readonly to: string;
  readonly was: string | null;
}

/**
 * The only way to move a branch of ours. One that a person has checked out stays: its files and index would no longer
 * match it, and their next commit would take the team's work back.
 */
export async function moveBranch(workspace: Workspace, { ref, to, was }: Move): Promise<"moved" | "differs"> {
  const place = await workspace.checkedOut(ref);
  if (!place) return workspace.moveRef(ref, to, was);
  if ((await workspace.resolve(ref)) === to) return "moved";
  throw checkedOutFault(ref, place);
}

function checkedOutFault(
  ref: string,
  { path, under }: { readonly path: string; readonly under?: string },
): Fault {
  const branch = ref.slice("refs/heads/".length);
  const first = under === undefined ? "" : `Finish or abort ${under} there first. `;
  return new Fault(
    "repository.unready",
    `The branch ${branch} is checked out at ${path}, so Huddle does not move it. ${first}To leave the branch and keep your files: git -C ${shellWord(path)} switch --detach\nThen answer yes.`,
  );
}
