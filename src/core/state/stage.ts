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
  /** How many of them were answers out of turn: by somebody who was asked and had spoken in that round. */
  readonly extra: number;
  /** Who took the newest other turns, in their order. */
  readonly took: readonly SeatId[];
  /** Who has answered out of turn in the present round. */
  readonly answered: readonly SeatId[];
  /** Engineers who have spoken or passed in this visit. */
  readonly spoke: readonly SeatId[];
  /** Rounds after which the coach has spoken. */
  readonly coached: number;
  /** Seq of the last fact that made the next turn runnable. */
  readonly turnedAt: number;
  /** Seq of phase.signalled, while it holds. */
  readonly signalled?: number | undefined;
  /** Turns after which the artifact is due even without a signal. One that a person called for, or out of turn, adds one. */
  readonly limit: number;
  /** There is so little to discuss that the artifact follows the last turn without asking a person. */
  readonly brief?: true;
  /** The order in which engineers speak, as it was when the phase began. Left out: as they sit. */
  readonly order?: readonly SeatId[];
  /** Versions of the artifact handed in during this visit. */
  readonly versions: number;
  /** Seq since which the words of all members belong to the talk; of earlier words only a person's do. */
  readonly talkSince: number;
  /** Where this visit begins in the transcript. */
  readonly from: number;
  /** Open mentions of each member since its last turn. */
  readonly mentions: Readonly<Record<SeatId, readonly Mention[]>>;
  /** Who passed since the coach last spoke. */
  readonly passes: readonly Pass[];
  /** Passes in a row. */
  readonly silent: number;
  /** Turns that came to nothing, and how many have come to something since. A whole round of those clears it. */
  readonly cut?: { readonly turns: number; readonly since: number } | undefined;
  /** The round in which something was last decided, put off, asked or handed in. */
  readonly settledIn: number;
  /** Seq of the end of the coach's last turn. */
  readonly ledAt: number;
  /** Turns of the coach and of the architect in this visit. */
  readonly coachTurns: number;
  readonly architectTurns: number;
  /** How often the team was asked for volunteers in this visit. */
  readonly volunteerRounds: number;
  /** The coach has judged the size of the work. */
  readonly sized: boolean;
  /** A question to the person met its deadline in this visit: nobody is there. */
  readonly isAlone?: true;
  /** Seq of phase.skipped. */
  readonly skipped?: number;
  /** `keepsTalk`: what was said here goes on there. */
  readonly requested?: { readonly seq: number; readonly phase: Phase; readonly keepsTalk?: true };
}

/** Who waits for a member, and the words that say so. */
export interface Mention {
  readonly seq: number;
  readonly from: Actor;
  readonly text: string;
}

export interface Pass {
  readonly seat: SeatId;
  readonly reason: string;
}
