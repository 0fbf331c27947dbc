import type { LoopId } from "../terms/ids.ts";

/** `session`, `task:t3`, `seat:ada`. */
export type AccountKey = string;

export interface Amount {
  readonly tokens: number;
  /** Millionths of a dollar, of what has a price. */
  readonly micros: number;
}

export interface Account {
  readonly spent: Amount;
  /** The most that attempts under way can cost. */
  readonly reserved: Amount;
  /** Attempts whose end Huddle did not see, counted at the most they can have cost. */
  readonly unconfirmed: Amount;
}

export interface Attempt {
  /** Seq of its model.asked. */
  readonly asked: number;
  readonly loop: LoopId;
  readonly accounts: readonly AccountKey[];
  readonly reserved: Amount;
}

export interface Totals {
  readonly asked: number;
  readonly replied: number;
  readonly bytes: number;
  readonly input: number;
  readonly output: number;
}
