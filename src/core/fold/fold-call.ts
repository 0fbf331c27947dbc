import type { Change } from "../facts/change-schema.ts";
import type { Call, CallResult } from "../state/call.ts";

/** A call with its intent recorded. A call that already has its result keeps it. */
export function begunCall(call: Call, changes: readonly Change[]): Call {
  const { status, id, tool, input } = call;
  return status === "settled" ? call : { status: "begun", id, tool, input, changes };
}

/** A call with its result. Its planned changes are no longer needed. */
export function settledCall({ id, tool, input }: Call, result: CallResult): Call {
  return { status: "settled", id, tool, input, result };
}
