import type { Pane } from "./tmux.ts";

/** What a newcomer does at a screen. */
export interface Move {
  /** What they see before. */
  readonly sees: RegExp;
  /** What they type before Enter. Left out: nothing but Enter. */
  readonly types?: string;
}

/** One screen as it was, and what was typed at it. */
export interface Seen {
  readonly screen: string;
  readonly typed: string;
}

export interface Walked {
  readonly screens: readonly Seen[];
  readonly keys: number;
  /** From the first command to the first word of the team. */
  readonly secondsToFirstWord: number;
}

/** From `huddle` to a shipped change. Everything typed stands on the screen before, but for the idea itself. */
export const toAShippedChange: readonly Move[] = [
  { sees: /Enter: huddle init {2}·/ },
  { sees: /Try them now\? Enter: yes \(yes\/no\)$/m },
  { sees: /Enter: huddle model {2}·/ },
  { sees: /Enter: anthropic\/\S+ for all/ },
  { sees: /Type what should be built/, types: "write t1.txt" },
  { sees: /Enter: huddle run {2}·/ },
  { sees: /\bdo \(/, types: "do" },
  { sees: /Enter: a new branch/ },
  { sees: /No session is open in[\s\S]*q: leave/, types: "q" },
];

/** Walks through screens. `firstWord`: what the team says first. */
export async function walk(pane: Pane, moves: readonly Move[], firstWord: RegExp): Promise<Walked> {
  const began = performance.now();
  const screens: Seen[] = [];
  let keys = "huddle".length + 1;
  let heard: number | undefined;
  for (const { sees, types = "" } of moves) {
    const screen = await pane.seen(sees);
    if (heard === undefined && firstWord.test(screen)) heard = performance.now();
    screens.push({ screen, typed: types });
    if (types !== "") pane.type(types);
    pane.press("Enter");
    keys += types.length + 1;
  }
  return { screens, keys, secondsToFirstWord: ((heard ?? Number.NaN) - began) / 1000 };
}
