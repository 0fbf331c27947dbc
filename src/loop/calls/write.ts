import type { Change } from "../../core/facts/change-schema.ts";
import { byHarness, refusal } from "../../core/facts/fact.ts";
import type { Call } from "../../core/state/thread.ts";
import { mayBegin, NoLongerWanted } from "../../core/work/step-context.ts";
import { failure, type Planned, reply, type ToolResult, type WritingTool } from "../../core/work/tool.ts";
import type { LoopRun } from "../loop-run.ts";
import { applyChanges } from "./apply-changes.ts";
import { brokenResult, type Effect, takenResult } from "./tool-result.ts";

type Input = Record<string, unknown>;

/**
 * Plans once, keeps what will be written, records the intent that names it, and then does it. After a kill a recorded
 * intent is carried out as it stands: a plan made on a half-changed tree would be another one.
 */
export async function write<T>(
  run: LoopRun<T>,
  call: Call,
  tool: WritingTool,
  input: Input,
): Promise<Effect> {
  const changes = call.changes ?? (await begin(run, call, tool, input));
  if (!isList(changes)) return changes;
  return (await applyChanges(run, changes)) ?? takenResult(reply(tool.describe(input, changes)));
}

/** Records what will change. Where nothing will, the result says why. */
async function begin<T>(
  run: LoopRun<T>,
  call: Call,
  tool: WritingTool,
  input: Input,
): Promise<readonly Change[] | Effect> {
  const planned = await plan(run, tool, input);
  if (!isList(planned)) return planned;
  const changes: Change[] = [];
  for (const one of planned) changes.push(await changeOf(run, one));
  const { journal, signal, wanted } = run.context;
  const called = await journal.append((at) => {
    if (!mayBegin(run.context, at)) return refusal("no longer wanted");
    return [byHarness({ type: "tool.called", loop: run.loop, call: call.id, tool: call.tool, changes })];
  });
  if (called.kind === "done") return changes;
  if (signal.aborted && wanted(journal.state())) return unbegun;
  throw new NoLongerWanted();
}

/** Nothing is begun after a stop, and the conversation is whole all the same. */
const unbegun: Effect = {
  ...failure("Not done: everything was stopped before this call began. Call it again if it is still wanted."),
  refused: "late",
};

async function plan<T>(
  run: LoopRun<T>,
  tool: WritingTool,
  input: Input,
): Promise<readonly Planned[] | ToolResult> {
  try {
    const planned = await tool.prepare(input, run.hands);
    return isList(planned) ? planned : takenResult(planned);
  } catch (error) {
    return brokenResult(tool.name, error);
  }
}

/** The content is on the disk before the intent that names it. */
async function changeOf<T>({ context }: LoopRun<T>, { path, before, after }: Planned): Promise<Change> {
  const hashOf = (text: string | undefined) => (text === undefined ? null : context.hash(text));
  const content = after === undefined ? null : await context.blobs.put(after);
  return { path, before: hashOf(before), after: hashOf(after), content };
}

/** `Array.isArray` does not narrow a readonly list out of a union. */
function isList<T>(given: readonly T[] | object): given is readonly T[] {
  return Array.isArray(given);
}
