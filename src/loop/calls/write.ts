import type { Change } from "../../core/facts/events.ts";
import { byHarness, refusal } from "../../core/facts/fact.ts";
import type { Call } from "../../core/state/thread.ts";
import { mayBegin, NoLongerWanted } from "../../core/work/step-context.ts";
import {
  failure,
  type Planned,
  reply,
  type ToolContext,
  type ToolResult,
  type WritingTool,
} from "../../core/work/tool.ts";
import type { LoopRun } from "../loop-run.ts";
import { brokenResult, type Effect, takenResult } from "./tool-result.ts";

type Input = Record<string, unknown>;

/**
 * Says first what will change, path by path, and then does it. The intent names the hashes before and after, so that met
 * again after a kill each path is known to be done, to do, or changed meanwhile by somebody else.
 */
export async function write<T>(
  run: LoopRun<T>,
  call: Call,
  tool: WritingTool,
  input: Input,
): Promise<Effect> {
  if (call.changes) return apply(run, tool, input, call.changes);
  const planned = await plan(run, tool, input);
  if (!isPlan(planned)) return planned;
  const { journal, hash, signal } = run.context;
  const changes = planned.map(({ path, before, after }) => ({
    path,
    before: hashOf(hash, before),
    after: hashOf(hash, after),
  }));
  const called = await journal.append((at) => {
    if (!mayBegin(run.context, at)) return refusal("no longer wanted");
    return [byHarness({ type: "tool.called", loop: run.loop, call: call.id, tool: call.tool, changes })];
  });
  if (called.kind === "done") return apply(run, tool, input, changes);
  if (signal.aborted && run.context.wanted(journal.state())) return unbegun;
  throw new NoLongerWanted();
}

/** Nothing is begun after a stop, and the conversation is whole all the same. */
const unbegun: Effect = {
  ...failure("Not done: everything was stopped before this call began. Call it again if it is still wanted."),
  refused: "late",
};

async function apply<T>(
  run: LoopRun<T>,
  tool: WritingTool,
  input: Input,
  changes: readonly Change[],
): Promise<ToolResult> {
  for (const change of changes) {
    const now = hashOf(run.context.hash, await textAt(run.hands, change.path));
    if (now === change.after) continue;
    if (now !== change.before)
      return failure(
        `${change.path} was changed meanwhile by somebody else. Read it again before you write.`,
      );
    const planned = await plan(run, tool, input);
    const wanted = isPlan(planned) ? planned.find((one) => one.path === change.path) : undefined;
    if (!wanted || hashOf(run.context.hash, wanted.after) !== change.after)
      return failure(`${change.path} can no longer be written as planned. Read it again.`);
    const denied = await run.hands.worktree?.write(change.path, wanted.after);
    if (denied) return failure(denied.reason);
  }
  return takenResult(reply(tool.describe(input, changes)));
}

async function plan<T>(
  run: LoopRun<T>,
  tool: WritingTool,
  input: Input,
): Promise<readonly Planned[] | ToolResult> {
  try {
    const planned = await tool.prepare(input, run.hands);
    return isPlan(planned) ? planned : takenResult(planned);
  } catch (error) {
    return brokenResult(tool.name, error);
  }
}

function isPlan(planned: readonly Planned[] | ToolResult): planned is readonly Planned[] {
  return Array.isArray(planned);
}

async function textAt(hands: ToolContext, path: string): Promise<string | undefined> {
  const read = await hands.worktree?.readText(path);
  return read?.kind === "text" ? read.text : undefined;
}

function hashOf(hash: (text: string) => string, text: string | undefined): string | null {
  return text === undefined ? null : hash(text);
}
