import type { Ran } from "../facts/command-schema.ts";
import type { EventOf } from "../facts/events.ts";
import type { Call, CallResult } from "../state/call.ts";

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
  const { blob, ms, exit, tree, changed, held, over, sandbox } = event;
  if (ms === undefined && tree === undefined) return undefined;
  return {
    ...(ms !== undefined && { ms }),
    ...(blob !== undefined && { blob }),
    ...(exit !== undefined && { exit }),
    ...(tree !== undefined && { tree }),
    ...(changed && { changed }),
    ...(held && { held }),
    ...(over !== undefined && { over }),
    ...(sandbox !== undefined && { sandbox }),
  };
}
