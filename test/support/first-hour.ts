import type { Pane } from "./tmux.ts";

/** What a newcomer does at a screen. */
export interface Move {
  /** What they see before. */
  readonly sees: RegExp;
  /** What they type before Enter. Left out: nothing but Enter. */
  readonly types?: string;
  /** It is their own: no screen can offer it. */
  readonly isIdea?: true;
  /** Something happens outside of this terminal before they press Enter. */
  readonly meanwhile?: () => Promise<unknown>;
}

/** One screen as it was, and what was typed at it. */
export interface Seen {
  /** All that the terminal holds, with what has scrolled away. */
  readonly screen: string;
  readonly coloured: string;
  readonly typed: string;
}

export interface Walked {
  readonly screens: readonly Seen[];
  readonly keys: number;
  /** From the first command to the first word of the team. */
  readonly secondsToFirstWord: number;
}

/** From a repository to checks that were tried, and a model. */
export const toAModel: readonly Move[] = [
  { sees: /Enter: huddle init {2}·/ },
  { sees: /Try them now\? Enter: yes \(yes\/no\)$/m },
  { sees: /Enter: huddle model {2}·/ },
  { sees: /Enter: anthropic\/\S+ for all/ },
];

/** From `huddle` to a shipped change. Everything typed stands on the screen before, but for the idea itself. */
export const toAShippedChange: readonly Move[] = [
  ...toAModel,
  { sees: /Type what should be built/, types: "write t1.txt", isIdea: true },
  { sees: /Enter: huddle run {2}·/ },
  { sees: /\bdo \(/, types: "do" },
  { sees: /Enter: a new branch/ },
  { sees: /No session is open in[\s\S]*q: leave/, types: "q" },
];

/** Walks through screens, and types nothing that they do not offer. `firstWord`: what the team says first. */
export async function walk(pane: Pane, moves: readonly Move[], firstWord: RegExp): Promise<Walked> {
  const began = performance.now();
  const screens: Seen[] = [];
  let keys = "huddle".length + 1;
  let heard: number | undefined;
  for (const { sees, types = "", isIdea, meanwhile } of moves) {
    const seen = await pane.seen(sees);
    if (heard === undefined && firstWord.test(seen)) heard = performance.now();
    if (!isIdea && !offers(seen, types)) throw new Error(`${types || "Enter"} is not offered here:\n${seen}`);
    screens.push({ screen: pane.history(), coloured: pane.coloured(), typed: types });
    await meanwhile?.();
    if (types !== "") pane.type(types);
    pane.press("Enter");
    keys += types.length + 1;
  }
  return { screens, keys, secondsToFirstWord: ((heard ?? Number.NaN) - began) / 1000 };
}

function offers(seen: string, typed: string): boolean {
  const last = seen.trimEnd().split("\n").slice(-14).join(" ");
  return typed === "" ? last.includes("Enter: ") : new RegExp(`\\b${typed}\\b`).test(last);
}

/** The screens one after the other: of each what is new, and below it what was typed. */
export function transcriptOf(screens: readonly Seen[]): string {
  let before: readonly string[] = [];
  const parts = screens.map(({ screen, typed }) => {
    const rows = screen.split("\n").map((row) => row.trimEnd());
    const same = rows.findIndex((row, at) => row !== before[at]);
    const answered = typed === "" ? (rows.at(-1) ?? "") : `${rows.at(-1)} ${typed}`;
    before = [...rows.slice(0, -1), answered];
    const fresh = same < 0 ? rows.slice(-1) : rows.slice(same);
    return [...fresh.slice(0, -1), `${answered} ⏎`].join("\n");
  });
  return parts.join("\n");
}
