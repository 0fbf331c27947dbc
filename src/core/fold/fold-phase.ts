import type { PhaseEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import { withMentions } from "../rules/turns/mentions.ts";
import type { StateDraft } from "../state/draft.ts";
import type { Stage } from "../state/stage.ts";
import type { State } from "../state/state.ts";
import { artifactOf } from "../terms/phase.ts";
import { engineersOf, turnsIn } from "../terms/policy.ts";
import { toArray } from "../text/appended.ts";
import { without } from "../text/record.ts";
import { onStage, settledNow } from "./on-stage.ts";

/** Which phase the team is in, and how it can leave it. */
export function foldPhase(draft: StateDraft, fact: Fact, event: PhaseEvent): void {
  const { seq } = fact;
  switch (event.type) {
    case "phase.entered":
      entered(draft, seq, event);
      break;
    case "phase.signalled":
      if (draft.stage && fact.actor !== "human")
        draft.closings = { ...draft.closings, [draft.stage.phase]: event.summary };
      onStage(draft, (stage) => ({ ...stage, signalled: seq, turnedAt: seq }));
      break;
    case "phase.requested": {
      const { phase, keepsTalk } = event;
      onStage(draft, (stage) => ({ ...stage, requested: { seq, phase, ...(keepsTalk && { keepsTalk }) } }));
      break;
    }
    case "phase.skipped":
      onStage(draft, (stage) => ({ ...stage, skipped: seq }));
      break;
    case "phase.extended":
      // The artifact is no longer due: the talk continues.
      settledNow(draft);
      if (draft.stage) draft.closings = without(draft.closings, draft.stage.phase);
      onStage(draft, (stage) => ({
        ...stage,
        signalled: undefined,
        limit: Math.max(stage.limit, stage.turns) + event.turns,
        silent: 0,
        cut: undefined,
        turnedAt: seq,
      }));
      break;
    case "work.sized": {
      const { size, tasks, why, unclear } = event;
      draft.session = { ...draft.session, size: { seq, size, tasks, why, ...(unclear && { unclear }) } };
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
 * No turn is open when a phase starts: one that a person interrupted ends here at the latest. Building is only
 * suspended and keeps what was made for it, so it continues where it stopped. Volunteers are asked for only in the
 * phase that called for them.
 */
function entered(draft: StateDraft, seq: number, event: EventOf<"phase.entered">): void {
  const threads = draft.threads.filter((thread) => thread.task !== undefined);
  const stays = new Set(threads.map((thread) => thread.name));
  const questions = Object.entries(draft.questions).filter(([, question]) => stays.has(question.thread));
  const effects = Object.entries(draft.effects).filter(([, effect]) => effect.task !== undefined);
  draft.stage = enteredStage(draft, seq, event);
  draft.visits = { ...draft.visits, [event.phase]: event.visit };
  draft.closings = without(draft.closings, event.phase);
  draft.threads = threads;
  draft.questions = Object.fromEntries(questions);
  draft.volunteering = undefined;
  draft.effects = Object.fromEntries(effects);
  draft.failures = {};
}

function enteredStage(state: State, seq: number, event: EventOf<"phase.entered">): Stage {
  const kind = artifactOf(event.phase);
  const before = state.stage?.requested?.keepsTalk ? state.stage : undefined;
  const from = before?.from ?? firstUnheard(state);
  return {
    phase: event.phase,
    visit: event.visit,
    since: seq,
    charter: event.charter,
    kickoff: event.kickoff,
    turns: 0,
    extra: 0,
    took: [],
    answered: [],
    spoke: before ? spokenSince(state, from) : [],
    coached: 0,
    turnedAt: seq,
    limit: event.turns ?? turnsIn(state.session, event.phase),
    ...(event.turns !== undefined && { brief: true as const }),
    ...(event.order && { order: event.order }),
    versions: (kind && state.artifacts[kind]?.version) ?? 0,
    talkSince: before?.talkSince ?? seq,
    // Words that came too late for the previous phase open this one.
    from,
    mentions: openCalls(state, from),
    passes: [],
    silent: 0,
    settledIn: 0,
    ledAt: 0,
    coachTurns: 0,
    architectTurns: 0,
    volunteerRounds: 0,
    sized: false,
  };
}

/** The engineers whose words the talk begins with, because it continues another one. */
function spokenSince({ session, transcript }: State, from: number): readonly string[] {
  const said = new Set(toArray(transcript, from).map(({ actor }) => actor));
  return engineersOf(session.seats).flatMap(({ id }) => (said.has(id) ? [id] : []));
}

/** Where the first words start that an addressee has not heard. Words to everybody are heard with any request. */
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

/** Mentions that are still open, from words that carry over into the next phase. */
function openCalls(state: State, from: number): Stage["mentions"] {
  const names = state.session.seats.map((seat) => seat.id);
  return toArray(state.transcript, from)
    .filter(({ actor }, index) => actor === "human" || from + index >= state.heard)
    .reduce<Stage["mentions"]>((mentions, entry) => {
      const unheard = names.filter((name) => entry.seq > (state.heardBy[name] ?? 0));
      return withMentions(mentions, entry, unheard);
    }, {});
}
