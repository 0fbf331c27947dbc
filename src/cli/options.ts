import type { BudgetWish } from "../app/settings/set-budget.ts";
import type { Meeting, Pace, Phase } from "../core/terms/phase.ts";

/** The options of every command. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly session?: string;
}

/** The most a session may spend. */
export interface BudgetOptions {
  /** Millionths of a dollar, or no limit. */
  readonly budget?: number | "none";
  readonly tokenBudget?: number;
}

export function capFrom({ budget, tokenBudget }: BudgetOptions): BudgetWish {
  return {
    ...(budget === "none" && { none: true }),
    ...(typeof budget === "number" && { micros: budget }),
    ...(tokenBudget !== undefined && { tokens: tokenBudget }),
  };
}

/** A way to ship, and the branch or the file that it leads to. */
export interface ShipWay {
  readonly how: "branch" | "onto" | "squash" | "patch" | "pr";
  readonly target?: string;
}

export interface RunOptions extends CommonOptions, BudgetOptions {
  /** Sets pace auto, for this session from now on. */
  readonly auto?: boolean;
  /** Sets how often a person is asked, for this session from now on. */
  readonly pace?: Pace;
  /** Makes the meeting this large. */
  readonly meeting?: Meeting;
  readonly until?: Phase;
  readonly maxTurns?: number;
  /** Stops a live runner first. */
  readonly force?: boolean;
  /** Milliseconds that a run waits for a person who is not there. */
  readonly wait?: number;
  /** Ships when everything is done, in this way. */
  readonly ship?: ShipWay;
  /** A file for the verdict, besides the one beside the log. */
  readonly verdict?: string;
  /** Sends no request and writes nothing. */
  readonly dryRun?: boolean;
  /** Each command and each refused call as well. */
  readonly all?: boolean;
  /** A line per turn. */
  readonly brief?: boolean;
}

export interface ShowOptions extends CommonOptions {
  readonly follow?: boolean;
  readonly phase?: Phase;
  readonly from?: number;
  /** Each command and each refused call as well. For decisions: also those that were amended. */
  readonly all?: boolean;
  /** A line per turn. */
  readonly brief?: boolean;
  /** For an artifact: its number or its id. */
  readonly version?: string;
  /** Every event, one line each. */
  readonly events?: boolean;
}

export interface DemoOptions extends CommonOptions {
  readonly dir?: string;
  /** 1 is normal, 2 is twice as fast, 0 means no pauses. */
  readonly speed?: number;
  readonly kill?: number;
  /** For --kill: repeats the same kills. */
  readonly seed?: number;
}
