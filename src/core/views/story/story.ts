import { assertNever } from "../../assert-never.ts";
import type { Fact } from "../../facts/fact.ts";
import type { State } from "../../state/state.ts";
import { threadNamed } from "../../state/threads.ts";
import { missingWords } from "../../terms/citations.ts";
import type { Phase } from "../../terms/phase.ts";
import { artifactName } from "../../terms/phase.ts";
import { howLarge } from "../inbox/size.ts";
import { stepWords } from "../inbox/step-words.ts";
import { documentLine } from "./story-document.ts";
import { floorStory } from "./story-floor.ts";
import { type StoryLine, storyLine } from "./story-line.ts";
import { loopStory } from "./story-loop.ts";

/**
 * What a fact means to a person who follows the session: no line, or a few. Pure; every screen tells the story from
 * here, so that a terminal, a page and a report never disagree.
 */
export function storyOf(fact: Fact, before: State, after: State): readonly StoryLine[] {
  const { event } = fact;
  switch (event.type) {
    case "session.opened":
      return [
        storyLine(fact, "title", event.title, { rows: [event.brief] }),
        storyLine(fact, "note", `the team: ${event.seats.map((seat) => memberName(seat)).join(", ")}`, {
          who: "harness",
        }),
      ];
    case "session.closed":
      return event.how === "finished" ? [] : [storyLine(fact, "note", `given up: ${event.why}`)];
    case "seats.changed":
      return [storyLine(fact, "note", `the team's models are now ${event.why}`)];
    case "policy.changed":
      return event.patch.pace === undefined
        ? []
        : [storyLine(fact, "note", `the pace is ${event.patch.pace} from here on`)];
    case "runner.started":
      return before.runner && before.runner.stopped === undefined
        ? [storyLine(fact, "note", "the last run was cut off; the team goes on where it stopped")]
        : [];
    case "step.failed":
      return [
        storyLine(fact, "trouble", `${stepWords(event.step)} failed: ${event.error}`, failedRows(event)),
      ];
    case "step.retried":
      return [storyLine(fact, "note", `tries again: ${stepWords(event.step)}`)];

    case "phase.entered":
      return [
        storyLine(
          fact,
          "phase",
          event.visit > 1 ? `${phaseName(event.phase)}, again` : phaseName(event.phase),
          {
            rows: [event.kickoff],
          },
        ),
      ];
    case "session.promoted":
      return [storyLine(fact, "note", `goes on as the session ${event.into}`)];
    case "phase.requested":
    case "phase.skipped":
    case "phase.extended":
    case "work.sized":
    case "size.settled":
      return phaseStory(fact, event);
    case "phase.signalled":
      return [storyLine(fact, "said", event.summary)];
    case "turn.ended":
      return turnEnded(fact, event, before);
    case "message.posted": {
      const to = event.to && event.to.length > 0 ? `@${event.to.join(" @")} ` : "";
      return [
        storyLine(
          fact,
          "said",
          `${to}${event.text}`,
          event.thread === undefined ? {} : { thread: event.thread },
        ),
        ...(event.missing
          ? [
              storyLine(fact, "note", `${fact.actor} cites ${missingWords(event.missing, ", which")}`, {
                who: "harness",
              }),
            ]
          : []),
      ];
    }
    case "decision.recorded":
      return [
        storyLine(fact, "decision", `${event.topic}: ${event.decision}`, {
          rows: decisionRows(event),
        }),
      ];
    case "decision.amended":
      return [
        storyLine(fact, "decision", `${event.topic}, decided anew: ${event.decision}`, {
          rows: decisionRows(event),
        }),
      ];
    case "point.deferred":
      return [storyLine(fact, "decision", `put off: ${event.topic}`, { rows: [`because ${event.why}`] })];
    case "question.asked":
      return [
        storyLine(fact, "question", event.text, {
          rows: event.options.map((option, index) => `${index + 1}  ${option}`),
        }),
      ];
    case "question.answered":
      return [storyLine(fact, "answer", event.text)];
    case "artifact.submitted":
      return documentLine(fact, event, after);
    case "artifact.settled":
      return artifactSettled(fact, event, before);

    case "thread.opened":
    case "loop.opened":
    case "model.asked":
    case "model.replied":
    case "model.failed":
    case "tool.called":
    case "tool.settled":
    case "loop.nudged":
    case "loop.paused":
    case "loop.closed":
    case "budget.granted":
      return loopStory(fact, event, before);

    case "tasks.planned":
    case "volunteers.called":
    case "task.volunteered":
    case "task.assigned":
    case "task.moved":
    case "review.given":
    case "effect.started":
    case "effect.settled":
    case "checks.finished":
    case "task.landed":
    case "conflict.found":
    case "ship.requested":
    case "session.shipped":
      return floorStory(fact, event, after);

    case "runner.stopped":
    case "turn.started":
    case "unknown":
      return [];
    default:
      return assertNever(event);
  }
}

type EventIn<T> = Extract<Fact["event"], { type: T }>;

function phaseStory(
  fact: Fact,
  event: EventIn<"phase.requested" | "phase.skipped" | "phase.extended" | "work.sized" | "size.settled">,
): readonly StoryLine[] {
  switch (event.type) {
    case "phase.requested":
      return [storyLine(fact, "answer", `${phaseName(event.phase)} next: ${event.why}`)];
    case "phase.skipped":
      return [storyLine(fact, "answer", `leaves this phase: ${event.why}`)];
    case "phase.extended":
      return [storyLine(fact, "answer", goesOn(event.turns))];
    case "work.sized":
      return [storyLine(fact, "said", `${howLarge(event)} ${event.why}`)];
    case "size.settled":
      return [
        storyLine(fact, "answer", event.how === "do" ? "one engineer does it" : "let us talk about it"),
      ];
  }
}

function goesOn(turns: number): string {
  return turns === 0 ? "the talk goes on" : `the talk goes on, for ${turns} more turns`;
}

function decisionRows({ reason, dissents }: EventIn<"decision.recorded" | "decision.amended">): string[] {
  return [`because ${reason}`, ...(dissents.length > 0 ? [`against: ${dissents.join(", ")}`] : [])];
}

function memberName(seat: State["session"]["seats"][number]): string {
  return seat.id === seat.role ? seat.id : `${seat.id} (${seat.role})`;
}

function failedRows(event: EventIn<"step.failed">): {
  readonly who: string;
  readonly rows: readonly string[];
} {
  return { who: "harness", rows: event.retryAt === undefined ? [] : ["it is tried again soon"] };
}

function turnEnded(fact: Fact, event: EventIn<"turn.ended">, before: State): readonly StoryLine[] {
  const who = threadNamed(before, event.thread)?.seat ?? "harness";
  const reason = event.reason === undefined ? "" : `: ${event.reason}`;
  if (event.how === "passed") return [storyLine(fact, "passed", `passes${reason}`, { who })];
  return event.how === "cut" ? [storyLine(fact, "trouble", `the turn was ended${reason}`, { who })] : [];
}

/** Words that come with sending something back follow as a message of their own. */
function artifactSettled(
  fact: Fact,
  event: EventIn<"artifact.settled">,
  before: State,
): readonly StoryLine[] {
  const artifact = Object.values(before.artifacts).find((one) => one.id === event.artifact);
  const name = artifact ? artifactName(artifact.kind) : "document";
  if (event.verdict === "returned") return [storyLine(fact, "returned", `sends the ${name} back`)];
  return fact.actor === "human"
    ? [storyLine(fact, "accepted", `accepts the ${name}`)]
    : [storyLine(fact, "note", `the ${name} stands without asking (pace: ${before.session.policy.pace})`)];
}

export function phaseName(phase: Phase): string {
  const names: Readonly<Record<Phase, string>> = {
    refinement: "Refinement",
    planning: "Planning",
    "pre-code-review": "Pre-code review",
    implementation: "Implementation",
    "code-review": "Code review",
    exploration: "Exploration",
  };
  return names[phase];
}
