import type { Request } from "../../ports/request.ts";
import type { State } from "../../state/state.ts";
import type { Loop } from "../../state/thread.ts";
import { mostTokens } from "../../terms/money.ts";
import { at } from "../../text/appended.ts";
import { utf8Length } from "./measure-request.ts";

/** What a request must stay within. */
export interface Bound {
  /** Tokens that the model reads and writes in one request. Left out: unknown. */
  readonly window?: number;
  /** Bytes of a request that was too long, whatever the window is said to be. */
  readonly refused?: number;
}

/** Tokens that a reply needs at the least. */
export const leastReply = 256;

/** How many tokens a model reads and writes in one request, if the log says it. */
export function windowOf(state: State, model: string): number | undefined {
  return state.session.policy.windows?.[model];
}

/** Undefined: nothing is known, and the request is as long as it may be. */
export function boundOf(state: State, model: string, loop: Loop): Bound | undefined {
  const window = windowOf(state, model);
  const refused = refusedBytes(loop);
  if (window === undefined && refused === undefined) return undefined;
  return { ...(window !== undefined && { window }), ...(refused !== undefined && { refused }) };
}

/** The size of the loop's last request, if it was too long and no person has changed anything since. */
function refusedBytes(loop: Loop): number | undefined {
  const last = at(loop.asks, -1);
  if (last?.failed?.tooLong === undefined || (loop.resumedAt ?? 0) > last.askedAt) return undefined;
  return last.bytes;
}

/** A request that was too long must become this much shorter, or it is too long again. */
const shorter = 0.75;

/** Whether a request may be sent: there is room for it and for the shortest reply. */
export function fits(request: Request, { window, refused }: Bound): boolean {
  if (window === undefined && refused === undefined) return true;
  const bytes = utf8Length(JSON.stringify(request));
  if (refused !== undefined && bytes > refused * shorter) return false;
  return window === undefined || mostTokens(bytes) + leastReply <= window;
}

/** The request with a reply that has room beside it. */
export function withReply(request: Request, { window }: Bound): Request {
  if (window === undefined) return request;
  const left = window - mostTokens(utf8Length(JSON.stringify(request)));
  return { ...request, maxOutput: Math.max(leastReply, Math.min(request.maxOutput ?? left, left)) };
}

/** Why a request is not sent. */
export interface Lack {
  /** Tokens that the request and the shortest reply need, by Huddle's own estimate. */
  readonly needs: number;
  readonly window?: number;
  /** What the server said, if it was sent before and refused. */
  readonly said?: string;
}

/** Undefined: it can be sent. */
export function lackOf(state: State, loop: Loop, request: Request): Lack | undefined {
  const bound = boundOf(state, request.model, loop);
  if (!bound || fits(request, bound)) return undefined;
  const { window, refused } = bound;
  const said = refused === undefined ? undefined : at(loop.asks, -1)?.failed?.text;
  return {
    needs: mostTokens(utf8Length(JSON.stringify(request))) + leastReply,
    ...(window !== undefined && { window }),
    ...(said !== undefined && { said }),
  };
}
