import { assertNever } from "../../assert-never.ts";
import { decide } from "../../decide/decide.ts";
import type { Ending } from "../../decide/step.ts";
import { failedTalk } from "../../decide/waits/stuck.ts";
import type { FaultCode } from "../../fault.ts";
import type { State } from "../../state/state.ts";
import type { Instant } from "../../terms/ids.ts";
import { type RunExit, runExits } from "./run-exits.ts";

/** How a run ended: by itself, because a person stopped it, or because another runner took over. */
export interface Ended {
  readonly kind: Ending["kind"] | "stopped" | "fenced";
  readonly why: string;
}

/** How a run ended, as an exit code. Watching another process's run gives the same code. */
export function runExit(state: State, { kind }: Ended, now: Instant): RunExit {
  switch (kind) {
    case "finished":
    case "reached":
    case "fenced":
      return runExits.finished;
    case "waiting":
      return isOnlyFailed(state, now) ? runExits.failed : runExits.waiting;
    case "over-budget":
      return runExits.overBudget;
    case "failed":
      return runExits.failed;
    case "stopped":
      return runExits.stopped;
    default:
      return assertNever(kind);
  }
}

/** Only work that did not pass waits. What was in the way of it, such as a key or a lock, is no verdict on the work. */
function isOnlyFailed(state: State, now: Instant): boolean {
  const { waits } = decide(state, now);
  return (
    waits.length > 0 &&
    waits.every((wait) =>
      wait.kind === "stuck" ? workFailed.has(wait.code ?? "") : wait.kind === "task" && wait.why === "failed",
    )
  );
}

const workFailed: ReadonlySet<string> = new Set<FaultCode | typeof failedTalk.noResult>([
  failedTalk.noResult,
  "checks.failed",
]);
