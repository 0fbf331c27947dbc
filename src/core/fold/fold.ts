import { assertNever } from "../assert-never.ts";
import type { Fact } from "../facts/fact.ts";
import { fieldsOf } from "../state/fields-of.ts";
import { ownState } from "../state/own.ts";
import type { State } from "../state/state.ts";
import type { Failures } from "../state/task.ts";
import { isEmpty, without } from "../text/record.ts";
import { foldArtifacts } from "./fold-artifacts.ts";
import { foldFloor } from "./fold-floor.ts";
import { foldLedger } from "./fold-ledger.ts";
import { changeBudget, foldLoop, loseAttempts } from "./fold-loop.ts";
import { foldPhase } from "./fold-phase.ts";
import { foldTalk } from "./fold-talk.ts";

/** The state after one more fact. Pure and total: a fact of an unknown type only moves the head. */
export function fold(state: State, fact: Fact): State {
  return foldInto(ownState(state), fact);
}

/** The same for whoever holds a state of `ownState` alone, as in bulk reads: it is changed, and must not be used again. */
export function foldInto(own: State, fact: Fact): State {
  const next = apply(own, fact);
  fieldsOf(next).head = fact.seq;
  return next;
}

function apply(state: State, fact: Fact): State {
  const event = fact.event;
  switch (event.type) {
    // What a log is mostly made of comes first: it is looked for in this order.
    case "thread.opened":
    case "loop.opened":
    case "model.asked":
    case "model.replied":
    case "model.failed":
    case "tool.called":
    case "tool.settled":
    case "loop.nudged":
    case "loop.paused":
    case "loop.closed":
    case "budget.granted":
      return foldLoop(state, fact, event);
    case "turn.started":
    case "turn.ended":
    case "message.posted":
    case "question.asked":
    case "question.answered":
      return settleStep(foldTalk(state, fact, event), fact, event.type);

    case "session.opened":
      return {
        ...state,
        integration: event.repo.base,
        session: {
          opened: fact.seq,
          openedAt: fact.at,
          kind: event.kind,
          title: event.title,
          brief: event.brief,
          seats: event.seats,
          policy: event.policy,
          repo: event.repo,
          ...(event.from !== undefined && { from: event.from }),
        },
      };
    case "session.promoted": {
      const promoted = [...(state.session.promoted ?? []), event.into];
      return { ...state, session: { ...state.session, promoted, promotedAt: fact.seq } };
    }
    case "session.closed":
      // Nothing is open in a session that is over.
      return {
        ...state,
        threads: [],
        effects: {},
        failures: {},
        session: { ...state.session, ending: { seq: fact.seq, how: event.how, why: event.why } },
      };
    case "seats.changed":
      return { ...state, session: { ...state.session, seats: event.seats } };
    case "policy.changed": {
      const policy = { ...state.session.policy, ...present(event.patch) };
      const next = { ...state, session: { ...state.session, policy } };
      return event.patch.budget === undefined ? next : changeBudget(state, next, fact.seq);
    }
    case "runner.started":
      // What the runner before had asked, it can no longer record.
      return {
        ...loseAttempts(state),
        fence: fact.seq,
        runner: startedRunner(state, fact.seq, event),
      };
    case "runner.stopped":
      return state.runner ? { ...state, runner: { ...state.runner, stopped: event.why } } : state;
    case "step.failed":
      return {
        ...state,
        failures: { ...state.failures, [event.step]: failed(state.failures[event.step], fact.seq, event) },
      };
    case "step.retried":
      return {
        ...state,
        failures: {
          ...state.failures,
          [event.step]: { kind: "retried", count: 0, seq: fact.seq, error: "" },
        },
      };

    case "phase.entered":
    case "phase.signalled":
    case "phase.requested":
    case "phase.skipped":
    case "phase.extended":
    case "work.sized":
    case "size.settled":
      return settleStep(foldPhase(state, fact, event), fact, event.type);
    case "decision.recorded":
    case "decision.amended":
    case "point.deferred":
      return foldLedger(state, fact, event);
    case "artifact.submitted":
    case "artifact.settled":
      return foldArtifacts(state, fact, event);

    case "tasks.planned":
    case "volunteers.called":
    case "task.volunteered":
    case "task.assigned":
    case "task.moved":
    case "review.given":
    case "effect.started":
    case "effect.settled":
    case "checks.finished":
    case "task.landed":
    case "conflict.found":
    case "ship.requested":
    case "session.shipped":
      return settleStep(foldFloor(state, fact, event), fact, event.type);

    case "unknown":
      return state;
    default:
      return assertNever(event);
  }
}

/** Facts that only stand in the append that closes their step: the step's failures and effects are then history. */
const closing: ReadonlySet<string> = new Set([
  "phase.entered",
  "turn.ended",
  "task.moved",
  "session.shipped",
]);

function settleStep(state: State, fact: Fact, type: string): State {
  const step = fact.step;
  if (step === undefined || !closing.has(type)) return state;
  if (isEmpty(state.effects) && isEmpty(state.failures)) return state;
  const done = Object.values(state.effects).filter((effect) => effect.step === step);
  if (done.length === 0 && !(step in state.failures)) return state;
  let effects = state.effects;
  for (const effect of done) effects = without(effects, effect.id);
  return { ...state, effects, failures: without(state.failures, step) };
}

function startedRunner(
  state: State,
  seq: number,
  event: Extract<Fact["event"], { type: "runner.started" }>,
): State["runner"] {
  return {
    seq,
    host: event.host,
    pid: event.pid,
    startedAt: event.startedAt,
    mode: event.mode,
    ...(event.until !== undefined && { until: event.until }),
    ...(event.maxTurns !== undefined && { turnLimit: state.turns + event.maxTurns }),
  };
}

function failed(
  before: Failures | undefined,
  seq: number,
  event: { error: string; code?: string | undefined; retryAt?: string | undefined },
): Failures {
  const count = (before?.count ?? 0) + 1;
  if (event.retryAt === undefined) {
    const { error, code } = event;
    return { kind: "stuck", count, seq, error, ...(code !== undefined && { code }) };
  }
  return { kind: "backing-off", count, seq, error: event.error, retryAt: event.retryAt };
}

/** Drops fields that are set to undefined, so that a patch never unsets what it does not name. */
function present<T extends object>(patch: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // True by construction: every undefined field is filtered out.
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
