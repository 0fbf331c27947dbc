import type { SplitAnswer, SplitWait } from "../../../decide/waits/floor/split.ts";
import { dependentsOf } from "../../../rules/cancel-tasks.ts";
import { criteriaToCarry } from "../../../rules/trouble/split-task.ts";
import type { State } from "../../../state/state.ts";
import type { PlannedTask } from "../../../terms/artifacts.ts";
import { oneLine } from "../../../text/one-line.ts";
import { isYes, unclear, type WaitWords, type Wrong } from "../wait-words.ts";

export function splitWords(wait: SplitWait): WaitWords<SplitAnswer> {
  const { task, parts } = wait;
  return {
    title: `${task} would become ${parts.length} tasks`,
    text: (state) => linesOf(state, wait).join("\n"),
    notes: (state) => linesOf(state, wait),
    asked: `Split ${task} like this?`,
    next: `${task} would become ${parts.length} tasks, if you agree`,
    offers: [
      { answer: { kind: "split" }, label: "yes (split it)", typed: "yes" },
      {
        answer: { kind: "divide", words: "what must be different" },
        label: "back <what must be different>",
        typed: 'back "what must be different"',
        blank: "words",
      },
      { answer: { kind: "whole" }, label: `no (${task} goes on as it is)`, typed: "no" },
    ],
    parse: (typed) => parseSplit(wait, typed),
  };
}

function linesOf(state: State, { task: id, parts, why }: SplitWait): readonly string[] {
  const task = state.tasks[id];
  if (!task) return [];
  const dependents = dependentsOf(state, [id]).map((other) => other.id);
  return [
    oneLine(why),
    ...parts.flatMap((part, index) => [
      `${index + 1}. ${oneLine(part.title)}${part.after.length > 0 ? `, after ${part.after.join(" and ")}` : ""}`,
      `   approach: ${oneLine(part.approach)}`,
      ...(part.requirements.length > 0 ? [`   meets ${part.requirements.join(", ")}`] : []),
      ...doneLines(task.plan, part).map((line) => `   done when: ${oneLine(line)}`),
    ]),
    `${id} ends, and the new tasks begin without what was written for it.`,
    ...(dependents.length > 0 ? [`What builds on ${id} builds on them: ${dependents.join(", ")}.`] : []),
  ];
}

function doneLines(plan: PlannedTask, { carries, done }: SplitWait["parts"][number]): readonly string[] {
  return [...carries.flatMap((number) => criteriaToCarry(plan)[number - 1] ?? []), ...done];
}

/** Yes splits it, no leaves it as it is; back, with words, has it divided in another way. */
function parseSplit({ id }: SplitWait, typed: string): SplitAnswer | Wrong {
  if (isYes(typed)) return { kind: "split" };
  if (/^(no|n)$/i.test(typed)) return { kind: "whole" };
  const [, words] = /^back\b[\s:,–-]*(.*)$/is.exec(typed) ?? [];
  const reply = `huddle reply ${id}`;
  if (words === undefined)
    return {
      wrong: unclear,
      advice: `To split it: ${reply} yes. To leave it as it is: ${reply} no. To have it divided in another way: ${reply} back "…"`,
    };
  if (words === "")
    return {
      wrong: "Say what must be different, after the word back.",
      advice: `Say what must be different: ${reply} back "…"`,
    };
  return { kind: "divide", words };
}
