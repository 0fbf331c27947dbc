import type { EventOf } from "./events.ts";

/** Where the work went. `made`: the branch was made for it. */
export interface ShippedTo {
  readonly onto: string;
  readonly made: boolean;
  /** Left out by older versions: as the commits that landed. */
  readonly how?: EventOf<"session.shipped">["how"];
}

/** "onto main", "as the new branch huddle-twice", "as one commit onto main", "as the patch ../twice.patch". */
export function shippedWords({ onto, made, how }: ShippedTo): string {
  if (how === "patch") return `as the patch ${onto}`;
  if (how === "pr") return `as the branch ${onto}, for a pull request`;
  const where = made ? `as the new branch ${onto}` : `onto ${onto}`;
  if (how !== "squash") return where;
  return made ? `${where}, in one commit` : `as one commit ${where}`;
}
