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

/** How many pages a change has that are not shown to its reviewer from the start. 0: all of it is. */
export interface PagesToRead {
  readonly all: number;
  /** Of what was changed since this member's last review, if it had read everything then. */
  readonly since?: number;
}

/** Whether the reviewer read the change before the reply in which it judges. Words beside a look come too early. */
export function hasOpened(at: State, thread: string): boolean {
  return asksOf(at, thread).slice(0, -1).some(opensChange);
}

/** Whether it has read every page: of the whole, or of what is new since it last did. */
export function hasReadWhole(at: State, thread: string, pages: PagesToRead): boolean {
  return pageFaults(at, thread, pages).length === 0;
}

/** Why an approval is sent back: the pages that were not read before the reply that judges. */
export function pageFaults(at: State, thread: string, { all, since }: PagesToRead): readonly string[] {
  const whole = unread(at, thread, all, false);
  if (whole.length === 0) return [];
  const part = since === undefined ? undefined : unread(at, thread, since, true);
  if (part?.length === 0) return [];
  const left = part ?? whole;
  const how = part ? `${readDiff.name} with since: true` : readDiff.name;
  const pages = left.length === 1 ? `page ${left[0]}` : `pages ${left.join(", ")}`;
  return [
    `You have not read ${pages} of ${part ? since : all}. Read with ${how} first, and judge in a later reply.`,
  ];
}

/**
 * Why another verdict is sent back. Only once, whatever the reason: a reviewer who still does not look is believed, and
 * the person is told.
 */
export function unreadFaults(at: State, thread: string): readonly string[] {
  const asks = asksOf(at, thread);
  if (hasOpened(at, thread) || asks.some(wasSentBack)) return [];
  return asks.slice(-1).some(opensChange) ? [tooEarly] : [unopened];
}

/** Every call of a conversation that has its result. */
export function callsOf(at: State, thread: string): readonly SettledCall[] {
  return asksOf(at, thread).flatMap(settledCalls);
}

function unread(at: State, thread: string, count: number, since: boolean): readonly number[] {
  const looks = asksOf(at, thread).slice(0, -1).flatMap(settledCalls).filter(isLook);
  const read = new Set(looks.flatMap(({ input }) => pageIn(input, since) ?? []));
  return Array.from({ length: count }, (_, index) => index + 1).filter((page) => !read.has(page));
}

/** The page that a look shows. Undefined: a part by its path, or the other one of the two changes. */
function pageIn(input: unknown, since: boolean): number | undefined {
  const fields: Readonly<Record<string, unknown>> =
    typeof input === "object" && input !== null ? { ...input } : {};
  if (fields.path !== undefined || fields.task !== undefined || (fields.since === true) !== since)
    return undefined;
  return typeof fields.page === "number" ? fields.page : 1;
}

function opensChange(ask: Ask): boolean {
  return settledCalls(ask).some(isLook);
}

function isLook({ tool, result }: SettledCall): boolean {
  return tool === readDiff.name && !result.failed;
}

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
