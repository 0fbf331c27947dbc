import type { Request } from "../../src/core/ports/request.ts";
import { blocksOf } from "./provider-cache.ts";
import type { Sent } from "./resend.ts";

export interface Reuse {
  /** Smallest and mean share of what a request had before its suffix that the next one begins with. */
  readonly least: number;
  readonly mean: number;
  readonly pairs: number;
}

/** How much of an earlier request comes again, byte by byte: for the same member, and from one member to the next. */
export function prefixReuse(sent: readonly Sent[]): { within: Reuse; between: Reuse } {
  const within: number[] = [];
  const between: number[] = [];
  sent.forEach((now, at) => {
    const inPhase = sent.slice(0, at).filter(({ phase }) => phase === now.phase);
    const own = inPhase.findLast(({ seat }) => seat === now.seat);
    const last = inPhase.at(-1);
    if (own) within.push(shareOf(own.request, now.request));
    if (last && last.seat !== now.seat) between.push(shareOf(last.request, now.request));
  });
  return { within: summed(within), between: summed(between) };
}

function shareOf(before: Request, now: Request): number {
  const earlier = beforeSuffix(before);
  const later = blocksOf(now)
    .map(({ text }) => text)
    .join("\n");
  let same = 0;
  while (same < earlier.length && earlier.charCodeAt(same) === later.charCodeAt(same)) same++;
  return same / earlier.length;
}

/** Everything up to the suffix, as it is sent. */
export function beforeSuffix(request: Request): string {
  const { suffix, messages } = request;
  if (!suffix) return texts(request);
  const last = messages[suffix.message];
  const kept = last?.role === "user" ? [{ ...last, blocks: last.blocks.slice(0, suffix.block) }] : [];
  return texts({ ...request, messages: [...messages.slice(0, suffix.message), ...kept] });
}

function texts(request: Request): string {
  return blocksOf(request)
    .map(({ text }) => text)
    .join("\n");
}

function summed(shares: readonly number[]): Reuse {
  const sum = shares.reduce((all, one) => all + one, 0);
  return {
    least: Math.min(1, ...shares),
    mean: shares.length > 0 ? sum / shares.length : 1,
    pairs: shares.length,
  };
}
