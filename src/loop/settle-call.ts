import { toArray } from "../core/appended.ts";
import type { Change, ToolCall } from "../core/events.ts";
import { threadOfLoop } from "../core/fold-loop.ts";
import { byHarness, refusal } from "../core/ports.ts";
import type { Call } from "../core/state.ts";
import { mayBegin, NoLongerWanted } from "../core/step-context.ts";
import {
  failure,
  type Planned,
  reply,
  type ToolContext,
  type ToolResult,
  type WritingTool,
} from "../core/tool.ts";
import { tooLate } from "./after-reply.ts";
import type { LoopRun } from "./loop-run.ts";
import type { Outcome } from "./outcome.ts";
import { isTripped, resolveCall, settled } from "./resolve-call.ts";

/**
 * Brings one open call to its result. Reads are done again after a kill. Writes name the hashes before and after in
 * their intent, so that met again each path is known to be done, to do, or changed meanwhile by somebody else.
 */
export async function settleCall<T>(run: LoopRun<T>, call: Call): Promise<Outcome<T> | undefined> {
  const result = await effectOf(run, call);
  return result ? record(run, call, result) : resolveNow(run, call);
}

async function effectOf<T>(run: LoopRun<T>, call: Call): Promise<ToolResult | undefined> {
  const tool = run.tools.find((one) => one.name === call.tool);
  const parsed = tool?.input.safeParse(call.input);
  // What resolves without effects, or is refused because it has failed too often, is not for here.
  if (
    !tool ||
    !parsed?.success ||
    isTripped(
      run,
      { call: call.id, tool: call.tool, input: call.input as ToolCall["input"] },
      run.context.journal.state(),
    )
  )
    return undefined;
  if (tool.effect === "reads") return tool.run(parsed.data, run.hands);
  if (tool.effect === "writes") return write(run, call, tool, parsed.data);
  return undefined;
}

async function record<T>(run: LoopRun<T>, call: Call, result: ToolResult): Promise<undefined> {
  const done = await run.context.journal.append(() => [settled(run.loop, call.id, result)]);
  if (done.kind === "refused") throw new NoLongerWanted();
}

/** A call without effects that stood behind one with: the same rules as in the reply's own append. */
async function resolveNow<T>(run: LoopRun<T>, call: Call): Promise<Outcome<T> | undefined> {
  const { journal } = run.context;
  let outcome: Outcome<T> | undefined;
  const done = await journal.append((at, first) => {
    const thread = threadOfLoop(at, run.loop);
    if (!thread || !run.context.wanted(at)) return refusal("no longer wanted");
    const asJson = { call: call.id, tool: call.tool, input: call.input } as ToolCall; // the input came from JSON in the log
    const resolved = resolveCall(run, asJson, { seat: thread.seat, thread: thread.name }, at);
    if (resolved.kind === "needs-effects") return refusal("the call has effects");
    outcome = resolved.kind === "settled" ? undefined : resolved.outcome;
    const later = laterCalls(run, call);
    const drafts =
      resolved.kind === "settled" ? resolved.drafts : [...resolved.drafts, ...tooLate(run.loop, later)];
    if (resolved.kind !== "ended") return nonEmpty(drafts);
    const closed = byHarness({
      type: "loop.closed",
      loop: run.loop,
      outcome: resolved.outcome.kind,
      cites: call.id,
    });
    return [...drafts, closed, ...run.closing(resolved.outcome, at, first + drafts.length + 1)] as [
      typeof closed,
    ];
  });
  if (done.kind !== "done") throw new NoLongerWanted();
  return outcome;
}

function laterCalls<T>(run: LoopRun<T>, call: Call): readonly string[] {
  const thread = threadOfLoop(run.context.journal.state(), run.loop);
  const loop = thread?.loops.find((one) => one.id === run.loop);
  const calls = loop ? toArray(loop.asks).flatMap((ask) => ask.reply?.calls ?? []) : [];
  return calls.slice(calls.findIndex((one) => one.id === call.id) + 1).map((one) => one.id);
}

function nonEmpty<D>(drafts: readonly D[]): [D, ...D[]] {
  const [first, ...rest] = drafts;
  if (!first) throw new Error("a call came to nothing");
  return [first, ...rest];
}

async function write<T>(
  run: LoopRun<T>,
  call: Call,
  tool: WritingTool,
  input: Record<string, unknown>,
): Promise<ToolResult> {
  const { journal, hash } = run.context;
  if (call.changes) return apply(run, tool, input, call.changes);
  const planned = await tool.prepare(input, run.hands);
  if (!isPlan(planned)) return planned;
  const changes = planned.map(({ path, before, after }) => ({
    path,
    before: hashOf(hash, before),
    after: hashOf(hash, after),
  }));
  const called = await journal.append((at) => {
    if (!mayBegin(run.context, at)) return refusal("no longer wanted");
    return [byHarness({ type: "tool.called", loop: run.loop, call: call.id, tool: call.tool, changes })];
  });
  if (called.kind !== "done") throw new NoLongerWanted();
  return apply(run, tool, input, changes);
}

async function apply<T>(
  run: LoopRun<T>,
  tool: WritingTool,
  input: Record<string, unknown>,
  changes: readonly Change[],
): Promise<ToolResult> {
  for (const change of changes) {
    const now = hashOf(run.context.hash, await textAt(run.hands, change.path));
    if (now === change.after) continue;
    if (now !== change.before)
      return failure(
        `${change.path} was changed meanwhile by somebody else. Read it again before you write.`,
      );
    const planned = await tool.prepare(input, run.hands);
    const wanted = isPlan(planned) ? planned.find((one) => one.path === change.path) : undefined;
    if (!wanted || hashOf(run.context.hash, wanted.after) !== change.after)
      return failure(`${change.path} can no longer be written as planned. Read it again.`);
    const denied = await run.hands.worktree?.write(change.path, wanted.after);
    if (denied) return failure(denied.reason);
  }
  return reply(tool.describe(input, changes));
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
