import type { CheckSaid } from "../reports/judge.ts";
import type { TestReport } from "../reports/test-report.ts";
import type { Instant } from "../terms/ids.ts";
import type { SandboxKind } from "../terms/sandbox.ts";

/** A check that has ended. */
export interface CheckRun {
  readonly name: string;
  readonly command: string;
  /** null: ended by a signal or the timeout. */
  readonly exit: number | null;
  readonly ms: number;
  /** The start and the end of what it printed, without keys and control characters. */
  readonly output: string;
  /** The tests in all of what it printed. */
  readonly report: TestReport;
  /** What it changed in the repository's git settings, and what was put back, in words. */
  readonly undone?: readonly string[];
  readonly sandbox: SandboxKind;
  /** It could not start: the line that says why. No later check of this run was started. */
  readonly broken?: string;
}

/** What set-up and each check said when a person tried them, before anybody built anything. */
export interface Trial {
  readonly commit: string;
  readonly at: Instant;
  /** The hash of the command lines, which a person trusts. */
  readonly hash: string;
  readonly runs: readonly TrialRun[];
}

export type TrialRun = CheckSaid & { readonly ms: number };

/** The newest trial of a repository. It is told to the person; nothing is judged by it. */
export interface Trials {
  /** Undefined: there is none, or its file is damaged. */
  newest(): Promise<Trial | undefined>;
  keep(trial: Trial): Promise<void>;
}
