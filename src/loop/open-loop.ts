import type { TeamEvent } from "../core/facts/events.ts";
import { byHarness, refusal } from "../core/facts/fact.ts";
import type { Escalation } from "../core/facts/loop-schema.ts";
import type { Thread } from "../core/state/thread.ts";
import { threadNamed } from "../core/state/threads.ts";
import type { LoopId, ThreadId } from "../core/terms/ids.ts";
import { loopId } from "../core/terms/ids.ts";
import { mayBegin, NoLongerWanted, type StepContext } from "../core/work/step-context.ts";

export interface Opening {
  readonly name: ThreadId;
  readonly terminal: string;
  /** The tools that this speaker may use of those offered to all; left out: every one. */
  readonly tools?: readonly { readonly name: string }[];
  readonly asks: number;
  /** A limit that the caller has a name for. */
  readonly escalate?: Escalation;
  /** A plain reply ends the loop as text. Otherwise it is nudged. */
  readonly textEnds: boolean;
  /** The fact that opens the thread, when there is none yet. */
  readonly thread: TeamEvent;
  /** The harness's first message in the loop. */
  readonly opening?: string;
}

/** Finds the thread's open loop, or makes thread and loop. The only way into a loop, so no step needs resume code. */
export async function openLoop(context: StepContext, opening: Opening): Promise<LoopId> {
  const standing = openLoopOf(threadNamed(context.journal.state(), opening.name));
  if (standing !== undefined) return standing;
  let made: LoopId | undefined;
  const appended = await context.journal.append((at, first) => {
    if (!mayBegin(context, at)) return refusal("no longer wanted");
    const thread = threadNamed(at, opening.name);
    made = openLoopOf(thread);
    if (made !== undefined) return undefined;
    const loop: TeamEvent = {
      type: "loop.opened",
      thread: opening.name,
      terminal: opening.terminal,
      ...(opening.tools !== undefined && { tools: opening.tools.map((tool) => tool.name) }),
      asks: opening.asks,
      ...(opening.escalate !== undefined && { escalate: opening.escalate }),
      textEnds: opening.textEnds,
      ...(opening.opening !== undefined && { opening: opening.opening }),
    };
    made = loopId(thread ? first : first + 1);
    return thread ? [byHarness(loop)] : [byHarness(opening.thread), byHarness(loop)];
  });
  if (appended.kind === "refused" || made === undefined) throw new NoLongerWanted();
  return made;
}

function openLoopOf(thread: Thread | undefined): LoopId | undefined {
  const last = thread?.loops.at(-1);
  return last && last.closed === undefined ? last.id : undefined;
}
