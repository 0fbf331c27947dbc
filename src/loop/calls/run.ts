import type { Ran } from "../../core/facts/command-schema.ts";
import { heldPaths } from "../../core/permits/held.ts";
import type { CallResult, OpenCall } from "../../core/state/call.ts";
import { asksOf, threadOfLoop } from "../../core/state/threads.ts";
import { pathList } from "../../core/text/path-list.ts";
import { failure, type RunningTool } from "../../core/work/tool.ts";
import { interrupted, isInterrupted } from "../interrupted.ts";
import type { LoopRun } from "../loop-run.ts";
import { isStop } from "../stopped.ts";
import { type Asked, askFirst } from "./ask-first.ts";
import { beginCall } from "./begin-call.ts";
import { brokenResult, takenResult } from "./tool-result.ts";

/**
 * Records that it begins, runs, and keeps all that was printed. What was stopped midway, or ended by a person who broke
 * in, gets its result, too.
 */
export async function runTool<T>(
  run: LoopRun<T>,
  call: OpenCall,
  tool: RunningTool,
  input: Record<string, unknown>,
): Promise<CallResult | "paused"> {
  const { hands, context } = run;
  if (!hands.commands) return failure("There is nothing to run here.");
  const asked = await askForCommand(run, call, tool.command?.(input));
  if (asked === "paused" || "failed" in asked) return asked;
  const { journal } = context;
  const author = authorOf(run);
  // What a person has said yes to meanwhile may begin.
  if (asked.approval === undefined && isInterrupted(journal.state(), author)) return brokenIn;
  const unbegun = await beginCall(run, call, { effect: "runs", changes: [], ...asked });
  if (unbegun) return unbegun;
  const over = new AbortController();
  const since = journal.state().head;
  const interruption = interrupted(journal, { ...author, since }, over.signal);
  try {
    const { ran, printed, ...result } = await tool.run(input, hands.commands.until(interruption), call.id);
    if (!ran) return takenResult(result);
    const blob = printed === undefined ? undefined : await context.blobs.put(printed);
    return { ...takenResult(result), ran: bounded({ ...ran, ...(blob !== undefined && { blob }) }) };
  } catch (error) {
    if (isStop(context, error)) return interruptedRun(run);
    if (interruption.aborted && error === interruption.reason)
      return interruptedRun(run, "the product manager broke in");
    return brokenResult(tool.name, error, context.redaction);
  } finally {
    over.abort(ended);
  }
}

/** A fixed abort reason: the default one is an error with a stack. */
const ended = "ended";

/** Who wants to run something, and since when. */
function authorOf<T>({ context: { journal }, loop }: LoopRun<T>): {
  readonly seat: string;
  readonly since: number;
} {
  const thread = threadOfLoop(journal.state(), loop);
  const reply = thread && asksOf(thread).at(-1)?.reply;
  return { seat: thread?.seat ?? "", since: reply?.seq ?? 0 };
}

const brokenIn: CallResult = {
  ...failure(
    "Not done: the product manager broke in before this ran. Read what they say first; call it again if it is still wanted.",
  ),
  refused: "late",
};

/** What a command does depends on the files, too. Its author waits, so only somebody else can change them meanwhile. */
async function askForCommand<T>(
  run: LoopRun<T>,
  call: OpenCall,
  command: string | undefined,
): Promise<Asked> {
  if (command === undefined) return {};
  const gate = await run.gate?.({ action: "command", command });
  const content = async () => {
    const { tree, held } = (await run.hands.commands?.changes()) ?? {};
    return [command, tree, held];
  };
  return askFirst(run, call, gate, { action: "command", content, shown: () => command });
}

/** For a call that a stop, a kill or a person cut short: nobody knows how far it came, so its author has to look. */
export async function interruptedRun<T>(
  { hands }: LoopRun<T>,
  why = "everything was stopped",
): Promise<CallResult> {
  // A reviewer's checkout is thrown away, and made anew after a kill.
  const next = hands.worktree
    ? "Look at what it left before you run it again."
    : "Nothing need be left of it: run it again if you still need its result.";
  const text = `Interrupted, may have partly run: ${why} while this ran. ${next}`;
  if (!hands.commands) return failure(text);
  const differing = await hands.commands.changes();
  const { tree, changed } = differing;
  const differs =
    changed.length === 0 ? "" : ` Your worktree now differs from its base in: ${pathList(changed)}.`;
  return {
    ...failure(`${text}${differs}`),
    ran: bounded({ tree, changed, ...heldPaths(differing) }),
  };
}

/** Most paths that a fact names. A command may make any number of files. */
const mostPaths = 1_000;

function bounded(ran: Ran): Ran {
  const { changed, held, heldAnew } = ran;
  return {
    ...ran,
    ...(changed && { changed: changed.slice(0, mostPaths) }),
    ...(held && { held: held.slice(0, mostPaths) }),
    ...(heldAnew && { heldAnew: heldAnew.slice(0, mostPaths) }),
  };
}
