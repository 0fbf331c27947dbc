import { Fault } from "../../core/fault.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import type { Session } from "../../core/state/session.ts";

interface Target {
  readonly onto: string;
  readonly how: NonNullable<Session["shipping"]>["how"];
  readonly commit: string;
  readonly was: string | null;
}

/** Moves the person's branch to what is shipped, from the value that was planned. */
export async function moveTarget(workspace: Workspace, { onto, how, commit, was }: Target): Promise<void> {
  const again = againWords(onto, how);
  const place = await workspace.checkedOut(onto);
  if (place) {
    if (place.under !== undefined)
      throw new Fault(
        "worktree.dirty",
        `At ${place.path}, where ${onto} is checked out, ${place.under} is under way. Finish or abort it, then type: ${again}`,
      );
    if (!place.clean)
      throw new Fault(
        "worktree.dirty",
        `${onto} is checked out at ${place.path} with uncommitted changes. Commit or stash them, then type: ${again}`,
      );
    return workspace.fastForward(place.path, commit);
  }
  if ((await workspace.moveRef(`refs/heads/${onto}`, commit, was)) === "differs")
    throw new Fault("branch.moved", `${onto} moved while Huddle was shipping onto it. Type: ${again}`);
}

/** What a person types to try the same again. */
export function againWords(onto: string, how: Target["how"]): string {
  switch (how) {
    case "squash":
      return `huddle ship --squash --onto ${onto}`;
    case "patch":
      return `huddle ship --patch ${onto}`;
    case "pr":
      return `huddle ship --pr --branch ${onto}`;
    case "branch":
    case "fast-forward":
      return `huddle ship --onto ${onto}`;
  }
}
