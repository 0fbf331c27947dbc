import type { PhaseEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import { withMentions } from "../rules/mentions.ts";
import { onStage, settledNow } from "../state/on-stage.ts";
import type { Stage } from "../state/stage.ts";
import type { State } from "../state/state.ts";
import { artifactOf } from "../terms/phase.ts";
import { turnsIn } from "../terms/policy.ts";
import { toArray } from "../text/appended.ts";

/** Which phase the team is in, and how it may leave it. */
export function foldPhase(state: State, fact: Fact, event: PhaseEvent): State {
  const { seq } = fact;
  switch (event.type) {
    case "phase.entered":
      return entered(state, seq, event);
    case "phase.signalled":
      return onStage(state, (stage) => {
        stage.signalled = seq;
        stage.turnedAt = seq;
      });
    case "phase.requested":
      return onStage(state, (stage) => {
        stage.requested = { seq, phase: event.phase };
      });
    case "phase.skipped":
      return onStage(state, (stage) => {
        stage.skipped = seq;
      });
    case "phase.extended":
      // What was to be written up is not: the talk goes on.
      return onStage(settledNow(state), (stage) => {
        stage.signalled = undefined;
        stage.limit = Math.max(stage.limit, stage.turns) + event.turns;
        stage.silent = 0;
        stage.turnedAt = seq;
      });
    case "work.sized": {
      const { size, tasks, why } = event;
      return { ...state, session: { ...state.session, size: { seq, size, tasks, why } } };
    }
    case "size.settled": {
      const { size } = state.session;
      const next = size
        ? { ...state, session: { ...state.session, size: { ...size, settled: event.how } } }
        : state;
      return onStage(next, (stage) => {
        stage.turnedAt = seq;
      });
    }
  }
}

/**
 * A phase begins with no turn open: one that a person cut short ends here at the latest. Building is only put aside, with
 * what was made for it, so that it goes on where it was. Who takes which task is asked where it was called for.
 */
function entered(state: State, seq: number, event: EventOf<"phase.entered">): State {
  const threads = state.threads.filter((thread) => thread.task !== undefined);
  const stays = new Set(threads.map((thread) => thread.name));
  const questions = Object.entries(state.questions).filter(([, question]) => stays.has(question.thread));
  const effects = Object.entries(state.effects).filter(([, effect]) => effect.task !== undefined);
  return {
    ...state,
    stage: enteredStage(state, seq, event),
    visits: { ...state.visits, [event.phase]: event.visit },
    threads,
    questions: Object.fromEntries(questions),
    call: undefined,
    effects: Object.fromEntries(effects),
    failures: {},
  };
}

function enteredStage(state: State, seq: number, event: EventOf<"phase.entered">): Stage {
  const kind = artifactOf(event.phase);
  const from = firstUnheard(state);
  return {
    phase: event.phase,
    visit: event.visit,
    since: seq,
    charter: event.charter,
    kickoff: event.kickoff,
    turns: 0,
    coached: 0,
    turnedAt: seq,
    limit: turnsIn(state.session.policy, event.phase),
    versions: (kind && state.artifacts[kind]?.version) ?? 0,
    // Words that came too late in the phase before stand at the beginning of this one.
    from,
    mentions: openCalls(state, from),
    passes: [],
    silent: 0,
    settledIn: 0,
    coachTurns: 0,
    architectTurns: 0,
    calls: 0,
    sized: false,
  };
}

/** Where the words begin that somebody they are meant for has not heard; words to all are heard with any request. */
function firstUnheard({ stage, heard, heardBy, transcript }: State): number {
  const calls = Object.entries(stage?.mentions ?? {}).flatMap(([seat, mentions]) =>
    mentions.filter(({ from, seq }) => from === "human" && seq > (heardBy[seat] ?? 0)),
  );
  if (!stage || calls.length === 0) return heard;
  const first = Math.min(...calls.map(({ seq }) => seq));
  return Math.min(
    heard,
    stage.from + toArray(transcript, stage.from).filter(({ seq }) => seq < first).length,
  );
}

/** Who is still called for, by words that reach over into the next phase. */
function openCalls(state: State, from: number): Stage["mentions"] {
  const names = state.session.seats.map((seat) => seat.id);
  return toArray(state.transcript, from)
    .filter(({ actor }, index) => actor === "human" || from + index >= state.heard)
    .reduce<Stage["mentions"]>((mentions, entry) => {
      const unheard = names.filter((name) => entry.seq > (state.heardBy[name] ?? 0));
      return withMentions(mentions, entry, unheard);
    }, {});
}
