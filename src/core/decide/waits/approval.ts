import { commandIn } from "../../state/call.ts";
import type { Approval } from "../../state/session.ts";
import type { State } from "../../state/state.ts";
import type { Loop } from "../../state/thread.ts";
import { callNamed, threadOfLoop } from "../../state/threads.ts";
import type { Instant, SeatId, StepKey, TaskId, WaitId } from "../../terms/ids.ts";
import type { Permit } from "../../terms/policy.ts";

/** A member wants to do something that needs a person's yes. */
export interface ApprovalWait {
  readonly kind: "approval";
  readonly id: WaitId;
  readonly since: number;
  readonly action: Approval["action"];
  readonly seat: SeatId;
  readonly task?: TaskId;
  readonly paths: readonly string[];
  readonly deed?: Approval["deed"];
  /** Of an action that runs something: the exact command. */
  readonly command?: string;
  /** Side file with all of it. */
  readonly shown: string;
  readonly hash: string;
  readonly risk: Approval["risk"];
  readonly why: string;
  readonly dueAt?: Instant;
  /** What a person may allow for good. Left out: only this once. */
  readonly lasting?: Permit["kind"];
}

export type ApprovalAnswer =
  | { readonly kind: "yes" }
  | { readonly kind: "no"; readonly words: string }
  /** From now on without asking: this command, or these paths. `match`: a pattern of paths that is wider than they are. */
  | { readonly kind: "always"; readonly match?: string };

/** What a step waits for, in its conversation or before it goes on. */
export function openApproval(
  state: State,
  step: { readonly key: StepKey; readonly loop: Loop | undefined },
): Approval | undefined {
  const { paused } = step.loop ?? {};
  if (paused?.on === "approval") return state.approvals[paused.approval];
  return Object.values(state.approvals).find(
    (one) => one.step === step.key && one.loop === undefined && !one.resolved,
  );
}

export function approvalWaits(state: State, open: readonly Approval[]): readonly ApprovalWait[] {
  return open.map((approval) => {
    const { id, seq, action, seat, task, paths = [], deed, shown, hash, risk, why, dueAt } = approval;
    const command = action === "command" ? commandOf(state, approval) : undefined;
    const lasting = lastingOf(approval);
    return {
      kind: "approval",
      id,
      since: seq,
      action,
      seat,
      ...(task !== undefined && { task }),
      paths,
      ...(deed && { deed }),
      ...(command !== undefined && { command }),
      shown,
      hash,
      risk,
      why,
      ...(dueAt !== undefined && { dueAt }),
      ...(lasting && { lasting }),
    };
  });
}

/** Never for what runs code outside the sandbox, the network, a commit as a whole, or landing. */
function lastingOf({ action, risk }: Approval): Permit["kind"] | undefined {
  if (action === "command") return "command";
  return action === "write" && risk !== "high" ? "path" : undefined;
}

function commandOf(state: State, { loop = "", call = "" }: Approval): string | undefined {
  const thread = threadOfLoop(state, loop);
  return commandIn(thread && callNamed(thread, call)?.input);
}
