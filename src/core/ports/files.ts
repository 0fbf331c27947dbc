/** Files as tools see them, in a worktree or in a commit. Paths are relative, and the guard checks every one. */
export interface Files {
  readText(path: string): Promise<FileRead>;
  /**
   * The entries of this folder, sorted, one level deep; folders end with a slash. Entries that may not be read are left
   * out.
   */
  list(folder: string): Promise<readonly string[] | Denied>;
  /**
   * The paths of all files that a pattern names, sorted. `*` stays in a folder, `**` does not. Without a slash: in any
   * folder. Files that may not be read, or that git ignores, are left out.
   */
  match(glob: string): Promise<readonly string[] | Denied>;
  /**
   * Lines that match an extended regular expression, in the order of their paths. Files that may not be read are
   * skipped.
   */
  search(pattern: string, options: SearchOptions): Promise<Found | Denied>;
}

export interface SearchOptions {
  /** A folder or a file; left out: search everywhere. */
  readonly folder?: string;
  /** Instead of a folder: a pattern of paths. `*` stays in a folder, `**` does not. Without a slash: in any folder. */
  readonly glob?: string;
  readonly ignoreCase?: boolean;
  readonly max: number;
}

export interface Found {
  readonly kind: "found";
  readonly matches: readonly Match[];
  /** There may be more than these. */
  readonly more: boolean;
  /** The pattern is not a valid regular expression, so it was searched for literally. */
  readonly literal: boolean;
}

export interface Match {
  readonly path: string;
  readonly line: number;
  /** The line, or the text around the match if the line is long. */
  readonly text: string;
}

export interface Worktree extends Files {
  /**
   * Writes by rename. `undefined` content removes the file. Temporary files are beside the worktree. `executable` left
   * out: a file that exists stays what it is.
   */
  write(path: string, content: string | undefined, executable?: boolean): Promise<Denied | undefined>;
  /**
   * Whether this path may be written; asked before the intent is recorded. A new path may not differ from another one
   * in capitals alone. `gone`: another path, which will not be there any more.
   */
  mayWrite(path: string, gone?: string): Promise<Denied | undefined>;
  /** What a write to this path would replace or remove: any file, whatever its bytes, or a link itself. */
  look(path: string): Promise<Looked>;
}

/** `hash`: the sha256 of the file's bytes, in hex; for a text the same as `StepContext.hash` gives. */
export type Looked =
  | { readonly kind: "file"; readonly hash: string; readonly executable?: true }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "none" }
  | Denied;

export type FileRead =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly executable?: true;
    }
  | NoFile
  | Denied;

/** `like`: the path that is there in other capitals. */
export interface NoFile {
  readonly kind: "none";
  readonly like?: string;
}

/** A refusal worded for the model. */
export interface Denied {
  readonly kind: "denied";
  readonly reason: string;
}
