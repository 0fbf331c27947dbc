import type { Ran } from "../facts/command-schema.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import type { Call, CallResult } from "../state/call.ts";
import type { StateDraft } from "../state/draft.ts";
import type { Approval } from "../state/session.ts";
import { approvalId } from "../terms/ids.ts";
import { isEmpty, without } from "../text/record.ts";
import { changedCall, onLoop } from "./on-loop.ts";

/** A call with its intent recorded. A call that already has its result keeps it. */
export function begunCall(call: Call, { effect, changes }: EventOf<"tool.called">): Call {
  if (call.status === "settled") return call;
  const { id, tool, input } = call;
  if (effect === "runs") return { status: "begun", effect, id, tool, input };
  return { status: "begun", effect: "writes", id, tool, input, changes };
}

/** A call with its result. Its planned changes are no longer needed. */
export function settledCall({ id, tool, input }: Call, result: CallResult): Call {
  return { status: "settled", id, tool, input, result };
}

export function resultOf(event: EventOf<"tool.settled">): CallResult {
  const { failed, text, refused } = event;
  const ran = ranOf(event);
  return { failed, text, ...(refused !== undefined && { refused }), ...(ran && { ran }) };
}

/** Undefined: nothing ran. */
function ranOf(event: EventOf<"tool.settled">): Ran | undefined {
  const { blob, ms, exit, tree, changed, held, heldAnew, over, sandbox } = event;
  if (ms === undefined && tree === undefined) return undefined;
  return {
    ...(ms !== undefined && { ms }),
    ...(blob !== undefined && { blob }),
    ...(exit !== undefined && { exit }),
    ...(tree !== undefined && { tree }),
    ...(changed && { changed }),
    ...(held && { held }),
    ...(heldAnew && { heldAnew }),
    ...(over !== undefined && { over }),
    ...(sandbox !== undefined && { sandbox }),
  };
}

/** Gives a call its result from outside its loop, such as the answer to its question. */
export function settleCall(
  draft: StateDraft,
  loop: string,
  call: string,
  result: CallResult,
  seq: number,
): void {
  onLoop(draft, loop, (asking) => ({
    ...changedCall(asking, call, (found) => settledCall(found, result)),
    paused: undefined,
    resumedAt: seq,
  }));
}

/** A call or a step waits for a person's yes. What it asked for before no longer counts. */
export function requested(draft: StateDraft, fact: Fact, event: EventOf<"approval.requested">): void {
  const { type: _, ...wanted } = event;
  const { seq, step } = fact;
  const id = approvalId(seq);
  const { loop, call, hash } = wanted;
  keep(draft, (one) => one.step !== step || one.loop !== loop || one.call !== call);
  draft.approvals = { ...draft.approvals, [id]: { ...wanted, id, seq, step } };
  if (loop === undefined || call === undefined) return;
  onLoop(draft, loop, (waiting) =>
    changedCall(waiting, call, ({ id: callId, tool, input }) => ({
      status: "waiting",
      id: callId,
      tool,
      input,
      approval: id,
      hash,
      granted: false,
    })),
  );
}

/** A yes lets the call begin, once. Otherwise the reason is its result, so its author reads it next. */
export function resolved(draft: StateDraft, seq: number, event: EventOf<"approval.resolved">): void {
  const approval = draft.approvals[event.approval];
  if (!approval || approval.resolved || approval.hash !== event.hash) return;
  const { id, loop, call } = approval;
  const { verdict, reason } = event;
  if (loop === undefined || call === undefined) {
    const settled = { seq, verdict, ...(reason !== undefined && { reason }) };
    draft.approvals = { ...draft.approvals, [id]: { ...approval, resolved: settled } };
    return;
  }
  draft.approvals = without(draft.approvals, id);
  if (verdict !== "granted") {
    settleCall(draft, loop, call, { failed: true, text: refusedWords(verdict, reason) }, seq);
    return;
  }
  onLoop(draft, loop, (waiting) => ({
    ...changedCall(waiting, call, (one) => (one.status === "waiting" ? { ...one, granted: true } : one)),
    paused: undefined,
    resumedAt: seq,
  }));
}

/** What an author reads whose call was not allowed. */
function refusedWords(verdict: "refused" | "expired", reason: string | undefined): string {
  return verdict === "expired"
    ? "Not done: a person has to say yes to this, and nobody was there in time. Do the task without it. If it cannot be done without, finish with `blocked` and say what you need."
    : `Not done: the product manager says no${reason === undefined ? "." : `: ${reason}`}\nDo it another way. If there is none, finish with \`blocked\` and say what you need.`;
}

/** A task that moves on needs no yes any more, and a yes to a commit serves once. */
export function useApprovals(draft: StateDraft, event: Fact["event"]): void {
  if (isEmpty(draft.approvals)) return;
  if (event.type === "task.moved") keep(draft, ({ task }) => task !== event.task);
  if (event.type === "effect.started" && event.kind === "commit")
    keep(draft, ({ task, action }) => task !== event.task || action !== "commit");
}

function keep(draft: StateDraft, isKept: (approval: Approval) => boolean): void {
  draft.approvals = Object.fromEntries(Object.entries(draft.approvals).filter(([, one]) => isKept(one)));
}
