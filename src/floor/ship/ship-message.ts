import type { State } from "../../core/state/state.ts";
import type { Task } from "../../core/state/task.ts";
import { tasksInOrder } from "../../core/state/tasks-in-order.ts";
import { isDone } from "../../core/terms/task-machine.ts";
import { oneLine } from "../../core/text/one-line.ts";
import { decisionsOf } from "../../core/views/trace/cited.ts";
import { commitMessage, type Trailers } from "../commit-message.ts";

export interface Customs {
  /** First lines of the project's own newest commits. */
  readonly subjects: readonly string[];
  /** What the person's template holds beside comments. */
  readonly template: string;
}

/**
 * The message of the one commit that all work ships as: in the project's manner where its commits have one, with what
 * the person's template asks for. `own`: the person's words, which stay as they are.
 */
export function squashMessage(state: State, { subjects, template }: Customs, own?: string): string {
  const done = tasksInOrder(state).filter((task) => isDone(task.state) && task.landed);
  if (own !== undefined) return commitMessage(own, trailersOf(state, done));
  const { subject, body } = wordsFor(state, done);
  const first = isConventional(subjects) ? conventional(subject) : subject;
  const message = commitMessage([first, "", ...body].join("\n"), []).trimEnd();
  const trailers = trailersOf(state, done).map(([name, value]) => `${name}: ${oneLine(value)}`);
  return `${[message, ...(template === "" ? [] : [template]), trailers.join("\n")].join("\n\n")}\n`;
}

/** One task speaks for itself. Several are listed below the title of the session. */
function wordsFor(
  state: State,
  done: readonly Task[],
): { readonly subject: string; readonly body: readonly string[] } {
  const [task, ...more] = done;
  if (task && more.length === 0) {
    const [first = "", ...rest] = (task.summary ?? task.plan.title).trim().split("\n");
    return { subject: oneLine(first), body: rest };
  }
  return {
    subject: oneLine(state.session.title),
    body: done.map(({ id, plan }) => `- ${id} ${oneLine(plan.title)}`),
  };
}

function trailersOf({ session }: State, done: readonly Task[]): Trailers {
  const all = (name: string, values: readonly string[]): Trailers => {
    const once = [...new Set(values)];
    return once.length === 0 ? [] : [[name, once.join(", ")]];
  };
  return [
    ...all(
      "Huddle-Task",
      done.map(({ id }) => id),
    ),
    ...all(
      "Huddle-Engineer",
      done.flatMap(({ owner }) => owner ?? []),
    ),
    ...all(
      "Huddle-Requirements",
      done.flatMap(({ plan }) => plan.requirements),
    ),
    ...all(
      "Huddle-Decisions",
      done.flatMap(({ plan }) => decisionsOf(plan)),
    ),
    ["Huddle-Session", session.title],
  ];
}

const conventionalSubject = /^[a-z]+(\([^()]+\))?!?: \S/;

/** At least three commits, and most of them: `type(scope): what changed`. */
function isConventional(subjects: readonly string[]): boolean {
  const found = subjects.filter((subject) => conventionalSubject.test(subject));
  return found.length >= 3 && found.length * 2 > subjects.length;
}

const types: readonly (readonly [type: string, words: RegExp])[] = [
  ["fix", /^(fix|mend|repair|correct|prevent)/i],
  ["docs", /^(document|docs|describe|readme)/i],
  ["test", /^(test|cover)/i],
  ["refactor", /^(refactor|rename|move|split|tidy|clean)/i],
  ["perf", /^(speed|optimi[sz]e)/i],
];

function conventional(subject: string): string {
  if (conventionalSubject.test(subject)) return subject;
  const [type] = types.find(([, words]) => words.test(subject)) ?? ["feat"];
  // A name such as CSV stays as it is.
  const words = /^[A-Z][a-z ]/.test(subject)
    ? `${subject.charAt(0).toLowerCase()}${subject.slice(1)}`
    : subject;
  return `${type}: ${words}`;
}
