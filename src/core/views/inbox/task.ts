import type { TaskAnswer, TaskTrouble, TaskWait } from "../../decide/waits/task.ts";
import { cancelledBelow } from "../../rules/cancel-tasks.ts";
import { countedReturns } from "../../rules/rounds.ts";
import type { State } from "../../state/state.ts";
import type { Return, Task } from "../../state/task.ts";
import type { Returning } from "../../terms/task-machine.ts";
import { isYes, type Offer, unclear, type WaitWords, type Wrong } from "./wait-words.ts";

export function taskWords(wait: TaskWait): WaitWords<TaskAnswer> {
  const { task, also = [], owner = "its engineer" } = wait;
  const words = troubles[wait.why](task, owner);
  const title = also.length === 0 ? words.title : `${words.title}; so it is with ${also.join(", ")}`;
  const { next } = words;
  return {
    title,
    text: (state) => [...told(state, wait), ...consequences(wait)].join("\n"),
    asked: `${title}.`,
    next,
    offers: offersOf(wait),
    parse: (typed) => parseTask(wait, typed),
  };
}

/** In each kind of trouble: what it is, why a person is asked, and what yes would do. */
const troubles: Readonly<
  Record<TaskTrouble, (task: string, owner: string) => { title: string; next: string; yes?: string }>
> = {
  rounds: (task, owner) => ({
    title: `${task} goes in circles: it came back to ${owner} too often`,
    next: `${task} goes in circles; say what should be different`,
    yes: "yes (more rounds)",
  }),
  requests: (task, owner) => ({
    title: `${owner} did not finish ${task}`,
    next: `${task} did not get finished; say how to go on`,
    yes: "yes (more requests)",
  }),
  verdict: (task) => ({
    title: `The review of ${task} ended without a verdict`,
    next: `the review of ${task} has no verdict; yes asks again`,
    yes: "yes (more requests)",
  }),
  check: (task) => ({
    title: `A check of ${task} cannot start`,
    next: `a check of ${task} cannot start; mend it, and yes runs the checks again`,
    yes: "yes (run the checks again)",
  }),
  failed: (task) => ({
    title: `${task} has failed`,
    next: `${task} has failed; yes starts it afresh`,
    yes: "yes (start it afresh)",
  }),
  held: (task) => ({
    title: `${task} is with you`,
    next: `${task} is with you; give it back when you have done your part`,
  }),
  dependency: (task) => ({
    title: `${task} builds on a task that is cancelled`,
    next: `${task} builds on a cancelled task; yes lets it go on without`,
    yes: "yes (go on without it)",
  }),
  unanswered: (task, owner) => ({
    title: `${owner} asked something about ${task}, and nobody answered in time`,
    next: `${task} waits for an answer to ${owner}'s question`,
    yes: `yes (${owner} decides)`,
  }),
  environment: (task, owner) => ({
    title: `${owner} cannot do ${task}: something is missing on this machine`,
    next: `${task} is blocked; once that is settled, yes lets it go on`,
    yes: "yes (it is settled)",
  }),
  prerequisite: (task, owner) => ({
    title: `${owner} cannot do ${task}: something else must be there first`,
    next: `${task} is blocked; once that is settled, yes lets it go on`,
    yes: "yes (it is settled)",
  }),
  "invalid-task": (task, owner) => ({
    title: `${owner} says that ${task} cannot be done as it is planned`,
    next: `${task} cannot be done as planned; say what to do instead`,
  }),
};

/** What came back each time, or what is in the way. */
function told(state: State, { task: id, why }: TaskWait): readonly string[] {
  const task = state.tasks[id];
  if (!task) return [];
  const failed = Object.entries(state.failures).flatMap(([step, { error }]) =>
    step.startsWith(`task/${id}/`) ? [error] : [],
  );
  const reason = task.feedback ?? "";
  const said = (task.judged ?? [])
    .filter(({ words }) => !reason.includes(words))
    .map(({ seat, words }) => `${seat} said before: ${words}`);
  if (why === "rounds") return [...countedReturns(task).map(returnText), ...said, ...failed];
  if (why === "held") return [];
  if (why === "failed" || why === "requests") return [...(reasonOf(task) ?? []), ...said, ...failed];
  if (why === "dependency")
    return cancelledBelow(task, state.tasks).map((other) => `${other.id} is cancelled: ${other.plan.title}`);
  return [...(reasonOf(task) ?? []), ...failed];
}

const returnWords: Readonly<Record<Returning, string>> = {
  failed: "its checks failed",
  changes: "its review",
  refused: "your no before its landing",
  conflict: "a conflict at landing",
  red: "its checks failed at landing",
  lost: "its work was gone",
};

function returnText({ trigger, words }: Return, index: number): string {
  const [first = "", ...more] = words.split("\n").filter((line) => line.trim() !== "");
  const rest = more.length > 3 ? [...more.slice(0, 3), "…"] : more;
  return [`${index + 1}. ${returnWords[trigger]}: ${first}`, ...rest.map((row) => `   ${row}`)].join("\n");
}

function reasonOf(task: Task): readonly string[] | undefined {
  return task.feedback === undefined ? undefined : [task.feedback];
}

function consequences({ task, dependents }: TaskWait): readonly string[] {
  if (dependents.length === 0) return [];
  const they = dependents.length === 1 ? "It would wait" : "They would wait";
  return [
    `${dependents.join(", ")} ${dependents.length === 1 ? "builds" : "build"} on ${task}. ${they} for you if you cancel it.`,
  ];
}

function offersOf(wait: TaskWait): readonly Offer<TaskAnswer>[] {
  const { yes } = troubles[wait.why](wait.task, wait.owner ?? "its engineer");
  const [other] = wait.others;
  const more: Offer<TaskAnswer>[] =
    yes === undefined ? [] : [{ answer: { kind: "continue" }, label: yes, typed: "yes" }];
  const say: Offer<TaskAnswer> = {
    answer: { kind: "redirect", words: "what should be different" },
    label: "say <words>",
    typed: 'say "what should be different"',
    blank: "words",
  };
  const give: Offer<TaskAnswer>[] =
    other === undefined
      ? []
      : [
          {
            answer: { kind: "reassign", seat: other },
            label: `assign <${wait.others.join(" or ")}>`,
            typed: `assign ${other}`,
            blank: "seat",
          },
        ];
  const cancel: Offer<TaskAnswer> = {
    answer: { kind: "cancel" },
    label: "cancel (the task)",
    typed: "cancel",
  };
  const plan: Offer<TaskAnswer> = {
    command: wait.isPlanned ? "huddle edit tasks" : 'huddle back planning -m "…"',
  };
  const model: Offer<TaskAnswer> = { command: "huddle model set <role> <model>" };
  switch (wait.why) {
    case "held":
      return heldOffers(wait.task);
    case "failed":
      return [...more, say, ...give, plan, model, cancel];
    case "rounds":
    case "requests":
      return [say, ...more, ...give, plan, model, cancel];
    case "verdict":
      return [...more, say, model, cancel];
    case "check":
      return [...more, say, cancel];
    case "dependency":
      return [...more, plan, cancel];
    case "unanswered":
      return [{ ...say, ...answering }, ...more, cancel];
    case "environment":
    case "prerequisite":
      return [...more, say, plan, cancel];
    case "invalid-task":
      return [say, ...give, plan, cancel];
  }
}

/** What lies in its worktree has to be looked at first, so each is a command of its own. */
function heldOffers(task: string): readonly Offer<TaskAnswer>[] {
  const done = `huddle task give ${task} --done -m "…"`;
  return [`huddle task give ${task}`, done, `huddle task open ${task}`].map((command) => ({ command }));
}

/** Words that answer a question. */
const answering = {
  answer: { kind: "redirect", words: "the answer" },
  typed: 'say "the answer"',
} as const;

function parseTask(wait: TaskWait, typed: string): TaskAnswer | Wrong {
  const [, word = "", rest = ""] = /^(\S+)\s*(.*)$/s.exec(typed) ?? [];
  const answer = answerOf(typed, word.toLowerCase(), rest);
  const offers = offersOf(wait).flatMap((offer) => ("answer" in offer ? offer : []));
  if (answer && offers.some((offer) => offer.answer.kind === answer.kind)) return answer;
  if (wait.why === "held")
    return {
      wrong: `Type one of: ${heldOffers(wait.task)
        .flatMap((offer) => ("command" in offer ? offer.command : []))
        .join(" · ")}`,
    };
  const ways = offers.map((offer) => offer.typed);
  return {
    wrong: unclear,
    advice: `Type one of: ${ways.map((way) => `huddle reply ${wait.id} ${way}`).join(" · ")}`,
  };
}

function answerOf(typed: string, word: string, rest: string): TaskAnswer | undefined {
  if (isYes(typed)) return { kind: "continue" };
  if (word === "cancel" && rest === "") return { kind: "cancel" };
  if (word === "assign" && /^\S+$/.test(rest)) return { kind: "reassign", seat: rest };
  return word === "say" && rest !== "" ? { kind: "redirect", words: rest } : undefined;
}
