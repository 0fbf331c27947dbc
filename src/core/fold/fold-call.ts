import type { Change } from "../facts/change-schema.ts";
import type { Call, CallResult } from "../state/call.ts";

/** A call whose intent is recorded. One that has its result keeps it. */
export function begunCall(call: Call, changes: readonly Change[]): Call {
  const { status, id, tool, input } = call;
  return status === "settled" ? call : { status: "begun", id, tool, input, changes };
}

/** A call with its result. What it was going to change is history. */
export function settledCall({ id, tool, input }: Call, result: CallResult): Call {
  return { status: "settled", id, tool, input, result };
}
