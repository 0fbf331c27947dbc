import type { SettledCall } from "../../core/state/call.ts";
import type { State } from "../../core/state/state.ts";
import type { Ask } from "../../core/state/thread.ts";
import { threadNamed } from "../../core/state/threads.ts";
import { toArray } from "../../core/text/appended.ts";
import { readDiff } from "../../tools/code/read-diff.ts";
import { reviewComplete } from "../../tools/ends/review-complete.ts";

/** What a reviewer hears who judges a change that it has not opened. */
const unopened = `You have not opened the change. Read all of it with ${readDiff.name}, then judge.`;

/** What a reviewer hears who judges beside its first look: it cannot have read what the look shows. */
const tooEarly =
  "You judged in the same reply in which you asked for the change. Read all of it, then judge.";

/** Whether the reviewer read the change before the reply in which it judges. Words beside a look come too early. */
export function hasOpened(at: State, thread: string): boolean {
  return asksOf(at, thread).slice(0, -1).some(opensChange);
}

/**
 * Why a verdict is sent back. Only once, whatever the reason: a reviewer who still does not look is believed, and the
 * person is told.
 */
export function unreadFaults(at: State, thread: string): readonly string[] {
  const asks = asksOf(at, thread);
  if (hasOpened(at, thread) || asks.some(wasSentBack)) return [];
  return asks.slice(-1).some(opensChange) ? [tooEarly] : [unopened];
}

function opensChange(ask: Ask): boolean {
  return settledCalls(ask).some(({ tool, result }) => tool === readDiff.name && !result.failed);
}

/** No other check refuses a verdict that fits its schema. */
function wasSentBack(ask: Ask): boolean {
  return settledCalls(ask).some(
    ({ tool, result }) => tool === reviewComplete.name && result.refused === "unaccepted",
  );
}

function asksOf(at: State, thread: string): readonly Ask[] {
  return (threadNamed(at, thread)?.loops ?? []).flatMap((loop) => toArray(loop.asks));
}

function settledCalls({ reply }: Ask): readonly SettledCall[] {
  return (reply?.calls ?? []).filter((call) => call.status === "settled");
}
