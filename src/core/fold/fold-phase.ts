import type { PhaseEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import { withMentions } from "../rules/mentions.ts";
import type { StateDraft } from "../state/draft.ts";
import type { Stage } from "../state/stage.ts";
import type { State } from "../state/state.ts";
import { artifactOf } from "../terms/phase.ts";
import { turnsIn } from "../terms/policy.ts";
import { toArray } from "../text/appended.ts";
import { onStage, settledNow } from "./on-stage.ts";

/** Which phase the team is in, and how it may leave it. */
export function foldPhase(draft: StateDraft, fact: Fact, event: PhaseEvent): void {
  const { seq } = fact;
  switch (event.type) {
    case "phase.entered":
      entered(draft, seq, event);
      break;
    case "phase.signalled":
      onStage(draft, (stage) => ({ ...stage, signalled: seq, turnedAt: seq }));
      break;
    case "phase.requested":
      onStage(draft, (stage) => ({ ...stage, requested: { seq, phase: event.phase } }));
      break;
    case "phase.skipped":
      onStage(draft, (stage) => ({ ...stage, skipped: seq }));
      break;
    case "phase.extended":
      // What was to be written up is not: the talk goes on.
      settledNow(draft);
      onStage(draft, (stage) => ({
        ...stage,
        signalled: undefined,
        limit: Math.max(stage.limit, stage.turns) + event.turns,
        silent: 0,
        turnedAt: seq,
      }));
      break;
    case "work.sized": {
      const { size, tasks, why } = event;
      draft.session = { ...draft.session, size: { seq, size, tasks, why } };
      break;
    }
    case "size.settled": {
      const { size } = draft.session;
      if (size) draft.session = { ...draft.session, size: { ...size, settled: event.how } };
      onStage(draft, (stage) => ({ ...stage, turnedAt: seq }));
      break;
    }
  }
}

/**
 * A phase begins with no turn open: one that a person cut short ends here at the latest. Building is only put aside, with
 * what was made for it, so that it goes on where it was. Who takes which task is asked where it was called for.
 */
function entered(draft: StateDraft, seq: number, event: EventOf<"phase.entered">): void {
  const threads = draft.threads.filter((thread) => thread.task !== undefined);
  const stays = new Set(threads.map((thread) => thread.name));
  const questions = Object.entries(draft.questions).filter(([, question]) => stays.has(question.thread));
  const effects = Object.entries(draft.effects).filter(([, effect]) => effect.task !== undefined);
  draft.stage = enteredStage(draft, seq, event);
  draft.visits = { ...draft.visits, [event.phase]: event.visit };
  draft.threads = threads;
  draft.questions = Object.fromEntries(questions);
  draft.volunteering = undefined;
  draft.effects = Object.fromEntries(effects);
  draft.failures = {};
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
    volunteerRounds: 0,
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
