import type { Ran } from "../../core/facts/command-schema.ts";
import { heldPaths } from "../../core/permits/held.ts";
import type { CallResult, OpenCall } from "../../core/state/call.ts";
import { pathList } from "../../core/text/path-list.ts";
import { failure, type RunningTool } from "../../core/work/tool.ts";
import type { LoopRun } from "../loop-run.ts";
import { isStop } from "../stopped.ts";
import { type Asked, askFirst } from "./ask-first.ts";
import { beginCall } from "./begin-call.ts";
import { brokenResult, takenResult } from "./tool-result.ts";

/** Records that it begins, runs, and keeps all that was printed. What was stopped midway gets its result, too. */
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
  const unbegun = await beginCall(run, call, { effect: "runs", changes: [], ...asked });
  if (unbegun) return unbegun;
  try {
    const { ran, printed, ...result } = await tool.run(input, hands.commands, call.id);
    if (!ran) return takenResult(result);
    const blob = printed === undefined ? undefined : await context.blobs.put(printed);
    return { ...takenResult(result), ran: bounded({ ...ran, ...(blob !== undefined && { blob }) }) };
  } catch (error) {
    if (isStop(context, error)) return interruptedRun(run);
    return brokenResult(tool.name, error, context.redaction);
  }
}

/** What a command does depends on the files, too. Its author waits, so only somebody else can change them meanwhile. */
async function askForCommand<T>(
  run: LoopRun<T>,
  call: OpenCall,
  command: string | undefined,
): Promise<Asked> {
  if (command === undefined) return {};
  const gate = run.gate?.({ action: "command", command });
  const content = async () => {
    const { tree, held } = (await run.hands.commands?.changes()) ?? {};
    return [command, tree, held];
  };
  return askFirst(run, call, gate, { action: "command", content, shown: () => command });
}

/** For a call that a stop or a kill cut short: nobody knows how far it came, so its author has to look. */
export async function interruptedRun<T>({ hands }: LoopRun<T>): Promise<CallResult> {
  const text =
    "Interrupted, may have partly run: everything was stopped while this ran. Look at what it left before you run it again.";
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
