import type { LoopEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import {
  accountsOf,
  amountReserved,
  amountUsed,
  type Booking,
  booked,
  none,
  settlementOf,
} from "../rules/accounts.ts";
import { accountKey, baseCapOf } from "../rules/budget.ts";
import type { StateDraft } from "../state/draft.ts";
import type { Attempt } from "../state/money.ts";
import type { State } from "../state/state.ts";
import type { Loop } from "../state/thread.ts";
import { threadOfLoop } from "../state/threads.ts";

/** How the facts of a tool loop change the totals, the accounts and the attempts under way. */
export function foldMoney(draft: StateDraft, seq: number, event: LoopEvent): void {
  switch (event.type) {
    case "model.asked":
      reserve(draft, seq, event);
      break;
    case "model.replied": {
      const { input = 0, output = 0 } = event.usage ?? {};
      const { asked, replied, bytes, input: sent, output: received } = draft.money;
      draft.money = { asked, replied: replied + 1, bytes, input: sent + input, output: received + output };
      settle(draft, event);
      break;
    }
    case "model.failed":
      settle(draft, event);
      break;
    case "loop.paused":
    case "loop.closed":
      loseAttempts(draft, (attempt) => attempt.loop === event.loop);
      break;
    case "budget.granted":
      grant(draft, seq, event);
      break;
    case "thread.opened":
    case "loop.opened":
    case "provider.retried":
    case "loop.nudged":
    case "approval.requested":
    case "approval.resolved":
    case "tool.called":
    case "tool.settled":
      break;
  }
}

/** A loop has one attempt at a time: when it asks again, an earlier attempt without an end was lost. */
function reserve(draft: StateDraft, seq: number, event: EventOf<"model.asked">): void {
  const { asked, replied, bytes, input, output } = draft.money;
  draft.money = { asked: asked + 1, replied, bytes: bytes + event.bytes, input, output };
  const thread = threadOfLoop(draft, event.loop);
  if (!thread) return;
  loseAttempts(draft, (attempt) => attempt.loop === event.loop);
  const reserved = event.reserved ? amountReserved(event.reserved) : none;
  const attempt: Attempt = { asked: seq, loop: event.loop, accounts: accountsOf(thread), reserved };
  draft.attempts = [...draft.attempts, attempt];
  draft.accounts = booked(draft.accounts, attempt.accounts, { kind: "reserve", amount: reserved });
}

/**
 * What an attempt cost: what it used if that is known, nothing if it was not charged, otherwise the most it can have
 * cost.
 */
function settle(draft: StateDraft, event: EventOf<"model.replied" | "model.failed">): void {
  const attempt = draft.attempts.find((one) => one.asked === event.asked);
  if (!attempt) return;
  draft.attempts = draft.attempts.filter((one) => one !== attempt);
  draft.accounts = booked(draft.accounts, attempt.accounts, bookingOf(attempt, event));
}

function bookingOf({ reserved }: Attempt, event: EventOf<"model.replied" | "model.failed">): Booking {
  const settled = settlementOf(event);
  if (settled.kind === "unknown") return { kind: "lose", reserved };
  const amount = settled.kind === "used" ? amountUsed(settled.usage, settled.micros) : none;
  return { kind: "spend", reserved, amount };
}

/** Huddle will never see the end of these attempts, so they count at the most they can have cost. */
export function loseAttempts(draft: StateDraft, isLost: (attempt: Attempt) => boolean = () => true): void {
  const lost = draft.attempts.filter(isLost);
  if (lost.length === 0) return;
  draft.attempts = draft.attempts.filter((attempt) => !lost.includes(attempt));
  for (const { accounts, reserved } of lost)
    draft.accounts = booked(draft.accounts, accounts, { kind: "lose", reserved });
}

function grant(draft: StateDraft, seq: number, event: EventOf<"budget.granted">): void {
  const key = accountKey(event.scope, event.id);
  const before = draft.grants[key];
  const granted = {
    micros: (before?.micros ?? 0) + (event.micros ?? 0),
    tokens: (before?.tokens ?? 0) + (event.tokens ?? 0),
  };
  draft.grants = { ...draft.grants, [key]: granted };
  resumeAll(draft, seq, "budget");
}

/** A new cap includes everything, so grants on top of the old one no longer count. */
export function changeBudget(draft: StateDraft, before: State, seq: number): void {
  const grants = Object.entries(before.grants).filter(([key]) => {
    const [was, is] = [baseCapOf(before, key), baseCapOf(draft, key)];
    return was?.micros === is?.micros && was?.tokens === is?.tokens;
  });
  draft.grants = Object.fromEntries(grants);
  resumeAll(draft, seq, "budget");
}

/** Every loop that waits for this tries again. One that still has too little pauses again. */
export function resumeAll(draft: StateDraft, seq: number, on: "budget" | "window"): void {
  draft.threads = draft.threads.map((thread) => ({
    ...thread,
    loops: thread.loops.map((loop) => resumed(loop, seq, on)),
  }));
}

function resumed(loop: Loop, seq: number, on: "budget" | "window"): Loop {
  return loop.paused?.on === on ? { ...loop, paused: undefined, resumedAt: seq } : loop;
}
