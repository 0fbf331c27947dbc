import type { Call } from "../../core/state/call.ts";

const tripsAt = 3;

/**
 * Calls that failed three times in a row in the same way; the loop refuses them from then on. A success, another error
 * or another call in between restarts the count. The order of parameters does not matter, and no input equals empty
 * input. Calls that were refused for this reason, or came too late, were not carried out and do not count, and neither
 * do commands: the same tests fail until the code is mended. Each with the reason why it failed.
 */
export function trippedCalls(calls: readonly Call[]): ReadonlyMap<string, string> {
  const tripped = new Map<string, string>();
  let run = { key: "", text: "", length: 0 };
  for (const call of calls) {
    if (call.status !== "settled") continue;
    const { failed, text, refused, ran } = call.result;
    if (refused === "tripped" || refused === "late" || ran) continue;
    const key = callKey(call.tool, call.input);
    const goesOn = failed && run.key === key && run.text === text;
    run = failed ? { key, text, length: goesOn ? run.length + 1 : 1 } : { key: "", text: "", length: 0 };
    if (run.length >= tripsAt) tripped.set(key, text);
  }
  return tripped;
}

export function callKey(tool: string, input: unknown): string {
  return `${tool} ${JSON.stringify(sorted(input ?? {}))}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
