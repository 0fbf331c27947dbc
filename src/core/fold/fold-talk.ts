import { assertNever } from "../assert-never.ts";
import type { TalkEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Fact } from "../facts/fact.ts";
import { withMentions } from "../rules/mentions.ts";
import { fieldsOf } from "../state/fields-of.ts";
import { idleRounds, onStage, roundsOf, settledNow } from "../state/on-stage.ts";
import type { Own } from "../state/own.ts";
import type { Entry, Question } from "../state/session.ts";
import type { Stage } from "../state/stage.ts";
import type { State } from "../state/state.ts";
import type { Thread } from "../state/thread.ts";
import { threadNamed, withThread } from "../state/threads.ts";
import { questionId } from "../terms/ids.ts";
import { rulesOf } from "../terms/talk-rules.ts";
import { append } from "../text/appended.ts";
import { without } from "../text/record.ts";
import { settleCall } from "./fold-loop.ts";

/** What is said, and whose turn it was. */
export function foldTalk(state: State, fact: Fact, event: TalkEvent): State {
  switch (event.type) {
    case "turn.started":
      fieldsOf(state).threads = withThread(state.threads, turnThread(state, fact.seq, event));
      return state;
    case "turn.ended":
      return endTurn(state, fact.seq, event);
    case "message.posted":
      return posted(state, fact, event);
    case "question.asked": {
      const id = questionId(fact.seq);
      const question = {
        id,
        seq: fact.seq,
        from: fact.actor,
        text: event.text,
        options: event.options,
        thread: event.thread,
        loop: event.loop,
        call: event.call,
      };
      return settledNow({ ...state, questions: { ...state.questions, [id]: question } });
    }
    case "question.answered":
      return answered(state, fact, event);
  }
}

/** What a turn is told at its end is taken here once, so that nothing already sent changes while it lasts. */
function turnThread(state: State, seq: number, event: EventOf<"turn.started">): Thread {
  const { stage } = state;
  const mentions = stage?.mentions[event.seat] ?? [];
  const forCoach = event.kind === "coach" && stage ? coachNotes(state, stage) : {};
  return {
    name: event.thread,
    seat: event.seat,
    purpose: event.kind === "engineer" ? "turn" : event.kind,
    round: event.round,
    left: Math.max(0, (stage?.limit ?? 0) - (stage?.turns ?? 0)),
    ...(mentions.length > 0 && { mentions }),
    ...forCoach,
    charter: stage?.charter ?? "",
    openedAt: seq,
    from: state.transcript.length,
    loops: [],
    asked: 0,
  };
}

function coachNotes(state: State, stage: Stage): Pick<Thread, "passes" | "stalled"> {
  const idle = idleRounds(state, stage);
  const { stallsAfter } = rulesOf(stage.phase);
  return {
    ...(stage.passes.length > 0 && { passes: stage.passes }),
    ...(stallsAfter !== undefined && idle >= stallsAfter && { stalled: idle }),
  };
}

function endTurn(state: State, seq: number, event: EventOf<"turn.ended">): State {
  const ended = threadNamed(state, event.thread);
  const fields = fieldsOf(state);
  fields.threads = state.threads.filter((thread) => thread.name !== event.thread);
  if (ended?.purpose === "turn") fields.turns = state.turns + 1;
  if (ended?.purpose === "volunteer" && state.call) {
    fields.call = { ...state.call, asked: [...state.call.asked, ended.seat] };
  }
  return onStage(state, (stage) => {
    stage.turnedAt = seq;
    if (!ended) return;
    if (stage.mentions[ended.seat]) stage.mentions = answeredBy(ended, state, stage.mentions);
    countTurn(state, stage, ended, event);
  });
}

function countTurn(state: State, stage: Own<Stage>, ended: Thread, event: EventOf<"turn.ended">): void {
  switch (ended.purpose) {
    case "turn": {
      const passed = event.how === "passed";
      stage.turns += 1;
      stage.silent = passed ? stage.silent + 1 : 0;
      if (passed)
        stage.passes = [...stage.passes, { seat: ended.seat, reason: event.reason ?? "" }].slice(-16);
      return;
    }
    case "coach":
      stage.coached = Math.max(stage.coached, roundsOf(state, stage));
      stage.coachTurns += 1;
      stage.passes = [];
      return;
    case "architect":
      stage.architectTurns += 1;
      return;
    case "sizing":
      stage.sized = true;
      return;
    case "volunteer":
    case "artifact":
    case "coding":
    case "review":
      return;
    default:
      assertNever(ended.purpose);
  }
}

/** Who called while the reply was under way still waits. */
function answeredBy(
  { seat, openedAt }: Thread,
  { heardBy }: State,
  mentions: Stage["mentions"],
): Stage["mentions"] {
  const heardAt = Math.max(openedAt, heardBy[seat] ?? 0);
  const late = mentions[seat]?.filter((mention) => mention.seq > heardAt) ?? [];
  return late.length > 0 ? { ...mentions, [seat]: late } : without(mentions, seat);
}

function posted(state: State, fact: Fact, event: EventOf<"message.posted">): State {
  const entry = {
    seq: fact.seq,
    at: fact.at,
    actor: fact.actor,
    text: event.text,
    size: event.text.length,
    ...(event.to && { to: event.to }),
    ...(event.missing && { missing: event.missing }),
  };
  const fields = fieldsOf(state);
  fields.transcript = append(state.transcript, entry);
  if (event.now) fields.interruption = { seq: fact.seq, ...(event.to && { to: event.to }) };
  if (!event.to && !event.text.includes("@")) return state; // as most do, it calls nobody
  const names = state.session.seats.map((seat) => seat.id);
  return onStage(state, (stage) => {
    stage.mentions = withMentions(stage.mentions, entry, names);
  });
}

/** The answer is the result of the call that asked, so the loop goes on exactly where it paused. */
function answered(state: State, fact: Fact, event: EventOf<"question.answered">): State {
  const question = state.questions[event.question];
  if (!question) return state;
  const next = settleCall(state, question.thread, question.loop, question.call, {
    failed: false,
    text: `The product manager answers: ${event.text}`,
  });
  const transcript = append(state.transcript, answerEntry(question, fact, event.text));
  return onStage({ ...next, transcript, questions: without(state.questions, event.question) }, (stage) => {
    stage.turnedAt = fact.seq;
  });
}

/** Question, options and answer stand together for everybody who reads on. */
function answerEntry(question: Question, fact: Fact, answer: string): Entry {
  const options = question.options.length > 0 ? ` (${question.options.join(" / ")})` : "";
  const text = `${question.from} asked: ${question.text}${options}\nAnswer: ${answer}`;
  return { seq: fact.seq, at: fact.at, actor: fact.actor, text, answers: question.loop, size: text.length };
}
