import type { ShipAnswer, ShipWait } from "../../decide/waits/ship.ts";
import { criteriaOf } from "../../rules/review/criteria-of.ts";
import { findingText } from "../../state/finding-text.ts";
import type { State } from "../../state/state.ts";
import { tasksInOrder } from "../../state/tasks-in-order.ts";
import { isDone } from "../../terms/task-machine.ts";
import { toArray } from "../../text/appended.ts";
import { oneLine } from "../../text/one-line.ts";
import { noticesOf } from "../plan/notices.ts";
import { unclear, type WaitWords, type Wrong } from "./wait-words.ts";

/** The target cannot be parsed from words: git must be asked first, which `huddle ship` does. */
export function shipWords(wait: ShipWait): WaitWords<ShipAnswer> {
  const done = wait.isUnreviewed ? "The checks are green and the work" : "The work is reviewed and";
  const asked = wait.isUnreviewed ? "The checks are green" : "The work is reviewed";
  const without = wait.missing ? `, without ${wait.missing.join(", ")}` : "";
  return {
    title: `${done} can be shipped${without}`,
    text: (state) => linesOf(state, wait).join("\n"),
    notes: (state) => linesOf(state, wait),
    asked: `${asked}${without}. Where should it go?`,
    next: `${done.replace("The", "the")} can be shipped${without}`,
    offers: [
      { command: "huddle ship", label: "branch (a new one)" },
      { command: "huddle ship --onto <branch>" },
      {
        answer: { kind: "reopen", words: "what must change" },
        label: "back <what must change>",
        typed: 'back "what must change"',
        blank: "words",
      },
    ],
    parse: (typed) => parseShip(wait, typed),
  };
}

function linesOf(state: State, wait: ShipWait): readonly string[] {
  return [
    ...missing(state, wait),
    ...unseen(state),
    ...minorFindings(state),
    ...noticesOf(state),
    unread(state),
  ].filter((text) => text !== "");
}

function parseShip({ id }: ShipWait, typed: string): ShipAnswer | Wrong {
  const [, words] = /^(?:back|no|say)\b[\s:,–-]*(.*)$/is.exec(typed) ?? [];
  const back = `huddle reply ${id} back "what must change"`;
  const command = commandFor(typed);
  if (command !== undefined)
    return { wrong: `Leave it for later, then type: ${command}`, advice: `Type: ${command}` };
  if (words === undefined)
    return { wrong: unclear, advice: `Type: huddle ship, or huddle ship --onto <branch>, or ${back}` };
  return words === ""
    ? { wrong: "Say what must change, after the word back.", advice: back }
    : { kind: "reopen", words };
}

const others = { squash: "--squash", patch: "--patch <file>", pr: "--pr" } as const;

/** The ways of shipping that are not offered here, because they need more than a word. */
function commandFor(typed: string): string | undefined {
  const [word = ""] = typed.trim().toLowerCase().split(/\W/);
  return word === "squash" || word === "patch" || word === "pr" ? `huddle ship ${others[word]}` : undefined;
}

/** The tasks that were cancelled or taken back, and the requirements that nothing meets because of that. */
function missing(state: State, { missing: ids = [] }: ShipWait): readonly string[] {
  const tasks = ids.flatMap((id) => state.tasks[id] ?? []);
  const unmet = new Set(tasks.flatMap((task) => task.plan.requirements));
  return [
    ...tasks.map(
      ({ id, plan, disposition }) =>
        `Not included: ${id}, ${plan.title} (${disposition === "reverted" ? "taken back" : "cancelled"}).`,
    ),
    ...(unmet.size > 0 ? [`Not met as planned: ${[...unmet].join(", ")}.`] : []),
  ];
}

/** Criteria of what has landed of which reviews say that they could not see them met. */
function unseen(state: State): readonly string[] {
  const landed = tasksInOrder(state).filter((task) => isDone(task.state));
  const judged = landed.flatMap(({ criteria = [] }) => criteria);
  const met = new Set(judged.filter((one) => one.met === "yes").map(({ id }) => id));
  const open = new Set(judged.filter(({ id }) => !met.has(id)).map(({ id }) => id));
  const texts = new Map(
    landed.flatMap(({ plan }) => criteriaOf(state, plan)).map(({ id, text }) => [id, text]),
  );
  return [...texts].flatMap(([id, text]) =>
    open.has(id) ? [`No review has seen that ${id} is met: ${oneLine(text)}`] : [],
  );
}

/** What the review of the whole found and nobody is going to mend. */
function minorFindings({ accepted: { findings } }: State): readonly string[] {
  const minor = findings?.body.findings.filter(({ severity }) => severity !== "blocking") ?? [];
  if (minor.length === 0) return [];
  const count = minor.length === 1 ? "One minor finding stays" : `${minor.length} minor findings stay`;
  return [[`${count} open:`, ...minor.map((one) => `  ${oneLine(findingText(one))}`)].join("\n")];
}

/** Words that came after the last request, so that no member has read them. */
function unread(state: State): string {
  const words = toArray(state.transcript, state.heard).filter(({ actor }) => actor === "human");
  if (words.length === 0) return "";
  const said = words.map(({ text }) => `  ${text}`).join("\n");
  return `The team has not read what you said last:\n${said}\nAnswer back with it, and the team works on.`;
}
