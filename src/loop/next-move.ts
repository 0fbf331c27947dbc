import { at, toArray } from "../core/appended.ts";
import { openCalls } from "../core/fold-loop.ts";
import type { Instant } from "../core/ids.ts";
import type { Ask, Call, Loop } from "../core/state.ts";
import type { Outcome } from "./outcome.ts";

/** Attempts of one ask that may fail before the loop gives up. Lost ones do not count. */
const mostFailures = 6;
/** A loop that expects one reply nudges twice. */
const mostSingle = 3;

export type Move =
  | { readonly kind: "settle"; readonly call: Call }
  | { readonly kind: "wait"; readonly until: Instant }
  | { readonly kind: "ask" }
  /** Over already: nothing is recorded, because it was. */
  | { readonly kind: "return"; readonly outcome: Outcome<never> }
  | { readonly kind: "end"; readonly outcome: Outcome<never> };

/** What a loop does next, from its facts alone. Limits are looked at on every path that leads to an ask. */
export function nextMove(loop: Loop): Move {
  if (loop.paused?.on === "question")
    return { kind: "return", outcome: { kind: "paused", question: loop.paused.call } };
  if (loop.paused)
    return {
      kind: "return",
      outcome: { kind: "over-budget", scope: loop.paused.scope, why: loop.paused.why },
    };
  const [call] = openCalls(loop);
  if (call) return { kind: "settle", call };
  const asks = toArray(loop.asks);
  const last = at(loop.asks, -1);
  if (last?.failed) return afterFailure(last, last.failed);
  const outcome = limitOf(loop, asks) ?? silenceOf(loop, asks);
  return outcome ? { kind: "end", outcome } : { kind: "ask" };
}

function afterFailure(ask: Ask, failed: NonNullable<Ask["failed"]>): Move {
  const { failure, text, retryAt } = failed;
  if (failure === "refused" || (ask.failures ?? 0) >= mostFailures)
    return { kind: "end", outcome: { kind: "model-error", failure, error: text } };
  return retryAt === undefined ? { kind: "ask" } : { kind: "wait", until: retryAt };
}

/** A limit holds whatever the last turn was: a reminder, a reply that was cut off, an unknown tool. */
function limitOf(loop: Loop, asks: readonly Ask[]): Outcome<never> | undefined {
  const count = answered(asks);
  const { escalate } = loop;
  if (escalate && count >= escalate.hard)
    return { kind: "iteration-limit", key: escalate.key, limit: escalate.hard, iteration: count };
  const malformed = malformedEnd(loop, asks.at(-1));
  if (loop.single && count >= mostSingle)
    return {
      kind: "invalid-result",
      error: `single turn: ${malformed ?? "no result"} after ${count - 1} nudges`,
    };
  if (count < loop.limit) return undefined;
  return malformed === undefined
    ? { kind: "max-iterations", asks: count }
    : { kind: "invalid-result", error: malformed };
}

function malformedEnd(loop: Loop, ask: Ask | undefined): string | undefined {
  const tried = ask?.reply?.calls.find((call) => call.tool === loop.terminal && call.settled?.failed);
  return tried && `malformed: ${tried.settled?.text ?? ""}`;
}

/** Two replies in a row without a tool. One that was cut off is no such reply. */
function silenceOf(loop: Loop, asks: readonly Ask[]): Outcome<never> | undefined {
  if (loop.single) return undefined;
  const whole = asks.filter((ask) => ask.reply && !ask.nudges?.some((nudge) => nudge.why === "cut"));
  const silent = whole.slice(-2).filter((ask) => ask.nudges?.some((nudge) => nudge.why === "no-tool"));
  return silent.length === 2 ? { kind: "no-tool-twice", said: silent.at(-1)?.reply?.text ?? "" } : undefined;
}

export function answered(asks: readonly Ask[]): number {
  return asks.filter((ask) => ask.reply).length;
}
