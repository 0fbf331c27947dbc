import type { Pace } from "../core/terms/pace.ts";
import type { Phase } from "../core/terms/phase.ts";
import type { Cap } from "../core/terms/policy.ts";

/** What every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly session?: string;
}

/** The most that a session may spend, from the command line. */
export interface BudgetOptions {
  /** Millionths of a dollar. */
  readonly budget?: number;
  readonly tokenBudget?: number;
}

export function capFrom({ budget, tokenBudget }: BudgetOptions): Cap {
  return {
    ...(budget !== undefined && { micros: budget }),
    ...(tokenBudget !== undefined && { tokens: tokenBudget }),
  };
}

export interface RunOptions extends CommonOptions, BudgetOptions {
  /** Waits for nobody: pace auto, for this session from now on. */
  readonly auto?: boolean;
  /** At which points a person is asked, for this session from now on. */
  readonly pace?: Pace;
  readonly until?: Phase;
  readonly maxTurns?: number;
  /** Ends a living runner first. */
  readonly force?: boolean;
  /** Asks nobody, writes nothing. */
  readonly dryRun?: boolean;
  /** The whole talk instead of a line per turn. */
  readonly all?: boolean;
}

export interface ShowOptions extends CommonOptions {
  readonly follow?: boolean;
  readonly phase?: Phase;
  readonly from?: number;
  /** The whole talk instead of a line per turn; of decisions, also those that were amended. */
  readonly all?: boolean;
  /** Of an artifact: its number or its id. */
  readonly version?: string;
  /** Every event, a line each. */
  readonly events?: boolean;
}

export interface DemoOptions extends CommonOptions {
  readonly dir?: string;
  /** 1 is for watching, 2 twice as fast; 0 makes no pauses. */
  readonly speed?: number;
  readonly kill?: number;
  /** For --kill: the same shots again. */
  readonly seed?: number;
}
