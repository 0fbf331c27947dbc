import type { Driven } from "../app/run/drive-session.ts";
import { assertNever } from "../core/assert-never.ts";
import type { FaultCode } from "../core/fault.ts";

/** The exit codes of all commands. Scripts rely on them. */
export const exitCodes = {
  finished: 0,
  fault: 1,
  usage: 2,
  waiting: 3,
  overBudget: 4,
  failed: 5,
  stopped: 130,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export function exitOfFault(code: FaultCode): ExitCode {
  return code === "usage" || code === "model.missing" ? exitCodes.usage : exitCodes.fault;
}

/** How a run ended, as an exit code. Watching another process's run gives the same code. */
export function exitOfRun(ending: Exclude<Driven, { kind: "busy" }>): ExitCode {
  switch (ending.kind) {
    case "finished":
    case "reached":
    case "fenced":
      return exitCodes.finished;
    case "waiting":
      return exitCodes.waiting;
    case "over-budget":
      return exitCodes.overBudget;
    case "failed":
      return exitCodes.failed;
    case "stopped":
      return exitCodes.stopped;
    default:
      return assertNever(ending);
  }
}
