import type { SessionEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import type { StateDraft } from "../state/draft.ts";
import type { Runner } from "../state/session.ts";
import type { Failures } from "../state/task.ts";
import type { FileSettings } from "../terms/policy.ts";
import { dueAgain } from "./floor/fold-baseline.ts";
import { changeBudget, loseAttempts, resumeAll } from "./fold-money.ts";
import { followModels, forgive } from "./fold-provider.ts";
import { reopened } from "./fold-reopened.ts";

/** The session as a whole: its start and end, its policy, its runner, and its failed steps. */
export function foldSession(draft: StateDraft, fact: Fact, event: SessionEvent): void {
  const { seq } = fact;
  switch (event.type) {
    case "session.opened":
      opened(draft, fact, event);
      break;
    case "session.promoted": {
      const promoted = [...(draft.session.promoted ?? []), event.into];
      draft.session = { ...draft.session, promoted, promotedAt: seq };
      break;
    }
    case "session.closed":
      // Nothing is open in a session that is over.
      draft.threads = [];
      draft.effects = {};
      draft.approvals = {};
      draft.failures = {};
      draft.session = { ...draft.session, ending: { seq, how: event.how, why: event.why } };
      break;
    case "session.reopened":
      reopened(draft);
      break;
    case "seats.changed":
      seatsChanged(draft, seq, event);
      break;
    case "policy.changed": {
      const before = { ...draft };
      const policy = { ...draft.session.policy, ...present(event.patch) };
      draft.session = { ...draft.session, policy, ...read(event) };
      if (event.patch.checks !== undefined || event.patch.setup !== undefined) dueAgain(draft, seq);
      if (event.patch.budget !== undefined) changeBudget(draft, before, seq);
      if (event.patch.windows !== undefined) resumeAll(draft, seq, "window");
      break;
    }
    case "trust.given":
      draft.session = { ...draft.session, trusted: event.hash };
      break;
    case "runner.started":
      // The previous runner can no longer record the ends of its attempts.
      loseAttempts(draft);
      draft.fence = seq;
      draft.fences = [...draft.fences, seq];
      draft.runner = startedRunner(draft.turns, fact, event);
      break;
    case "runner.stopped":
      if (draft.runner) draft.runner = { ...draft.runner, stopped: event.why };
      break;
    case "step.failed":
      draft.failures = { ...draft.failures, [event.step]: failed(draft.failures[event.step], seq, event) };
      break;
    case "step.retried":
      forgive(draft);
      draft.failures = { ...draft.failures, [event.step]: retried(draft.failures[event.step], seq, event) };
  }
}

function opened(draft: StateDraft, fact: Fact, event: EventOf<"session.opened">): void {
  const { kind, title, brief, seats, policy, repo, from } = event;
  draft.integration = repo.base;
  draft.session = {
    opened: fact.seq,
    openedAt: fact.at,
    kind,
    title,
    brief,
    seats,
    policy,
    repo,
    ...(from !== undefined && { from }),
    ...read(event),
  };
}

function seatsChanged(draft: StateDraft, seq: number, event: EventOf<"seats.changed">): void {
  const { seats } = draft.session;
  draft.session = { ...draft.session, seats: event.seats, ...read(event) };
  resumeAll(draft, seq, "window");
  followModels(draft, seq, seats);
}

/** What the files said, if they were read for this event. */
function read({ files }: { readonly files?: FileSettings | undefined }): { files?: FileSettings } {
  return files === undefined ? {} : { files };
}

function startedRunner(turns: number, { seq, at }: Fact, event: EventOf<"runner.started">): Runner {
  return {
    seq,
    host: event.host,
    pid: event.pid,
    startedAt: event.startedAt,
    mode: event.mode,
    ...(event.waitMs !== undefined && { at, waitMs: event.waitMs }),
    ...(event.until !== undefined && { until: event.until }),
    ...(event.maxTurns !== undefined && { turnLimit: turns + event.maxTurns }),
  };
}

/** The reason stays known: a model that continues after a failure reads it. */
function retried(before: Failures | undefined, seq: number, { agreed }: EventOf<"step.retried">): Failures {
  const remedy = agreed && before?.remedy ? { remedy: before.remedy } : {};
  return { kind: "retried", count: 0, seq, error: before?.error ?? "", ...remedy };
}

function failed(before: Failures | undefined, seq: number, event: EventOf<"step.failed">): Failures {
  const count = (before?.count ?? 0) + 1;
  if (event.retryAt === undefined) {
    const { error, code, remedy } = event;
    return {
      kind: "stuck",
      count,
      seq,
      error,
      ...(code !== undefined && { code }),
      ...(remedy && { remedy }),
    };
  }
  return { kind: "backing-off", count, seq, error: event.error, retryAt: event.retryAt };
}

/** Drops undefined fields, so that a patch never unsets what it does not name. */
function present<T extends object>(patch: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  // True by construction: every undefined field is filtered out.
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
