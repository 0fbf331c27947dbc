import { assertNever } from "../../assert-never.ts";
import { decide } from "../../decide/decide.ts";
import type { Wait } from "../../decide/step.ts";
import type { Size } from "../../facts/events.ts";
import { proposedOwners } from "../../rules/assign-tasks.ts";
import { currentArtifact } from "../../rules/talk.ts";
import type { ArtifactState } from "../../state/session.ts";
import type { State } from "../../state/state.ts";
import type { TaskPlan } from "../../terms/artifacts.ts";
import type { Instant } from "../../terms/ids.ts";
import { artifactName } from "../../terms/phase.ts";
import { artifactText } from "../documents/artifact-text.ts";
import { planGraph } from "../plan/plan-graph.ts";

/** One thing that waits for the person, in plain words. */
export interface InboxItem {
  readonly id: string;
  readonly kind: Wait["kind"];
  /** Seq of the event since which it waits. */
  readonly since: number;
  /** One line: who wants what. */
  readonly title: string;
  /** What it is about, in full; may have many lines. Empty when the title says it all. */
  readonly text: string;
  readonly options: readonly string[];
  /** Command lines that answer it. */
  readonly answers: readonly string[];
}

/** Everything that waits for the person, oldest first. */
export function inboxOf(state: State, now: Instant): readonly InboxItem[] {
  return decide(state, now).waits.map((wait) => itemOf(state, wait));
}

export function itemOf(state: State, wait: Wait): InboxItem {
  const base = { id: wait.id, kind: wait.kind, since: wait.since, options: [] };
  switch (wait.kind) {
    case "question":
      return {
        ...base,
        title: `${wait.from} asks: ${wait.text}`,
        text: "",
        options: wait.options,
        answers: [
          ...wait.options.map((_, index) => reply(wait.id, String(index + 1))),
          reply(wait.id, '"…"'),
        ],
      };
    case "accept":
      return {
        ...base,
        title: `The ${artifactName(wait.artifact)}${wait.version > 1 ? ` (version ${wait.version})` : ""} waits for your yes`,
        text: textOf(state, currentArtifact(state)),
        answers: [
          reply(wait.id, "yes"),
          `huddle edit ${wait.artifact}`,
          reply(wait.id, 'back "what must be different"'),
          reply(wait.id, "again"),
        ],
      };
    case "stuck":
      return {
        ...base,
        title: `${stepWords(wait.step)} failed, and only you can help`,
        text: wait.error,
        answers: [reply(wait.id, "yes")],
      };
    case "budget":
      return {
        ...base,
        title: "A budget is used up",
        text: wait.why,
        answers: [
          reply(wait.id, "yes"),
          reply(wait.id, wait.unit === undefined ? "<dollars or tokens>" : `<${unitWords[wait.unit]}>`),
        ],
      };
    case "limit":
      return {
        ...base,
        title: `${limitWords[wait.why]} How should ${wait.phase} go on?`,
        text: "",
        answers: [
          reply(wait.id, "yes"),
          reply(wait.id, "<turns>"),
          reply(wait.id, "end"),
          reply(wait.id, '"…"'),
        ],
      };
    case "size":
      return {
        ...base,
        title: `${sizeWords(wait)} One engineer could do it without a talk`,
        text: wait.why,
        answers: [reply(wait.id, "do"), reply(wait.id, "talk")],
      };
    case "assign":
      return {
        ...base,
        title: `Nobody has ${wait.tasks.join(", ")} yet`,
        text: proposedOwners(state)
          .map(({ task, seat, why }) => `${task}: ${seat} (${why})`)
          .join("\n"),
        answers: [reply(wait.id, "yes"), "huddle assign <task> <name> …", "huddle assign --volunteer"],
      };
    case "ship":
      return {
        ...base,
        title: "The work is reviewed and can be shipped",
        text: "",
        answers: ["huddle ship", "huddle ship --onto <branch>"],
      };
    default:
      return assertNever(wait);
  }
}

const limitWords = {
  turns: "The turns are used up.",
  stalled: "Three rounds have settled nothing.",
  silence: "Everybody passes.",
} as const;

export function sizeWords({ size, tasks }: { readonly size: Size; readonly tasks: number }): string {
  if (size === "task") return "This looks like one task.";
  return `This looks like ${tasks} tasks${size === "chain" ? " in one chain" : ", some of them side by side"}.`;
}

const unitWords = { money: "dollars", tokens: "tokens" } as const;

/** An artifact for people to read; below a plan, its graph. */
function textOf(state: State, artifact: ArtifactState | undefined): string {
  if (!artifact) return "";
  const text = artifactText(artifact);
  if (artifact.kind !== "tasks") return text;
  return [text, ...drawing(artifact.body, state)].join("\n");
}

/** As wide as it may be where it is indented in a terminal of eighty columns. */
const drawingWidth = 70;

function drawing(plan: TaskPlan, state: State): readonly string[] {
  return ["", "# What waits for what", ...planGraph(plan, state, drawingWidth)];
}

/** A step's key in plain words: `task/t3/2/CODING@412` is "Working on t3". */
export function stepWords(key: string): string {
  const [kind, what = "", , state = ""] = key.split("/");
  switch (kind?.replace(/@\d+$/, "")) {
    case "enter":
      return `Opening ${what.replace(/\.\d+$/, "")}`;
    case "sizing":
      return "Looking at how large it is";
    case "volunteer":
      return "Asking who would take which task";
    case "turn":
    case "architect":
    case "coach":
      return `A turn in ${what.replace(/\.\d+$/, "")}`;
    case "artifact":
      return `Writing up ${what.replace(/\.\d+$/, "")}`;
    case "ship":
      return "Shipping";
    case "task":
      return `${taskWords[state.replace(/@\d+$/, "")] ?? "Working on"} ${what}`;
    default:
      return key;
  }
}

const taskWords: Readonly<Record<string, string>> = {
  WAITING: "Handing out",
  SETUP: "Preparing",
  CODING: "Working on",
  TESTING: "Testing",
  CODE_REVIEW: "Reviewing",
  AWAIT_MERGE: "Landing",
};

function reply(id: string, answer: string): string {
  return `huddle reply ${id} ${answer}`;
}
