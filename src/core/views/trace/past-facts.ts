import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import type { TaskId } from "../../terms/ids.ts";

/** What happened to a task that the state of a session does not keep: every commit, check and review. */
export interface PastFact {
  readonly seq: number;
  readonly task: TaskId;
  readonly event: EventOf<"effect.settled"> | EventOf<"checks.finished"> | EventOf<"review.given">;
}

/** Reads facts in their order and keeps those that a trace is made of. */
export function openPastFacts(): { add(fact: Fact): void; all(): readonly PastFact[] } {
  const commits = new Map<string, TaskId>();
  const kept: PastFact[] = [];
  return {
    all: () => kept,
    add({ seq, event }) {
      switch (event.type) {
        case "effect.started":
          if (event.kind === "commit" && event.task !== undefined) commits.set(`e${seq}`, event.task);
          return;
        case "effect.settled": {
          const task = commits.get(event.effect);
          if (task !== undefined && !event.failed) kept.push({ seq, task, event });
          return;
        }
        case "checks.finished":
          if (event.task !== undefined && event.why !== "refutation")
            kept.push({ seq, task: event.task, event });
          return;
        case "review.given":
          if (event.subject === undefined || event.subject === "code")
            kept.push({ seq, task: event.task, event });
          return;
        default:
      }
    },
  };
}
