import type { Phase } from "../core/phase.ts";

/** What every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly session?: string;
}

export interface RunOptions extends CommonOptions {
  /** Waits for nobody: pace auto, for this session from now on. */
  readonly auto?: boolean;
  readonly until?: Phase;
  readonly maxTurns?: number;
  /** Ends a living runner first. */
  readonly force?: boolean;
}

export interface ShowOptions extends CommonOptions {
  readonly follow?: boolean;
  readonly phase?: Phase;
  readonly from?: number;
  readonly all?: boolean;
}

export interface DemoOptions extends CommonOptions {
  readonly dir?: string;
  /** 1 is for watching, 2 twice as fast; 0 makes no pauses. */
  readonly speed?: number;
  readonly kill?: number;
  /** For --kill: the same shots again. */
  readonly seed?: number;
}
