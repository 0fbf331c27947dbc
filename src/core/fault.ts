export type FaultCode =
  | "usage"
  | "config.invalid"
  | "log.damaged"
  | "log.unwritable"
  | "session.missing"
  | "session.busy"
  | "repository.missing"
  | "repository.unready"
  | "worktree.dirty"
  | "branch.moved"
  | "merge.conflict"
  | "checks.failed"
  | "model.missing"
  | "model.unpriced"
  | "model.unscripted"
  | "prompt.missing"
  | "machine.lacking"
  | "nothing.open"
  | "refused";

/** A failure we expect to meet and can explain to a person. Anything else that throws is a bug. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
