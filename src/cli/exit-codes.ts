import type { FaultCode } from "../core/fault.ts";
import { runExits } from "../core/views/verdict/run-exits.ts";

/** The exit codes of all commands. Scripts rely on them. */
export const exitCodes = {
  ...runExits,
  fault: 1,
  usage: 2,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export function exitOfFault(code: FaultCode): ExitCode {
  return code === "usage" || code === "model.missing" ? exitCodes.usage : exitCodes.fault;
}
