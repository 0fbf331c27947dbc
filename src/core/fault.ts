import type { Remedy } from "./facts/remedy-schema.ts";

export type FaultCode =
  | "usage"
  | "config.invalid"
  | "log.damaged"
  | "log.unreadable"
  | "log.unwritable"
  | "session.missing"
  | "session.busy"
  | "repository.missing"
  | "repository.unready"
  | "git.locked"
  | "git.refused"
  | "worktree.dirty"
  | "worktree.lost"
  | "branch.moved"
  | "merge.conflict"
  | "checks.failed"
  | "checks.broken"
  | "model.missing"
  | "model.unpriced"
  | "model.unscripted"
  | "prompt.missing"
  | "machine.lacking"
  | "trust.needed"
  | "nothing.open"
  | "refused";

/** A failure we expect to meet and can explain to a person. Anything else that throws is a bug. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  /** What Huddle can do about it itself, if a person agrees. */
  readonly remedy?: Remedy;

  constructor(code: FaultCode, message: string, options?: { cause?: unknown; remedy?: Remedy }) {
    super(message, options);
    this.code = code;
    if (options?.remedy) this.remedy = options.remedy;
  }
}

/** The message of a fault that keeps a session's log from being read. Undefined: it is something else. */
export function unreadableLog(error: unknown): string | undefined {
  if (!(error instanceof Fault)) return undefined;
  return error.code === "log.damaged" || error.code === "log.unreadable" ? error.message : undefined;
}
