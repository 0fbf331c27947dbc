import type { SettledCall } from "../../core/state/call.ts";
import type { State } from "../../core/state/state.ts";
import type { Ask } from "../../core/state/thread.ts";
import { threadNamed } from "../../core/state/threads.ts";
import { toArray } from "../../core/text/appended.ts";
import { readDiff } from "../../tools/code/read-diff.ts";
import { reviewComplete } from "../../tools/ends/review-complete.ts";

/** What a reviewer hears who judges a change that it has not opened. */
export const unopened = `You have not opened the change. Read all of it with ${readDiff.name}, then judge.`;

/** Whether the reviewer read the change before the reply in which it judges. Words beside a look come too early. */
export function hasOpened(at: State, thread: string): boolean {
  return asksOf(at, thread)
    .slice(0, -1)
    .flatMap(settledCalls)
    .some(({ tool, result }) => tool === readDiff.name && !result.failed);
}

/** Such a review is sent back once: a reviewer who still does not look is believed, and the person is told. */
export function isFirstUnopened(at: State, thread: string): boolean {
  if (hasOpened(at, thread)) return false;
  return !asksOf(at, thread)
    .flatMap(settledCalls)
    .some(({ tool, result }) => tool === reviewComplete.name && result.text.includes(unopened));
}

function asksOf(at: State, thread: string): readonly Ask[] {
  return (threadNamed(at, thread)?.loops ?? []).flatMap((loop) => toArray(loop.asks));
}

function settledCalls({ reply }: Ask): readonly SettledCall[] {
  return (reply?.calls ?? []).filter((call) => call.status === "settled");
}
