import type { TestReport } from "../reports/test-report.ts";
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
