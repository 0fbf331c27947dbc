import { assertNever } from "../assert-never.ts";
import type { FloorEvent, LoopEvent, ShipEvent } from "../facts/chapters.ts";
import type { TeamEvent } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import type { StateDraft } from "../state/draft.ts";
import type { State } from "../state/state.ts";
import { isEmpty, without } from "../text/record.ts";
import { foldFloor } from "./floor/fold-floor.ts";
import { foldArtifacts } from "./fold-artifacts.ts";
import { useApprovals } from "./fold-call.ts";
import { foldLedger } from "./fold-ledger.ts";
import { foldLoop } from "./fold-loop.ts";
import { foldPhase } from "./fold-phase.ts";
import { foldSession } from "./fold-session.ts";
import { foldShip } from "./fold-ship.ts";
import { foldTalk } from "./fold-talk.ts";

/** The state after one more fact. Pure and total: a fact of an unknown type only moves the head. */
export function fold(state: State, fact: Fact): State {
  const draft = { ...state };
  foldInto(draft, fact);
  return draft;
}

/**
 * The same in a draft that only the caller holds. A long log is read this way: copying the state for each of 100,000
 * facts would take longer than all else that folding does (`npm run bench -- log`).
 */
export function foldInto(draft: StateDraft, fact: Fact): void {
  if (fact.event.type !== "unknown") foldEvent(draft, fact, fact.event);
  closeStep(draft, fact);
  useApprovals(draft, fact.event);
  draft.head = fact.seq;
  draft.headAt = fact.at;
}

function foldEvent(draft: StateDraft, fact: Fact, event: TeamEvent): void {
  switch (event.type) {
    case "session.opened":
    case "session.promoted":
    case "session.closed":
    case "session.reopened":
    case "seats.changed":
    case "policy.changed":
    case "trust.given":
    case "runner.started":
    case "runner.stopped":
    case "step.failed":
    case "step.retried":
      foldSession(draft, fact, event);
      break;
    case "phase.entered":
    case "phase.signalled":
    case "phase.requested":
    case "phase.skipped":
    case "phase.extended":
    case "work.sized":
    case "size.settled":
      foldPhase(draft, fact, event);
      break;
    case "turn.started":
    case "turn.ended":
    case "message.posted":
    case "question.asked":
    case "question.passed":
    case "question.answered":
      foldTalk(draft, fact, event);
      break;
    case "decision.recorded":
    case "decision.amended":
    case "point.deferred":
      foldLedger(draft, fact, event);
      break;
    case "artifact.submitted":
    case "artifact.settled":
      foldArtifacts(draft, fact, event);
      break;
    default:
      foldWork(draft, fact, event);
  }
}

/** Conversations with models, and building. */
function foldWork(draft: StateDraft, fact: Fact, event: LoopEvent | FloorEvent | ShipEvent): void {
  switch (event.type) {
    case "thread.opened":
    case "loop.opened":
    case "model.asked":
    case "model.replied":
    case "model.failed":
    case "tool.called":
    case "tool.settled":
    case "loop.nudged":
    case "loop.paused":
    case "approval.requested":
    case "approval.resolved":
    case "loop.closed":
    case "provider.retried":
    case "budget.granted":
      foldLoop(draft, fact, event);
      break;
    case "tasks.planned":
    case "volunteers.called":
    case "task.volunteered":
    case "task.assigned":
    case "task.moved":
    case "task.amended":
    case "todos.changed":
    case "cancel.requested":
    case "split.requested":
    case "split.proposed":
    case "split.settled":
    case "comment.requested":
    case "hold.requested":
    case "task.hurried":
    case "review.given":
    case "effect.started":
    case "effect.settled":
    case "checks.finished":
    case "baseline.settled":
    case "layer.settled":
    case "task.landed":
    case "revert.requested":
    case "revert.settled":
    case "branch.taken":
    case "conflict.found":
      foldFloor(draft, fact, event);
      break;
    case "ship.requested":
    case "session.shipped":
    case "undo.requested":
    case "ship.undone":
    case "sync.requested":
    case "session.synced":
      foldShip(draft, fact, event);
      break;
    default:
      assertNever(event);
  }
}

/** Facts that appear only in the append that closes their step: the step's failures and effects no longer count. */
const closing: ReadonlySet<string> = new Set([
  "phase.entered",
  "turn.ended",
  "question.passed",
  "task.moved",
  "session.shipped",
  "ship.undone",
  "session.synced",
]);

function isBaseline(event: Fact["event"]): boolean {
  return event.type === "checks.finished" && event.why === "baseline";
}

function closeStep(draft: StateDraft, { step, event }: Fact): void {
  if (step === undefined || !(closing.has(event.type) || isBaseline(event))) return;
  if (!isEmpty(draft.failures)) draft.failures = without(draft.failures, step);
  if (isEmpty(draft.effects)) return;
  const open = Object.entries(draft.effects).filter(([, effect]) => effect.step !== step);
  draft.effects = Object.fromEntries(open);
}
