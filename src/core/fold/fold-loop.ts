import type { LoopEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import {
  accountsOf,
  amountReserved,
  amountUsed,
  type Booking,
  book,
  none,
  settlementOf,
} from "../rules/accounts.ts";
import { accountKey, baseCapOf } from "../rules/budget.ts";
import type { Call, CallResult } from "../state/call.ts";
import { fieldsOf } from "../state/fields-of.ts";
import type { Attempt } from "../state/money.ts";
import { shared } from "../state/own.ts";
import type { State } from "../state/state.ts";
import type { Loop, Paused, Thread } from "../state/thread.ts";
import { threadOfLoop, withThread } from "../state/threads.ts";
import { callId, loopId } from "../terms/ids.ts";
import { append, appended, at } from "../text/appended.ts";
import { changeCall, changeLastAsk, changeLoop, onLoop, onThread } from "./change-loop.ts";
import { begunCall, settledCall } from "./fold-call.ts";

/** What the facts of a tool loop do to its thread, and to the totals. */
export function foldLoop(state: State, fact: Fact, event: LoopEvent): State {
  switch (event.type) {
    case "thread.opened": {
      const { type: _, ...opened } = event;
      const [from, talkFrom] = [state.transcript.length, state.stage?.from ?? 0];
      const thread = { ...opened, openedAt: fact.seq, talkFrom, from, loops: [], asked: 0 };
      fieldsOf(state).threads = withThread(state.threads, thread);
      return state;
    }
    case "loop.opened":
      return onThread(state, event.thread, (thread) => {
        thread.loops = [...thread.loops, openedLoop(fact.seq, event, thread.purpose)];
      });
    case "model.asked": {
      const fields = fieldsOf(state);
      const { asked: requests, replied: replies, bytes, input, output } = state.money;
      fields.money = { asked: requests + 1, replied: replies, bytes: bytes + event.bytes, input, output };
      fields.heard = state.transcript.length;
      return asked(state, fact.seq, event);
    }
    case "model.replied": {
      const { asked: requests, replied: replies, bytes, input, output } = state.money;
      fieldsOf(state).money = {
        asked: requests,
        replied: replies + 1,
        bytes,
        input: input + (event.usage?.input ?? 0),
        output: output + (event.usage?.output ?? 0),
      };
      return replied(settleAttempt(state, event), fact.seq, event);
    }
    case "model.failed":
      return failed(settleAttempt(state, event), event);
    case "tool.called":
      return onLoop(state, event.loop, (loop) => {
        changeCall(loop, event.call, (call) => begunCall(call, event.changes));
      });
    case "tool.settled":
      return onLoop(state, event.loop, (loop) => {
        const { failed, text, refused } = event;
        const result = { failed, text, ...(refused !== undefined && { refused }) };
        changeCall(loop, event.call, (call) => settledCall(call, result));
      });
    case "loop.nudged":
      return onLoop(state, event.loop, (loop) => {
        changeLastAsk(loop, (ask) => {
          ask.nudges = [...(ask.nudges ?? []), { why: event.why, text: event.text }];
        });
      });
    case "loop.paused":
      return onLoop(loseOwn(state, event.loop), event.loop, (loop) => {
        loop.paused = pausedOn(state, fact.seq, event);
      });
    case "loop.closed":
      return onLoop(loseOwn(state, event.loop), event.loop, (loop) => {
        loop.closed = event.outcome;
      });
    case "budget.granted":
      return granted(state, fact.seq, event);
  }
}

/** Gives a call its result from outside its loop, such as an answer to the question it asked. */
export function settleCall(
  state: State,
  thread: string,
  loop: string,
  call: string,
  result: CallResult,
): State {
  return onThread(state, thread, (one) => {
    changeLoop(one, loop, (asking) => {
      asking.paused = undefined;
      changeCall(asking, call, (found) => settledCall(found, result));
    });
  });
}

function openedLoop(seq: number, event: EventOf<"loop.opened">, purpose: Thread["purpose"]): Loop {
  return shared<Loop>({
    id: loopId(seq),
    seq,
    terminal: event.terminal,
    limit: event.asks,
    escalate: event.escalate,
    single: event.single,
    textEnds: event.textEnds ?? (purpose === "turn" || purpose === "coach"),
    tools: event.tools,
    opening: event.opening,
    asks: appended(),
    paused: undefined,
    resumedAt: undefined,
    closed: undefined,
  });
}

/** A loop has one attempt at a time: when it asks again, waits or is over, one that has no end was lost. */
function loseOwn(state: State, loop: string): State {
  return loseAttempts(state, (attempt) => attempt.loop === loop);
}

function asked(state: State, seq: number, event: EventOf<"model.asked">): State {
  const found = threadOfLoop(state, event.loop);
  if (!found) return state;
  const reserved = event.reserved ? amountReserved(event.reserved) : none;
  const attempt: Attempt = { asked: seq, loop: event.loop, accounts: accountsOf(found), reserved };
  const reserving = book(loseOwn(state, event.loop), attempt.accounts, { kind: "reserve", amount: reserved });
  fieldsOf(reserving).attempts = [...reserving.attempts, attempt];
  // `ownState` made the record for this fold.
  (reserving.heardBy as Record<string, number>)[found.seat] = seq;
  return onLoop(reserving, event.loop, (loop, thread) => {
    thread.asked = event.ask;
    const last = at(loop.asks, -1);
    if (last?.ask !== event.ask) {
      loop.asks = append(loop.asks, { ask: event.ask, attempts: event.attempt, askedAt: seq });
      return;
    }
    changeLastAsk(loop, (ask) => {
      ask.attempts = event.attempt;
      ask.askedAt = seq;
      ask.failed = undefined;
    });
  });
}

/** What an attempt came to: what it used where that is known, nothing where it was not charged, else the worst. */
function settleAttempt(state: State, event: EventOf<"model.replied" | "model.failed">): State {
  const attempt = state.attempts.find((one) => one.asked === event.asked);
  if (!attempt) return state;
  fieldsOf(state).attempts = state.attempts.filter((one) => one !== attempt);
  return book(state, attempt.accounts, bookingOf(attempt, event));
}

function bookingOf({ reserved }: Attempt, event: EventOf<"model.replied" | "model.failed">): Booking {
  const settled = settlementOf(event);
  if (settled.kind === "unknown") return { kind: "lose", reserved };
  const amount = settled.kind === "used" ? amountUsed(settled.usage, settled.micros) : none;
  return { kind: "spend", reserved, amount };
}

/** Nobody will see the end of these attempts any more: they count at the worst they can have cost. */
export function loseAttempts(state: State, isLost: (attempt: Attempt) => boolean = () => true): State {
  if (!state.attempts.some(isLost)) return state;
  const lost = state.attempts.filter(isLost);
  fieldsOf(state).attempts = state.attempts.filter((attempt) => !lost.includes(attempt));
  for (const { accounts, reserved } of lost) book(state, accounts, { kind: "lose", reserved });
  return state;
}

function failed(state: State, event: EventOf<"model.failed">): State {
  const { failure, text, retryAt } = event;
  return onLoop(state, event.loop, (loop) => {
    changeLastAsk(loop, (ask) => {
      ask.failures = (ask.failures ?? 0) + (failure === "stopped" ? 0 : 1);
      ask.failed = { failure, text, ...(retryAt !== undefined && { retryAt }) };
    });
  });
}

function pausedOn(state: State, seq: number, event: EventOf<"loop.paused">): Paused {
  if (event.on === "question") {
    const call = event.call ?? "";
    const asked = Object.values(state.questions).find((one) => one.loop === event.loop && one.call === call);
    return { on: "question", seq, call, request: { text: asked?.text ?? "", options: asked?.options ?? [] } };
  }
  const { scope = "session", unit, why = "" } = event;
  return { on: "budget", seq, scope, why, ...(unit && { unit }) };
}

/** Every loop that waits for money looks again; one for which it is not enough pauses again. */
function granted(state: State, seq: number, event: EventOf<"budget.granted">): State {
  const key = accountKey(event.scope, event.id);
  const before = state.grants[key];
  const grant = {
    micros: (before?.micros ?? 0) + (event.micros ?? 0),
    tokens: (before?.tokens ?? 0) + (event.tokens ?? 0),
  };
  return resumeAll({ ...state, grants: { ...state.grants, [key]: grant } }, seq);
}

/** A new cap says all that may be spent: what was granted on top of the old one is history. */
export function changeBudget(before: State, after: State, seq: number): State {
  const grants = Object.entries(before.grants).filter(([key]) => {
    const [was, is] = [baseCapOf(before, key), baseCapOf(after, key)];
    return was?.micros === is?.micros && was?.tokens === is?.tokens;
  });
  return resumeAll({ ...after, grants: Object.fromEntries(grants) }, seq);
}

function resumeAll(state: State, seq: number): State {
  const threads = state.threads.map((thread) => ({
    ...thread,
    loops: thread.loops.map((loop) => resumed(loop, seq)),
  }));
  return { ...state, threads };
}

function resumed(loop: Loop, seq: number): Loop {
  if (loop.paused?.on !== "budget") return loop;
  const { paused: _, ...rest } = loop;
  return { ...rest, resumedAt: seq };
}

function replied(state: State, seq: number, event: EventOf<"model.replied">): State {
  const calls = event.calls.map(
    ({ tool, input }, index): Call => ({ status: "proposed", id: callId(seq, index), tool, input }),
  );
  const { text, finish, opaque } = event;
  return onLoop(state, event.loop, (loop) => {
    changeLastAsk(loop, (ask) => {
      ask.failed = undefined;
      ask.reply = opaque === undefined ? { seq, text, calls, finish } : { seq, text, calls, finish, opaque };
    });
  });
}
