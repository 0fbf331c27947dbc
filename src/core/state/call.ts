import type { Change } from "../facts/change-schema.ts";
import type { Ran } from "../facts/command-schema.ts";
import type { Refused } from "../facts/loop-schema.ts";
import type { ApprovalId, CallId } from "../terms/ids.ts";

/** One tool call of a reply, by its progress: proposed, waiting (for a person's yes), begun (if it changes something) or settled. */
export type Call = ProposedCall | WaitingCall | BegunCall | SettledCall;

/** A call that has no result yet. */
export type OpenCall = Exclude<Call, SettledCall>;

interface Proposal {
  readonly id: CallId;
  readonly tool: string;
  readonly input: unknown;
}

/** The command line of a call that runs one, as its author wrote it. */
export function commandIn(input: unknown): string | undefined {
  const fields = typeof input === "object" && input !== null ? input : {};
  const command = "command" in fields ? fields.command : "cmd" in fields ? fields.cmd : undefined;
  return typeof command === "string" ? command : undefined;
}

/** The model wants it. Nothing has been done for it. */
export interface ProposedCall extends Proposal {
  readonly status: "proposed";
}

/** It needs a person's yes. Once that is `granted`, it may begin, if it would still do exactly what `hash` stands for. */
export interface WaitingCall extends Proposal {
  readonly status: "waiting";
  readonly approval: ApprovalId;
  readonly hash: string;
  readonly granted: boolean;
}

/** Its intent is recorded, so some of it may already be done. What it writes is known; what it runs may do anything. */
export type BegunCall = Proposal & { readonly status: "begun" } & (
    | { readonly effect: "writes"; readonly changes: readonly Change[] }
    | { readonly effect: "runs" }
  );

export interface SettledCall extends Proposal {
  readonly status: "settled";
  readonly result: CallResult;
}

/** The result of a call. `refused`: nothing was done for it. */
export interface CallResult {
  readonly failed: boolean;
  readonly text: string;
  readonly refused?: Refused;
  /** Of a call that ran commands. */
  readonly ran?: Ran;
}
