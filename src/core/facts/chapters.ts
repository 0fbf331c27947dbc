import type { EventOf } from "./events.ts";

/** The chapters of the log. Each has its own file in core/fold. */

export type SessionEvent = EventOf<
  | "session.opened"
  | "session.promoted"
  | "session.closed"
  | "session.reopened"
  | "seats.changed"
  | "trust.given"
  | "policy.changed"
  | "runner.started"
  | "runner.stopped"
  | "step.failed"
  | "step.retried"
>;
export type ArtifactEvent = EventOf<"artifact.submitted" | "artifact.settled">;
export type FloorEvent = EventOf<
  | "tasks.planned"
  | "volunteers.called"
  | "task.volunteered"
  | "task.assigned"
  | "task.moved"
  | "task.amended"
  | "todos.changed"
  | "cancel.requested"
  | "split.requested"
  | "split.proposed"
  | "split.settled"
  | "comment.requested"
  | "hold.requested"
  | "task.hurried"
  | "review.given"
  | "effect.started"
  | "effect.settled"
  | "checks.finished"
  | "baseline.settled"
  | "layer.settled"
  | "task.landed"
  | "revert.requested"
  | "revert.settled"
  | "branch.taken"
  | "conflict.found"
>;
export type ShipEvent = EventOf<
  | "ship.requested"
  | "session.shipped"
  | "undo.requested"
  | "ship.undone"
  | "sync.requested"
  | "session.synced"
>;
export type LedgerEvent = EventOf<"decision.recorded" | "decision.amended" | "point.deferred">;
export type LoopEvent = EventOf<
  | "thread.opened"
  | "loop.opened"
  | "model.asked"
  | "model.replied"
  | "model.failed"
  | "tool.called"
  | "tool.settled"
  | "loop.nudged"
  | "loop.paused"
  | "approval.requested"
  | "approval.resolved"
  | "loop.closed"
  | "provider.retried"
  | "budget.granted"
>;
export type PhaseEvent = EventOf<
  | "phase.entered"
  | "phase.signalled"
  | "phase.requested"
  | "phase.skipped"
  | "phase.extended"
  | "work.sized"
  | "size.settled"
>;
export type TalkEvent = EventOf<
  | "turn.started"
  | "turn.ended"
  | "message.posted"
  | "question.asked"
  | "question.passed"
  | "question.answered"
>;
