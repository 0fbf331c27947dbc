import type { Actor } from "../facts/fact.ts";
import type { Blob, SeatId } from "../terms/ids.ts";
import type { Phase } from "../terms/phase.ts";

export interface Stage {
  readonly phase: Phase;
  readonly visit: number;
  readonly since: number;
  readonly charter: Blob;
  readonly kickoff: string;
  /** Engineer turns that have ended in this visit. */
  readonly turns: number;
  /** Rounds after which the coach has spoken. */
  readonly coached: number;
  /** Seq of the last fact that made the next turn runnable. */
  readonly turnedAt: number;
  /** Seq of phase.signalled, while it holds. */
  readonly signalled?: number | undefined;
  /** Turns after which the artifact is asked for even without a signal. */
  readonly limit: number;
  /** Versions of the artifact handed in during this visit. */
  readonly versions: number;
  /** Where this visit begins in the transcript. */
  readonly from: number;
  /** Whom the others wait for, since that member's last turn. */
  readonly mentions: Readonly<Record<SeatId, readonly Mention[]>>;
  /** Who passed since the coach last spoke. */
  readonly passes: readonly Pass[];
  /** Turns in a row that were passed. */
  readonly silent: number;
  /** The round in which something was last decided, put off, asked or handed in. */
  readonly settledIn: number;
  /** Turns of the coach and of the architect in this visit. */
  readonly coachTurns: number;
  readonly architectTurns: number;
  /** How often volunteers were called for in this visit. */
  readonly volunteerRounds: number;
  /** The coach has looked at how large the work is. */
  readonly sized: boolean;
  /** Seq of phase.skipped. */
  readonly skipped?: number;
  readonly requested?: { readonly seq: number; readonly phase: Phase };
}

/** Who waits for a member, and the words. */
export interface Mention {
  readonly seq: number;
  readonly from: Actor;
  readonly text: string;
}

export interface Pass {
  readonly seat: SeatId;
  readonly reason: string;
}
