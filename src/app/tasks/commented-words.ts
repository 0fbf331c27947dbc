import type { Commented } from "./comment-task.ts";

/** What becomes of a comment, for the person who made it. */
export function commentedWords({ task, owner = "its engineer", how }: Commented): string {
  switch (how) {
    case "back":
      return `${task} is back with ${owner}, who reads your comment next.`;
    case "reads":
      return `${owner} reads your comment before the next request about ${task}.`;
    case "later":
      return `Huddle first finishes what it has begun in git for ${task}, then sends it back to ${owner} with your comment. If ${task} lands in that way, it stays landed.`;
    case "onward":
      return `${task} goes on with your comment.`;
  }
}
