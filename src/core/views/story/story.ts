import type { EventOf, EventType } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import type { State } from "../../state/state.ts";
import { shipStory } from "./ship/story-ship.ts";
import { artifactStory } from "./story-document.ts";
import { floorStory } from "./story-floor.ts";
import type { Around, StoryLine } from "./story-line.ts";
import { loopStory } from "./story-loop.ts";
import { phaseStory } from "./story-phase.ts";
import { sessionStory } from "./story-session.ts";
import { ledgerStory, talkStory } from "./story-talk.ts";

/**
 * What a fact means to a person who follows the session: no line, or a few. Pure; every screen tells the story from
 * here, so that a terminal, a page and a report never disagree.
 */
export function storyOf(fact: Fact, before: State, after: State): readonly StoryLine[] {
  const { event } = fact;
  if (event.type === "unknown") return [];
  // The table gives each type a teller of its own events.
  const tell = tellers[event.type] as Teller<EventType>;
  return tell(fact, event, { before, after });
}

type Teller<T extends EventType> = (fact: Fact, event: EventOf<T>, around: Around) => readonly StoryLine[];

/** The chapter that tells each type. */
const tellers: { readonly [T in EventType]: Teller<T> } = {
  "session.opened": sessionStory,
  "session.promoted": sessionStory,
  "session.closed": sessionStory,
  "session.reopened": sessionStory,
  "seats.changed": sessionStory,
  "trust.given": sessionStory,
  "policy.changed": sessionStory,
  "runner.started": sessionStory,
  "runner.stopped": sessionStory,
  "step.failed": sessionStory,
  "step.retried": sessionStory,

  "phase.entered": phaseStory,
  "phase.signalled": phaseStory,
  "phase.requested": phaseStory,
  "phase.skipped": phaseStory,
  "phase.extended": phaseStory,
  "work.sized": phaseStory,
  "size.settled": phaseStory,

  "turn.started": talkStory,
  "turn.ended": talkStory,
  "message.posted": talkStory,
  "question.asked": talkStory,
  "question.passed": talkStory,
  "question.answered": talkStory,
  "decision.recorded": ledgerStory,
  "decision.amended": ledgerStory,
  "point.deferred": ledgerStory,
  "artifact.submitted": artifactStory,
  "artifact.settled": artifactStory,

  "thread.opened": loopStory,
  "loop.opened": loopStory,
  "model.asked": loopStory,
  "model.replied": loopStory,
  "model.failed": loopStory,
  "tool.called": loopStory,
  "tool.settled": loopStory,
  "loop.nudged": loopStory,
  "loop.paused": loopStory,
  "approval.requested": loopStory,
  "approval.resolved": loopStory,
  "loop.closed": loopStory,
  "provider.retried": loopStory,
  "budget.granted": loopStory,

  "tasks.planned": floorStory,
  "volunteers.called": floorStory,
  "task.volunteered": floorStory,
  "task.assigned": floorStory,
  "task.moved": floorStory,
  "task.amended": floorStory,
  "todos.changed": floorStory,
  "cancel.requested": floorStory,
  "split.requested": floorStory,
  "split.proposed": floorStory,
  "split.settled": floorStory,
  "comment.requested": floorStory,
  "hold.requested": floorStory,
  "task.hurried": floorStory,
  "review.given": floorStory,
  "effect.started": floorStory,
  "effect.settled": floorStory,
  "checks.finished": floorStory,
  "baseline.settled": floorStory,
  "layer.settled": floorStory,
  "task.landed": floorStory,
  "revert.requested": floorStory,
  "revert.settled": floorStory,
  "branch.taken": floorStory,
  "conflict.found": floorStory,
  "ship.requested": shipStory,
  "session.shipped": shipStory,
  "undo.requested": shipStory,
  "ship.undone": shipStory,
  "sync.requested": shipStory,
  "session.synced": shipStory,
};
