import { answererOf } from "../../decide/waits/question.ts";
import type { LedgerEvent, TalkEvent } from "../../facts/chapters.ts";
import type { EventOf } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import type { State } from "../../state/state.ts";
import { threadNamed } from "../../state/threads.ts";
import { missingWords } from "../../terms/citations.ts";
import { questionId } from "../../terms/ids.ts";
import { because } from "../documents/because.ts";
import { type Around, type StoryLine, storyLine } from "./story-line.ts";

/** The discussion: who says what, who passes, who asks a person what. */
export function talkStory(fact: Fact, event: TalkEvent, { before, after }: Around): readonly StoryLine[] {
  switch (event.type) {
    case "turn.ended":
      return turnEnded(fact, event, before);
    case "message.posted":
      return posted(fact, event);
    case "question.asked":
      return [asked(fact, event, after)];
    case "question.passed":
      return passedOn(fact, event, before);
    case "question.answered":
      return answered(fact, event, before);
    case "turn.started":
      return [];
  }
}

function asked(fact: Fact, event: EventOf<"question.asked">, after: State): StoryLine {
  const { text, options, task, context } = event;
  const rows = options.map((option, index) => `${index + 1}  ${option}`);
  if (task === undefined) return storyLine(fact, "question", text, { rows });
  const question = after.questions[questionId(fact.seq)];
  const member = question && answererOf(after, question);
  if (member) return storyLine(fact, "question", `asks ${member.id}: ${text}`, { task, weight: "plain" });
  return storyLine(fact, "question", text, { task, rows: context === undefined ? rows : [...rows, context] });
}

function passedOn(fact: Fact, event: EventOf<"question.passed">, before: State): readonly StoryLine[] {
  const question = before.questions[event.question];
  if (question?.task === undefined) return [];
  const { text, from, context, task } = question;
  const why = fact.actor === "harness" ? event.why : `cannot answer ${from}: ${event.why}`;
  const rows = [`${from} asks you: ${text}`, ...(context === undefined ? [] : [context])];
  return [storyLine(fact, "question", why, { task, rows })];
}

/** What nobody answered is told with the task that waits for it. */
function answered(fact: Fact, event: EventOf<"question.answered">, before: State): readonly StoryLine[] {
  const task = before.questions[event.question]?.task;
  if (event.how === "deadline")
    return task === undefined
      ? [storyLine(fact, "note", "nobody answered in time, so the team decides", {})]
      : [];
  return [storyLine(fact, "answer", event.text, task === undefined ? {} : { task })];
}

function turnEnded(fact: Fact, event: EventOf<"turn.ended">, before: State): readonly StoryLine[] {
  const who = threadNamed(before, event.thread)?.seat ?? "harness";
  const reason = event.reason === undefined ? "" : `: ${event.reason}`;
  if (event.how === "passed") return [storyLine(fact, "passed", `passes${reason}`, { who })];
  return event.how === "cut" ? [storyLine(fact, "trouble", `the turn was ended${reason}`, { who })] : [];
}

function posted(fact: Fact, { text, to, thread, missing }: EventOf<"message.posted">): readonly StoryLine[] {
  const called = to && to.length > 0 ? `@${to.join(" @")} ` : "";
  const said = storyLine(fact, "said", `${called}${text}`, thread === undefined ? {} : { thread });
  if (!missing) return [said];
  const cites = `${fact.actor} cites ${missingWords(missing, ", which")}`;
  return [said, storyLine(fact, "note", cites, { who: "harness" })];
}

/** What the talk has settled or put off. */
export function ledgerStory(fact: Fact, event: LedgerEvent): readonly StoryLine[] {
  switch (event.type) {
    case "decision.recorded":
      return [storyLine(fact, "decision", `${event.topic}: ${event.decision}`, { rows: reasonRows(event) })];
    case "decision.amended": {
      const text = `${event.topic}, decided anew: ${event.decision}`;
      return [storyLine(fact, "decision", text, { rows: reasonRows(event) })];
    }
    case "point.deferred":
      return [storyLine(fact, "decision", `put off: ${event.topic}`, { rows: [because(event.why)] })];
  }
}

function reasonRows({ reason, dissents }: EventOf<"decision.recorded" | "decision.amended">): string[] {
  return [because(reason), ...(dissents.length > 0 ? [`against: ${dissents.join(", ")}`] : [])];
}
