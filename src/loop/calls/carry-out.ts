import { assertNever } from "../../core/assert-never.ts";
import type { CallResult } from "../../core/state/call.ts";
import type { ReadingTool } from "../../core/work/tool.ts";
import type { LoopRun } from "../loop-run.ts";
import { isStop } from "../stopped.ts";
import type { Admitted } from "./admit-call.ts";
import { readingHands } from "./reading-hands.ts";
import { notAccepted } from "./resolve-call.ts";
import { interruptedRun, runTool } from "./run.ts";
import { brokenResult, takenResult } from "./tool-result.ts";
import { finishWrite, write } from "./write.ts";

type Input = Record<string, unknown>;
/** "paused": it waits for a person's yes. */
type Carried = CallResult | Verified | "stopped" | "paused" | undefined;

/** A result that is taken, with what its author should know of it. */
interface Verified {
  readonly note: string;
}

/**
 * Carries out the effects of a call. Undefined: it has none, and its result does not depend on files.
 * All rules for a call that another runner left open are here. A call that was only proposed, or waits, starts from scratch:
 * reading changes nothing, and neither does a plan without its intent. A call that had begun to write continues from
 * the recorded intent, whatever its tool would plan or accept today. One that had begun to run is not run again.
 */
export async function carryOut<T>(run: LoopRun<T>, admitted: Admitted): Promise<Carried> {
  const { call } = admitted;
  switch (call.status) {
    case "begun":
      return call.effect === "runs" ? interruptedRun(run) : finishWrite(run, admitted, call.changes);
    case "proposed":
    case "waiting":
      return carryOutNew(run, admitted);
    default:
      return assertNever(call);
  }
}

async function carryOutNew<T>(run: LoopRun<T>, admitted: Admitted): Promise<Carried> {
  if (admitted.kind === "refused") return undefined;
  if (admitted.kind === "terminal") return verify(run, admitted.input);
  const { call, tool, input } = admitted;
  switch (tool.effect) {
    case "reads":
      return read(run, tool, input);
    case "writes":
      return write(run, admitted, tool, input);
    case "runs":
      return runTool(run, call, tool, input);
    case "records":
    case "pauses":
      return undefined;
  }
}

async function read<T>(run: LoopRun<T>, tool: ReadingTool, input: Input): Promise<Carried> {
  try {
    return takenResult(await tool.run(input, readingHands(run.hands, run.context.redaction)));
  } catch (error) {
    return isStop(run.context, error) ? "stopped" : brokenResult(tool.name, error, run.context.redaction);
  }
}

/** Undefined or with a note: the result is acceptable, or the faults can be found without files. */
async function verify<T>({ terminal, hands, context }: LoopRun<T>, input: Input): Promise<Carried> {
  try {
    const value = terminal.result(input);
    if (!terminal.verify || terminal.check(value, context.journal.state()).length > 0) return undefined;
    const verified = await terminal.verify(value, hands);
    if ("note" in verified) return verified;
    return verified.length > 0 ? notAccepted(terminal.name, verified) : undefined;
  } catch (error) {
    return isStop(context, error) ? "stopped" : brokenResult(terminal.name, error, context.redaction);
  }
}
