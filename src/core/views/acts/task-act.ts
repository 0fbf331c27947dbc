import type { SeatId, TaskId } from "../../terms/ids.ts";

/** What a person can do about a task. */
export const taskActs = [
  "comment",
  "take",
  "open",
  "give",
  "finish",
  "retry",
  "unblock",
  "assign",
  "land",
  "split",
  "cancel",
  "revert",
] as const;
export type TaskActKind = (typeof taskActs)[number];

/** One of them that can help now. */
export interface TaskAct {
  readonly kind: TaskActKind;
  /** Whether the person says something with it. Left out: there is nothing to say. */
  readonly words?: "must" | "may";
  /** Whom it can be given to. */
  readonly seats?: readonly SeatId[];
  /** What the person has to know before they say yes. */
  readonly first?: string;
}

interface ActWords {
  readonly key: `'${string}'`;
  readonly hint: string;
  readonly does: string;
  /** What the person is asked for, with the id of the task behind it. */
  readonly asks: string;
  /** It cannot be taken back. */
  readonly sure?: true;
}

/** Each with its key on every screen that shows a task. */
export const actWords: Readonly<Record<TaskActKind, ActWords>> = {
  comment: {
    key: "'c'",
    hint: "comment",
    does: "says something to the engineer of the task",
    asks: "What should its engineer know about",
  },
  take: {
    key: "'t'",
    hint: "take",
    does: "takes the task over: you work in its worktree",
    asks: "Take",
  },
  open: { key: "'o'", hint: "open", does: "opens the worktree that you have in your editor", asks: "Open" },
  give: {
    key: "'g'",
    hint: "give back",
    does: "gives the task back to its engineer",
    asks: "What should its engineer know? You give back",
  },
  finish: {
    key: "'G'",
    hint: "finished",
    does: "hands it in: its checks and its review come next",
    asks: "What was done? It becomes the commit message of",
  },
  retry: { key: "'r'", hint: "try again", does: "has the task tried again", asks: "Try again" },
  unblock: {
    key: "'u'",
    hint: "unblock",
    does: "lets it go on: what was in its way is settled",
    asks: "What is settled? It unblocks",
  },
  assign: { key: "'a'", hint: "assign", does: "gives the task to another engineer", asks: "Who gets" },
  land: {
    key: "'l'",
    hint: "land first",
    does: "lets the task begin and land before the others",
    asks: "Land first",
  },
  split: {
    key: "'s'",
    hint: "split",
    does: "has the architect divide the task",
    asks: "How should it be divided? You may leave that to the architect:",
  },
  cancel: { key: "'x'", hint: "cancel", does: "ends the task without its work", asks: "Cancel", sure: true },
  revert: {
    key: "'X'",
    hint: "take back",
    does: "takes back what has landed of the task",
    asks: "Take back what has landed of",
    sure: true,
  },
};

/** The command that does it. What a person said never begins with a dash that a command could take for an option. */
export function actCommand(
  kind: TaskActKind,
  task: TaskId,
  { words = "", seat = "" }: { readonly words?: string; readonly seat?: SeatId } = {},
): readonly string[] {
  const said = words.trim() === "" ? [] : [`--message=${words.trim()}`];
  switch (kind) {
    case "comment":
      return ["task", "comment", task, "--", words.trim()];
    case "give":
      return ["task", "give", task, ...said];
    case "finish":
      return ["task", "give", task, "--done", ...said];
    case "unblock":
      return ["task", "unblock", task, ...said];
    case "split":
      return ["task", "split", task, ...said];
    case "assign":
      return ["assign", task, seat];
    case "cancel":
      return ["task", "cancel", task, "--yes"];
    case "revert":
      return ["task", "cancel", task, "--revert", "--yes"];
    case "take":
    case "open":
    case "retry":
    case "land":
      return ["task", kind, task];
  }
}
