import type { StepKey } from "../terms/ids.ts";

/** A process as the lease knows it. The system reuses a pid, but not together with its start time. */
export interface ProcessName {
  readonly host: string;
  readonly pid: number;
  readonly startedAt: string;
}

export interface Processes {
  self(): ProcessName;
  /** "elsewhere": on another host, which this one cannot see. */
  life(name: ProcessName): Promise<"alive" | "dead" | "elsewhere">;
  /** Ends it, gently at first and then by force, and resolves when it is gone. */
  end(name: ProcessName): Promise<void>;
}

/**
 * A place where a kill test may kill everything: called before and after each git command, check, temporary write and
 * rename. Does nothing in a normal run.
 */
export type Point = (place: string, step: StepKey | undefined) => Promise<void>;

export const noPoint: Point = async () => {};
