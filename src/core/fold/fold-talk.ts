import { assertNever } from "../assert-never.ts";
import type { TalkEvent } from "../facts/chapters.ts";
import type { EventOf } from "../facts/events.ts";
import type { Actor, Fact } from "../facts/fact.ts";
import { addressedIn } from "../rules/turns/addressed.ts";
import { withMentions } from "../rules/turns/mentions.ts";
import { isOutOfTurn } from "../rules/turns/next-engineer.ts";
import type { CallResult } from "../state/call.ts";
import type { StateDraft } from "../state/draft.ts";
import { idleRounds, isBetweenRounds, roundsOf } from "../state/rounds.ts";
import type { Entry, Question } from "../state/session.ts";
import type { Stage } from "../state/stage.ts";
import type { State } from "../state/state.ts";
import type { Thread } from "../state/thread.ts";
import { threadNamed, withThread } from "../state/threads.ts";
import { questionId, type SeatId } from "../terms/ids.ts";
import { engineersOf } from "../terms/policy.ts";
import { rulesOf } from "../terms/talk-rules.ts";
import { append, toArray } from "../text/appended.ts";
import { hanging } from "../text/quoted.ts";
import { without } from "../text/record.ts";
import { settleCall } from "./fold-call.ts";
import { onStage, settledNow } from "./on-stage.ts";
import { onTask } from "./on-task.ts";

/** What is said, and whose turn it was. */
export function foldTalk(draft: StateDraft, fact: Fact, event: TalkEvent): void {
  const { seq } = fact;
  switch (event.type) {
    case "turn.started":
      draft.threads = withThread(draft.threads, turnThread(draft, seq, event));
      break;
    case "turn.ended":
      endTurn(draft, seq, event);
      break;
    case "message.posted":
      posted(draft, fact, event);
      break;
    case "question.asked":
      asked(draft, fact, event);
      break;
    case "question.passed":
      passedOn(draft, fact, event);
      break;
    case "question.answered":
      answered(draft, fact, event);
      break;
  }
}

/** What the suffix of a turn says is taken once, here, so that nothing already sent changes during the turn. */
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
    charter: event.charter ?? stage?.charter ?? "",
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

function endTurn(draft: StateDraft, seq: number, event: EventOf<"turn.ended">): void {
  const ended = threadNamed(draft, event.thread);
  draft.threads = draft.threads.filter((thread) => thread.name !== event.thread);
  if (ended?.purpose === "turn") draft.turns += 1;
  if (ended?.purpose === "volunteer" && draft.volunteering) {
    draft.volunteering = { ...draft.volunteering, asked: [...draft.volunteering.asked, ended.seat] };
  }
  onStage(draft, (stage) => ({
    ...stage,
    turnedAt: seq,
    ...(ended && { mentions: calledBy(ended, draft, answeredBy(ended, draft, stage.mentions)) }),
    ...(ended && counted(draft, stage, ended, event, seq)),
    ...(ended && { cut: cutIn(draft, stage, event) }),
  }));
}

/** Three turns that come to nothing stop a talk, unless there is a whole round without one in between. */
function cutIn(state: State, { cut }: Stage, { how }: EventOf<"turn.ended">): Stage["cut"] {
  if (how === "cut") return { turns: (cut?.turns ?? 0) + 1, since: 0 };
  if (!cut) return undefined;
  const since = cut.since + 1;
  return since > engineersOf(state.session.seats).length ? undefined : { ...cut, since };
}

/** What a turn counts for, depending on who took it. */
function counted(
  state: State,
  stage: Stage,
  ended: Thread,
  event: EventOf<"turn.ended">,
  seq: number,
): Partial<Stage> {
  switch (ended.purpose) {
    case "turn": {
      const turns = stage.turns + 1;
      const spoke = stage.spoke.includes(ended.seat) ? stage.spoke : [...stage.spoke, ended.seat];
      const isExtra = isOutOfTurn(state, stage, ended);
      const limit = stage.limit + (isExtra || isForPerson(stage, ended) ? 1 : 0);
      const taken = { turns, limit, spoke, ...inRound(state, { ...stage, turns }, ended.seat, isExtra) };
      if (event.how !== "passed") return { ...taken, silent: 0 };
      const passes = [...stage.passes, { seat: ended.seat, reason: event.reason ?? "" }].slice(-16);
      return { ...taken, silent: stage.silent + 1, passes };
    }
    case "coach": {
      const coached = Math.max(stage.coached, roundsOf(state, stage));
      return { coached, ledAt: seq, coachTurns: stage.coachTurns + 1, passes: [] };
    }
    case "architect":
      return { architectTurns: stage.architectTurns + 1 };
    case "sizing":
      return { sized: true };
    case "volunteer":
    case "artifact":
    case "planning":
    case "coding":
    case "review":
    case "answer":
    case "budget":
    case "rewrite":
    case "split":
      return {};
    default:
      return assertNever(ended.purpose);
  }
}

function inRound(
  state: State,
  { turns, extra, took, answered }: Stage,
  seat: SeatId,
  isExtra: boolean,
): Pick<Stage, "extra" | "took" | "answered"> {
  if (isExtra) return { extra: extra + 1, took, answered: [...answered, seat] };
  const engineers = engineersOf(state.session.seats).length;
  const isOver = isBetweenRounds(state, { turns, extra });
  return { extra, took: [...took, seat].slice(-engineers), answered: isOver ? [] : answered };
}

/** Where only those who are called speak, a turn that the person called for is not one of the talk's own. */
function isForPerson({ phase, spoke }: Stage, { seat, mentions = [] }: Thread): boolean {
  const isExtra = rulesOf(phase).callsOnly && spoke.includes(seat);
  return isExtra && mentions.some(({ from }) => from === "human");
}

/** A mention that arrived during the reply stays open. */
function answeredBy(
  { seat, openedAt }: Thread,
  { heardBy }: State,
  mentions: Stage["mentions"],
): Stage["mentions"] {
  if (!mentions[seat]) return mentions;
  const heardAt = Math.max(openedAt, heardBy[seat] ?? 0);
  const late = mentions[seat].filter((mention) => mention.seq > heardAt);
  return late.length > 0 ? { ...mentions, [seat]: late } : without(mentions, seat);
}

/** The members that this one mentioned in its turn. They are called now: earlier, they would take its place. */
function calledBy({ seat, from }: Thread, state: State, mentions: Stage["mentions"]): Stage["mentions"] {
  const said = toArray(state.transcript, from).filter(({ actor }) => actor === seat);
  return said.reduce((all, entry) => withMentions(all, entry, namesOf(state)), mentions);
}

function namesOf({ session }: State): readonly string[] {
  return session.seats.map((seat) => seat.id);
}

function posted(draft: StateDraft, fact: Fact, event: EventOf<"message.posted">): void {
  const returned = Object.values(draft.artifacts).find((one) => one.id === event.returns);
  const addressed = fact.v < 5 ? [] : addressedIn(event.text, namesOf(draft));
  const entry = {
    seq: fact.seq,
    at: fact.at,
    actor: fact.actor,
    text: event.text,
    size: event.text.length,
    ...(event.to && { to: event.to }),
    ...(addressed.length > 0 && { addressed }),
    ...(event.task !== undefined && { task: event.task }),
    ...(event.missing && { missing: event.missing }),
    ...(event.cited && { cited: event.cited }),
    ...(returned && { returned }),
  };
  draft.transcript = append(draft.transcript, entry);
  if (event.now) draft.interruption = { seq: fact.seq, ...(event.to && { to: event.to }) };
  if (event.thread !== undefined && threadNamed(draft, event.thread)) return;
  onStage(draft, (stage) => {
    const mentions = withMentions(stage.mentions, entry, namesOf(draft));
    return mentions === stage.mentions ? stage : { ...stage, mentions };
  });
}

function asked(draft: StateDraft, { seq, actor }: Fact, event: EventOf<"question.asked">): void {
  const { type: _, to = "human", ...rest } = event;
  const id = questionId(seq);
  draft.questions = { ...draft.questions, [id]: { ...rest, to, id, seq, from: actor } };
  const { task: name, text } = event;
  if (name === undefined) settledNow(draft);
  else onTask(draft, name, (task) => ({ ...task, questions: [...(task.questions ?? []), { id, text }] }));
}

function passedOn(draft: StateDraft, { seq, actor }: Fact, event: EventOf<"question.passed">): void {
  const question = draft.questions[event.question];
  if (!question) return;
  const { to, why, dueAt } = event;
  const passed = { ...question, to, passed: { seq, by: actor, why }, ...(dueAt !== undefined && { dueAt }) };
  draft.questions = { ...draft.questions, [question.id]: passed };
}

/** The answer is the result of the call that asked, so the loop continues exactly where it paused. */
function answered(draft: StateDraft, fact: Fact, event: EventOf<"question.answered">): void {
  const question = draft.questions[event.question];
  if (!question) return;
  const { seq, actor } = fact;
  const isOverdue = event.how === "deadline";
  settleCall(draft, question.loop, question.call, answerResult(actor, event), seq);
  draft.questions = without(draft.questions, event.question);
  // What a member answers concerns only who asked.
  if (actor === "human") draft.transcript = append(draft.transcript, answerEntry(question, fact, event));
  if (question.task === undefined)
    onStage(draft, (stage) => ({ ...stage, turnedAt: seq, ...(isOverdue && { isAlone: true }) }));
  else if (!isOverdue)
    onTask(draft, question.task, (task) => ({
      ...task,
      questions: (task.questions ?? []).map((one) =>
        one.id === question.id ? { ...one, answer: { by: actor, text: event.text } } : one,
      ),
    }));
}

/** What the member who asked reads. */
function answerResult(actor: Actor, { how, text }: EventOf<"question.answered">): CallResult {
  if (how === "deadline") return { failed: true, text };
  if (actor === "human")
    return { failed: false, text: `The product manager answers: ${text}${maybeBack(text)}` };
  return { failed: false, text: `${actor} answers: ${hanging(text)}` };
}

/** A person cannot ask back in any other way, and a member that takes a question for the answer decides in the dark. */
function maybeBack(answer: string): string {
  if (!/[?？؟][\s"'”’»)\]]*$/u.test(answer)) return "";
  return "\n[harness] If this asks you something, explain it and ask once more, whatever your rules say about asking again. If not, it is the answer.";
}

/**
 * Question, options and answer are together for all later readers. The options have numbers where the person may mean
 * one by its number.
 */
function answerEntry(
  question: Question,
  fact: Fact,
  { text: answer, option }: EventOf<"question.answered">,
): Entry {
  const isNumbered = option === undefined && /\d/.test(answer);
  const all = question.options.map((one, index) => (isNumbered ? `${index + 1}: ${one}` : one));
  const options = all.length > 0 ? ` (${all.join(" / ")})` : "";
  const text = `${question.from} asked: ${question.text}${options}\nAnswer: ${answer}`;
  const { from, text: asked, loop: answers } = question;
  const answered = { from, question: asked, options: all, answer };
  const { seq, at, actor } = fact;
  return { seq, at, actor, text, answers, answered, size: text.length };
}
