/** Whose words: the thread, the number of the ask in it, and who speaks. */
interface Spoken {
  readonly thread: string;
  readonly ask: number;
  readonly seat: string;
}

/** What is happening now. Never logged; carried to viewers, and lost without harm. */
export type Signal =
  | (Spoken & { readonly type: "ask.began" })
  | (Spoken & { readonly type: "text.delta"; readonly text: string })
  | (Spoken & { readonly type: "ask.ended" })
  | { readonly type: "work.began"; readonly task: string; readonly what: string };
