/** What is happening now. Never logged; carried to viewers, and lost without harm. */
export type Signal =
  | { readonly type: "text.delta"; readonly thread: string; readonly seat: string; readonly text: string }
  | { readonly type: "ask.began"; readonly thread: string; readonly seat: string }
  | { readonly type: "ask.ended"; readonly thread: string; readonly seat: string }
  | { readonly type: "work.began"; readonly task: string; readonly what: string };
