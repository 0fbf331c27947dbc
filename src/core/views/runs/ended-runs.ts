import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { checkName } from "../../reports/check-ended.ts";
import type { State } from "../../state/state.ts";
import { callNamed, threadOfLoop } from "../../state/threads.ts";
import type { Blob, Instant, TaskId } from "../../terms/ids.ts";
import { measuredWords } from "../story/measured-words.ts";
import { endWords, runningWords } from "../story/story-loop.ts";

/** A command or a check that has ended, and where what it printed is kept. */
export interface EndedRun {
  readonly seq: number;
  readonly at: Instant;
  /** Left out: of checks on the base commit and before shipping. */
  readonly task?: TaskId;
  /** Who ran it and what, such as "ada runs `npm test`". */
  readonly title: string;
  /** How it ended, such as "exit 1, 3.2 s". */
  readonly end: string;
  /** Left out: nobody knows what it printed. */
  readonly blob?: Blob;
}

/** What ended with this fact. */
export function endedRuns({ seq, at, event }: Fact, before: State): readonly EndedRun[] {
  if (event.type === "checks.finished") return endedChecks(event).map((run) => ({ seq, at, ...run }));
  const run = event.type === "tool.settled" ? endedCommand(event, before) : undefined;
  return run ? [{ seq, at, ...run }] : [];
}

type Run = Omit<EndedRun, "seq" | "at">;

function endedChecks({ task, why, results, measured }: EventOf<"checks.finished">): readonly Run[] {
  const earlier = measured ? `, run ${measuredWords(measured)}` : "";
  return results.map(({ name, command, exit, ms, blob }) => ({
    ...(task !== undefined && { task }),
    title: `${occasions[why]}${earlier}: ${checkName({ name, command })}`,
    end: timed(exit === null ? "ended by a signal" : `exit ${exit}`, ms),
    blob,
  }));
}

const occasions: Readonly<Record<EventOf<"checks.finished">["why"], string>> = {
  baseline: "check on the base commit",
  testing: "check of the task",
  refutation: "check of the reviewed commit with the author's tests",
  revert: "check before taking it back",
  landing: "check before landing",
  ship: "check before shipping",
  sync: "check of what was merged in",
};

function endedCommand(event: EventOf<"tool.settled">, before: State): Run | undefined {
  const { tree, blob, ms } = event;
  const thread = threadOfLoop(before, event.loop);
  const call = thread && callNamed(thread, event.call);
  if (tree === undefined || !thread || !call) return undefined;
  return {
    ...(thread.task !== undefined && { task: thread.task }),
    title: `${thread.seat} ${runningWords(call, before)}`,
    end: timed(endWords(event), ms),
    ...(blob !== undefined && { blob }),
  };
}

function timed(end: string, ms: number | undefined): string {
  return ms === undefined ? end : `${end}, ${(ms / 1000).toFixed(1)} s`;
}
