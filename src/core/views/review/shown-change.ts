import type { TaskId } from "../../terms/ids.ts";
import type { ReviewFile } from "./review-file.ts";

/** Which change a person wants to see. */
export interface ChangeWanted {
  /** Left out: all that has landed. */
  readonly task?: TaskId;
  /** The worktree as it stands, with what is not committed. */
  readonly isWork: boolean;
  /** What it was when it was asked for: another one is read again. */
  readonly version: string;
}

/** A change, read once into its files. */
export interface ShownChange {
  /** What it is, in one line. */
  readonly what: string;
  readonly files: readonly ReviewFile[];
}
