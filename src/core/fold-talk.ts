import { append } from "./appended.ts";
import type { EventOf } from "./events.ts";
import type { Fact } from "./fact.ts";
import { settleCall } from "./fold-loop.ts";
import { artifactId, questionId } from "./ids.ts";
import { without } from "./record.ts";
import { set } from "./set.ts";
import type { ArtifactState, Entry, Question, Stage, State, Thread } from "./state.ts";
import { threadNamed, withThread } from "./threads.ts";

export type TalkEvent = EventOf<
  | "phase.entered"
  | "phase.signalled"
  | "turn.started"
  | "turn.ended"
  | "message.posted"
  | "question.asked"
  | "question.answered"
  | "artifact.submitted"
  | "artifact.settled"
>;

/** What discussion facts do to the state. */
export function foldTalk(state: State, fact: Fact, event: TalkEvent): State {
  switch (event.type) {
    case "phase.entered":
      // A phase begins with nothing open: a turn that a person cut short ends here at the latest.
      return {
        ...state,
        stage: enteredStage(state, fact.seq, event),
        threads: [],
        effects: {},
        failures: {},
      };
    case "phase.signalled":
      return onStage(state, (stage) => ({ ...stage, signalled: fact.seq, turnedAt: fact.seq }));
    case "turn.started":
      return set(state, { threads: withThread(state.threads, turnThread(state, fact.seq, event)) });
    case "turn.ended":
      return endTurn(state, fact.seq, event.thread);
    case "message.posted": {
      const entry = {
        seq: fact.seq,
        at: fact.at,
        actor: fact.actor,
        text: event.text,
        size: event.text.length,
        ...(event.to && { to: event.to }),
        ...(event.missing && { missing: event.missing }),
      };
      return set(state, { transcript: append(state.transcript, entry) });
    }
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
      return { ...state, questions: { ...state.questions, [id]: question } };
    }
    case "question.answered":
      return answered(state, fact, event);
    case "artifact.submitted":
      return submitted(state, fact.seq, event);
    case "artifact.settled":
      return settled(state, fact.seq, event);
  }
}

function enteredStage(state: State, seq: number, event: EventOf<"phase.entered">): Stage {
  return {
    phase: event.phase,
    visit: event.visit,
    since: seq,
    charter: event.charter,
    kickoff: event.kickoff,
    turns: 0,
    coached: 0,
    turnedAt: seq,
    limit: state.session.policy.turns,
    versions: 0,
    // Words that came too late for the last request of the phase before stand at the beginning of this one.
    from: state.heard,
  };
}

function turnThread(state: State, seq: number, event: EventOf<"turn.started">): Thread {
  return {
    name: event.thread,
    seat: event.seat,
    purpose: event.kind === "engineer" ? "turn" : event.kind,
    round: event.round,
    left: Math.max(0, (state.stage?.limit ?? 0) - (state.stage?.turns ?? 0)),
    charter: state.stage?.charter ?? "",
    openedAt: seq,
    from: state.transcript.length,
    loops: [],
    asked: 0,
  };
}

function endTurn(state: State, seq: number, name: string): State {
  const purpose = threadNamed(state, name)?.purpose;
  const threads = state.threads.filter((thread) => thread.name !== name);
  const next = onStage(set(state, { threads }), (stage) => ({ ...stage, turnedAt: seq }));
  if (purpose === "turn")
    return set(
      onStage(next, (stage) => ({ ...stage, turns: stage.turns + 1 })),
      { turns: state.turns + 1 },
    );
  if (purpose === "coach") return onStage(next, (stage) => ({ ...stage, coached: stage.coached + 1 }));
  return next;
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

function submitted(state: State, seq: number, event: EventOf<"artifact.submitted">): State {
  // Validated by the schema of its kind before it was appended.
  const body = event.body as ArtifactState["body"];
  const artifact = {
    id: artifactId(seq),
    seq,
    kind: event.kind,
    phase: event.phase,
    visit: event.visit,
    version: event.version,
    body,
  };
  const next = { ...state, artifacts: { ...state.artifacts, [event.kind]: artifact } };
  return onStage(next, (stage) => ({ ...stage, versions: event.version, turnedAt: seq }));
}

function settled(state: State, seq: number, event: EventOf<"artifact.settled">): State {
  const artifact = Object.values(state.artifacts).find((one) => one.id === event.artifact);
  if (!artifact) return state;
  const next = {
    ...state,
    artifacts: {
      ...state.artifacts,
      [artifact.kind]: { ...artifact, settled: { seq, verdict: event.verdict, reasons: event.reasons } },
    },
  };
  if (event.verdict === "accepted") return next;
  // Sent back: the talk goes on, for as many turns as a fresh visit would have.
  return onStage(next, ({ signalled: _, ...stage }) => ({
    ...stage,
    turnedAt: seq,
    limit: stage.turns + state.session.policy.turns,
  }));
}

function onStage(state: State, change: (stage: Stage) => Stage): State {
  return state.stage ? set(state, { stage: change(state.stage) }) : state;
}
