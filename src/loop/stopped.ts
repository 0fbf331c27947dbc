import { NoLongerWanted, type StepContext } from "../core/work/step-context.ts";
import type { LoopRun } from "./loop-run.ts";

/** Why an intent was not recorded: this runner must stop, or its step is no longer wanted. */
export function stoppedOr<T>(run: LoopRun<T>): { readonly kind: "stopped" } {
  if (run.context.signal.aborted) return { kind: "stopped" };
  throw new NoLongerWanted();
}

/** Our own stop cut this read short. It has no result; the next runner reads again. */
export function isStop({ signal }: Pick<StepContext, "signal">, error: unknown): boolean {
  return signal.aborted && error === signal.reason;
}
