/** Files as tools see them, in a worktree or in a commit. Paths are relative; every one goes through the guard. */
export interface Files {
  readText(path: string): Promise<FileRead>;
  /** What stands in this folder, in order, one level deep; folders end with a slash. What may not be read is left out. */
  list(folder: string): Promise<readonly string[] | Denied>;
  /** Lines that match an extended regular expression, in the order of paths. What may not be read is not looked at. */
  search(pattern: string, options: SearchOptions): Promise<Found | Denied>;
}

export interface SearchOptions {
  /** A folder or a file; left out: everywhere. */
  readonly folder?: string;
  readonly max: number;
}

export interface Found {
  readonly kind: "found";
  readonly matches: readonly Match[];
  /** There may be more than these. */
  readonly more: boolean;
  /** The pattern is no regular expression, so it was looked for as it stands. */
  readonly literal: boolean;
}

export interface Match {
  readonly path: string;
  readonly line: number;
  /** The line, or what stands around the match where it is long. */
  readonly text: string;
}

export interface Worktree extends Files {
  /** Writes by rename. `undefined` content removes the file. Temporary files stand beside the worktree. */
  write(path: string, content: string | undefined): Promise<Denied | undefined>;
  /** Whether this path may be written; asked before the intent is recorded. */
  mayWrite(path: string): Promise<Denied | undefined>;
}

export type FileRead = { readonly kind: "text"; readonly text: string } | { readonly kind: "none" } | Denied;

/** A refusal worded for the model. */
export interface Denied {
  readonly kind: "denied";
  readonly reason: string;
}
