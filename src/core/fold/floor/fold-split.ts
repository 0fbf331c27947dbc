import type { EventOf } from "../../facts/events.ts";
import type { StateDraft } from "../../state/draft.ts";
import type { Task } from "../../state/task.ts";
import { onTask } from "../on-task.ts";

type Split = EventOf<"split.requested"> | EventOf<"split.proposed"> | EventOf<"split.settled">;

/** A task that is to become smaller ones. */
export function foldSplit(draft: StateDraft, seq: number, event: Split): void {
  if (event.type === "split.settled")
    draft.threads = draft.threads.filter(({ task, purpose }) => task !== event.task || purpose !== "split");
  onTask(draft, event.task, (task) => changed(task, seq, event));
}

function changed(task: Task, seq: number, event: Split): Task {
  switch (event.type) {
    case "split.requested":
      return asked(task, seq, event.words);
    case "split.proposed":
      return proposed(task, seq, event);
    case "split.settled":
      return settled(task, seq, event);
  }
}

/** The architect is asked to divide the task. */
function asked(task: Task, seq: number, words: string): Task {
  return { ...task, splitting: { seq, words }, splits: (task.splits ?? 0) + 1 };
}

function proposed(task: Task, seq: number, { parts, why }: EventOf<"split.proposed">): Task {
  return task.splitting ? { ...task, splitting: { ...task.splitting, proposal: { seq, parts, why } } } : task;
}

function settled(task: Task, seq: number, { how, words, into }: EventOf<"split.settled">): Task {
  if (how === "again") return asked(task, seq, words);
  return {
    ...task,
    splitting: undefined,
    ...(how === "whole" && { wholeAt: seq }),
    ...(into && { into }),
  };
}
