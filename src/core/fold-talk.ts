import { append } from "./appended.ts";
import type { EventOf } from "./events.ts";
import type { Fact } from "./fact.ts";
import { settleCall } from "./fold-loop.ts";
import { questionId } from "./ids.ts";
import { withMentions } from "./mentions.ts";
import { without } from "./record.ts";
import { set } from "./set.ts";
import { idleRounds, onStage, roundsOf, settledNow } from "./stage.ts";
import type { Entry, Question, Stage, State, Thread } from "./state.ts";
import { rulesOf } from "./talk-rules.ts";
import { threadNamed, withThread } from "./threads.ts";

export type TalkEvent = EventOf<
  "turn.started" | "turn.ended" | "message.posted" | "question.asked" | "question.answered"
>;

/** What is said, and whose turn it was. */
export function foldTalk(state: State, fact: Fact, event: TalkEvent): State {
  switch (event.type) {
    case "turn.started":
      return set(state, { threads: withThread(state.threads, turnThread(state, fact.seq, event)) });
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
  const threads = state.threads.filter((thread) => thread.name !== event.thread);
  const next = onStage(set(state, { threads }), (stage) => ({
    ...stage,
    turnedAt: seq,
    ...(ended && stage.mentions[ended.seat] && { mentions: answeredBy(ended, state, stage) }),
  }));
  switch (ended?.purpose) {
    case "turn": {
      const passed = event.how === "passed";
      const pass = { seat: ended.seat, reason: event.reason ?? "" };
      return set(
        onStage(next, (stage) => ({
          ...stage,
          turns: stage.turns + 1,
          silent: passed ? stage.silent + 1 : 0,
          ...(passed && { passes: [...stage.passes, pass].slice(-16) }),
        })),
        { turns: state.turns + 1 },
      );
    }
    case "coach":
      return onStage(next, (stage) => ({
        ...stage,
        coached: Math.max(stage.coached, roundsOf(next, stage)),
        coachTurns: stage.coachTurns + 1,
        passes: [],
      }));
    case "architect":
      return onStage(next, (stage) => ({ ...stage, architectTurns: stage.architectTurns + 1 }));
    case "sizing":
      return onStage(next, (stage) => ({ ...stage, sized: true }));
    case "volunteer":
      return next.call
        ? set(next, { call: { ...next.call, asked: [...next.call.asked, ended.seat] } })
        : next;
    default:
      return next;
  }
}

/** Who called while the reply was under way still waits. */
function answeredBy({ seat, openedAt }: Thread, { heardBy }: State, stage: Stage): Stage["mentions"] {
  const heardAt = Math.max(openedAt, heardBy[seat] ?? 0);
  const late = stage.mentions[seat]?.filter((mention) => mention.seq > heardAt) ?? [];
  return late.length > 0 ? { ...stage.mentions, [seat]: late } : without(stage.mentions, seat);
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
  const next = set(state, { transcript: append(state.transcript, entry) });
  if (event.now) set(next, { interruption: { seq: fact.seq, ...(event.to && { to: event.to }) } });
  if (!event.to && !event.text.includes("@")) return next; // as most do, it calls nobody
  const names = next.session.seats.map((seat) => seat.id);
  return onStage(next, (stage) => {
    const mentions = withMentions(stage.mentions, entry, names);
    return mentions === stage.mentions ? stage : { ...stage, mentions };
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
  return onStage({ ...next, transcript, questions: without(state.questions, event.question) }, (stage) => ({
    ...stage,
    turnedAt: fact.seq,
  }));
}

/** Question, options and answer stand together for everybody who reads on. */
function answerEntry(question: Question, fact: Fact, answer: string): Entry {
  const options = question.options.length > 0 ? ` (${question.options.join(" / ")})` : "";
  const text = `${question.from} asked: ${question.text}${options}\nAnswer: ${answer}`;
  return { seq: fact.seq, at: fact.at, actor: fact.actor, text, answers: question.loop, size: text.length };
}
