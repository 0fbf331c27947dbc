/** Something about a change that green checks do not show, and that somebody should look at. */
export interface Found {
  readonly kind: FlagKind;
  /** A file, or the name of a check. */
  readonly path: string;
  readonly line?: number;
  /** `person`: somebody may be deceived by green checks. `note`: it may be right, and the reviewer should look. */
  readonly tier: "note" | "person";
  readonly text: string;
}

/** One file on both sides of a change. Undefined: it is not there. */
export interface BothSides {
  readonly path: string;
  /** Where it was before, if it was moved. */
  readonly was?: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The first four make checks say less than before. */
type FlagKind =
  | "fewer-tests"
  | "test-file"
  | "test-script"
  | "test-config"
  | "snapshot"
  | "dependency"
  | "lock-file"
  | "ci"
  | "agents"
  | "secret";
