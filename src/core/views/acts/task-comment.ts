/** What a person says about a task, or about lines of it. */
export interface TaskComment {
  readonly words: string;
  /** The lines it is about. Left out: the task as a whole. */
  readonly at?: CommentedLines;
}

export interface CommentedLines {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** The first of them as the person sees it. Where it has moved since, the comment follows it. */
  readonly seen?: string;
}
