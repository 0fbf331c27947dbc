import type { CallResult, OpenCall } from "../core/state/call.ts";
import type { Ask, Loop, Paused, PauseRequest, Reply } from "../core/state/thread.ts";
import { asksAnswered, openCalls } from "../core/state/threads.ts";
import type { Instant } from "../core/terms/ids.ts";
import { at, toArray } from "../core/text/appended.ts";
import { mostFailures } from "./ask/back-off.ts";
import type { Outcome } from "./outcome.ts";
import { lastRefusals, refusalWords } from "./refusals.ts";
import { endsTurn, type Tools } from "./words.ts";

/** Replies in a row that may be cut off. */
const mostCuts = 3;

export type Move =
  | { readonly kind: "settle"; readonly call: OpenCall }
  /** Words end the loop, once their citations are checked. */
  | { readonly kind: "say"; readonly reply: Reply }
  | { readonly kind: "ask"; readonly notBefore?: Instant }
  | { readonly kind: "end"; readonly outcome: Outcome<never> }
  /** It waits for a person, and the log says so. */
  | { readonly kind: "wait"; readonly outcome: Outcome<never> }
  /** It is over, and the log says how. */
  | { readonly kind: "closed" };

/** What a loop does next, from its facts alone. Every path that leads to an ask checks the limits. */
export function nextMove(run: Tools, loop: Loop): Move {
  if (loop.closed !== undefined) return { kind: "closed" };
  // A wait for a provider that has a time is over when its step is wanted again.
  if (loop.paused && !(loop.paused.on === "provider" && loop.paused.until !== undefined))
    return { kind: "wait", outcome: waitOf(loop.paused) };
  const [call] = openCalls(loop);
  if (call) return { kind: "settle", call };
  const last = at(loop.asks, -1);
  if (last?.reply && endsTurn(run, loop)) return { kind: "say", reply: last.reply };
  if (last?.failed) return afterFailure(last, last.failed);
  const outcome = limitOf(run, loop) ?? refusalsOf(run, loop) ?? cutsOf(loop) ?? silenceOf(loop);
  return outcome ? { kind: "end", outcome } : { kind: "ask" };
}

/** A call that waits for a yes asks in words of its own, which are a fact. */
export const forYes: PauseRequest = { text: "It needs a person's yes.", options: [] };

function waitOf(paused: Paused): Outcome<never> {
  if (paused.on === "question") return { kind: "paused", call: paused.call, request: paused.request };
  if (paused.on === "approval") return { kind: "paused", call: paused.call, request: forYes };
  return { kind: "over-budget", scope: paused.on === "window" ? "window" : paused.scope, why: paused.why };
}

function afterFailure(
  ask: Ask,
  { failure, text, retryAt, tooLong, rests }: NonNullable<Ask["failed"]>,
): Move {
  // A request that was too long can be rendered shorter; if it cannot, the next one is not sent.
  const isHopeless = failure === "refused" && !tooLong;
  // Without a time it is not tried again. Older versions gave one to the last failure, too.
  const isGivenUp = failure !== "refused" && failure !== "stopped" && retryAt === undefined;
  const isTooOften = !rests && (ask.failures ?? 0) >= mostFailures;
  if (isHopeless || isGivenUp || isTooOften)
    return { kind: "end", outcome: { kind: "model-error", failure, error: text } };
  return { kind: "ask", ...(retryAt !== undefined && { notBefore: retryAt }) };
}

/** A limit holds whatever came last: a reminder, a reply that was cut off, an unknown tool. */
function limitOf(run: Tools, loop: Loop): Outcome<never> | undefined {
  const asks = asksAnswered(loop);
  const { escalate } = loop;
  if (escalate && asks >= escalate.hard)
    return { kind: "iteration-limit", key: escalate.key, limit: escalate.hard, iteration: asks };
  if (asks < loop.limit) return undefined;
  const refused = refusalsOf(run, loop);
  if (refused) return refused;
  const error = badEnd(loop);
  return error === undefined ? { kind: "max-iterations", asks } : { kind: "invalid-result", error };
}

/** A model that is refused again and again for the same reason does not find its way out by being asked again. */
function refusalsOf(run: Tools, loop: Loop): Outcome<never> | undefined {
  const refusals = lastRefusals(run, loop);
  return refusals && { kind: "invalid-result", error: refusalWords(refusals) };
}

/** What was wrong with the result in the last reply. Undefined: it handed in none. */
function badEnd(loop: Loop): string | undefined {
  const last = endsIn(loop, at(loop.asks, -1)).findLast(({ refused }) => refused !== "late");
  if (!last?.failed) return undefined;
  return last.refused === "malformed" ? `malformed: ${last.text}` : last.text;
}

/** The results of a reply's terminal calls. */
function endsIn({ terminal }: Loop, ask: Ask | undefined): readonly CallResult[] {
  const calls = ask?.reply?.calls ?? [];
  return calls.flatMap((call) => (call.status === "settled" && call.tool === terminal ? [call.result] : []));
}

/** A model that was asked to be shorter, and is cut off again and again, pays for full replies that nobody reads. */
function cutsOf(loop: Loop): Outcome<never> | undefined {
  const last = toArray(loop.asks)
    .filter((ask) => ask.reply)
    .slice(-mostCuts);
  if (last.length < mostCuts || !last.every((ask) => isNudged(ask, "cut"))) return undefined;
  const error = `${mostCuts} replies in a row were cut off at their length limit; \`output\` in .huddle/team.json sets it`;
  return { kind: "invalid-result", error };
}

/** Two replies in a row without a tool. A reply that was cut off neither counts nor breaks the row. */
function silenceOf(loop: Loop): Outcome<never> | undefined {
  const whole = toArray(loop.asks).filter((ask) => ask.reply && !isNudged(ask, "cut"));
  const silent = whole.slice(-2).filter((ask) => isNudged(ask, "no-tool"));
  return silent.length === 2 ? { kind: "no-tool-twice", said: silent.at(-1)?.reply?.text ?? "" } : undefined;
}

function isNudged(ask: Ask, why: "cut" | "no-tool"): boolean {
  return ask.nudges?.some((nudge) => nudge.why === why) ?? false;
}
