import { NoLongerWanted, type StepContext } from "../core/work/step-context.ts";
import type { LoopRun } from "./loop-run.ts";

/** Why an intent was not recorded: this runner was told to stop, or else nobody wants its step any more. */
export function stoppedOr<T>(run: LoopRun<T>): { readonly kind: "stopped" } {
  if (run.context.signal.aborted) return { kind: "stopped" };
  throw new NoLongerWanted();
}

/** A look that our own stop cut short came to nothing, and is taken again by whoever goes on. */
export function isStop({ signal }: Pick<StepContext, "signal">, error: unknown): boolean {
  return signal.aborted && error === signal.reason;
}
