import type { Stage } from "./stage.ts";
import type { State } from "./state.ts";
import type { Ask, Loop, Thread } from "./thread.ts";

/**
 * A copy that its maker may change until it hands it on. It is written out field by field, because that is ten times
 * as fast as a spread and gives all copies one shape; the type has every field, so that none is forgotten here.
 */
export type Own<T> = { -readonly [K in keyof Required<T>]: T[K] };

/** Handed on, it is changed no more. */
export function shared<T>(own: Own<T>): T {
  // An optional field that is undefined reads as one that is left out.
  return own as unknown as T;
}

/** A state for `foldInto`: it holds its own records of what changes with every request, too. */
export function ownState(state: State): State {
  return { ...state, accounts: { ...state.accounts }, heardBy: { ...state.heardBy } };
}

export function ownStage(stage: Stage): Own<Stage> {
  return {
    phase: stage.phase,
    visit: stage.visit,
    since: stage.since,
    charter: stage.charter,
    kickoff: stage.kickoff,
    turns: stage.turns,
    coached: stage.coached,
    turnedAt: stage.turnedAt,
    signalled: stage.signalled,
    limit: stage.limit,
    versions: stage.versions,
    from: stage.from,
    mentions: stage.mentions,
    passes: stage.passes,
    silent: stage.silent,
    settledIn: stage.settledIn,
    coachTurns: stage.coachTurns,
    architectTurns: stage.architectTurns,
    calls: stage.calls,
    sized: stage.sized,
    skipped: stage.skipped,
    requested: stage.requested,
  };
}

export function ownThread(thread: Thread): Own<Thread> {
  return {
    name: thread.name,
    seat: thread.seat,
    purpose: thread.purpose,
    task: thread.task,
    round: thread.round,
    left: thread.left,
    mentions: thread.mentions,
    passes: thread.passes,
    stalled: thread.stalled,
    charter: thread.charter,
    openedAt: thread.openedAt,
    talkFrom: thread.talkFrom,
    from: thread.from,
    loops: thread.loops,
    asked: thread.asked,
  };
}

export function ownLoop(loop: Loop): Own<Loop> {
  return {
    id: loop.id,
    seq: loop.seq,
    terminal: loop.terminal,
    limit: loop.limit,
    escalate: loop.escalate,
    single: loop.single,
    textEnds: loop.textEnds,
    tools: loop.tools,
    opening: loop.opening,
    asks: loop.asks,
    paused: loop.paused,
    resumedAt: loop.resumedAt,
    closed: loop.closed,
  };
}

export function ownAsk(ask: Ask): Own<Ask> {
  return {
    ask: ask.ask,
    attempts: ask.attempts,
    askedAt: ask.askedAt,
    failures: ask.failures,
    failed: ask.failed,
    reply: ask.reply,
    nudges: ask.nudges,
  };
}
