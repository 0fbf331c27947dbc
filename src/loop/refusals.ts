import type { SettledCall } from "../core/state/call.ts";
import type { Loop } from "../core/state/thread.ts";
import { toArray } from "../core/text/appended.ts";
import { shorten } from "../core/text/shorten.ts";
import { effectOf, type Tools } from "./words.ts";

/** This many refusals of one kind end a loop. */
const most = 3;

/**
 * The refusals that end a loop: as many replies as that had a call refused for the same reason, and in between no call
 * did anything but look. Undefined: the model may try again.
 */
export function lastRefusals(run: Tools, loop: Loop): readonly SettledCall[] | undefined {
  let refused = new Map<string, SettledCall[]>();
  let ended: readonly SettledCall[] | undefined;
  for (const { reply } of toArray(loop.asks)) {
    const calls = (reply?.calls ?? []).filter((call) => call.status === "settled");
    if (calls.some((call) => !call.result.failed && effectOf(run, call) !== "reads")) refused = new Map();
    const ofReply = new Map(calls.filter(isRefused).map((call) => [kindOf(call), call]));
    for (const [kind, call] of ofReply) refused.set(kind, [...(refused.get(kind) ?? []), call]);
    ended = [...ofReply.keys()].map((kind) => refused.get(kind) ?? []).find((all) => all.length >= most);
  }
  return ended;
}

/** The refusals in words for a person: what was called, and why it was refused. */
export function refusalWords(refusals: readonly SettledCall[]): string {
  const lines = refusals.map(
    ({ tool, input, result }) =>
      `${shorten(tool, 80)} ${shorten(JSON.stringify(input), 160)}: ${shorten(reasonOf(result.text), 300)}`,
  );
  const different = [...new Set(lines)];
  return `${refusals.length} calls were refused for the same reason. ${different.join(" | ")}`;
}

function isRefused({ result }: SettledCall): boolean {
  return result.failed && result.refused !== undefined && result.refused !== "late";
}

/** Of one kind are calls of tools that are not there, calls in which the same fields do not fit, and equal reasons. */
function kindOf({ tool, result: { refused, text } }: SettledCall): string {
  switch (refused) {
    case "unknown":
      return refused;
    case "malformed":
      return [tool, refused, ...(text.match(/^- [^:]+/gm) ?? [])].join(" ");
    default:
      return [tool, refused, text.replace(/\d+/g, "0")].join(" ");
  }
}

function reasonOf(text: string): string {
  return text.replace(/\s*\n(- )?/g, " ").trim();
}
