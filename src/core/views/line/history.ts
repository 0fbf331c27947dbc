/** The lines that were sent, and where in them the person looks. */
export interface History {
  readonly sent: readonly string[];
  /** Left out: at the line that is being typed. */
  readonly at?: number;
  /** That line, as it was left. */
  readonly draft: string;
}

export const noHistory: History = { sent: [], draft: "" };

/** A line that is sent twice in a row is kept once. */
export function withSent({ sent }: History, text: string): History {
  return { sent: sent.at(-1) === text ? sent : [...sent, text], draft: "" };
}

/** One line further back, or further on. Undefined: there is none. */
export function lookedUp(
  { sent, at, draft }: History,
  by: -1 | 1,
  typed: string,
): { readonly history: History; readonly text: string } | undefined {
  const next = (at ?? sent.length) + by;
  if (next < 0 || next > sent.length) return undefined;
  const left = at === undefined ? typed : draft;
  const text = sent[next];
  return text === undefined
    ? { history: { sent, draft: "" }, text: left }
    : { history: { sent, at: next, draft: left }, text };
}
