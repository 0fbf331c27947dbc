import type { BaselineAnswer, BaselineWait } from "../../decide/waits/baseline.ts";
import { type CheckSaid, redWords } from "../../reports/judge.ts";
import { isNamed } from "../../state/baseline.ts";
import { isYes, unclear, type WaitWords, type Wrong } from "./wait-words.ts";

export function baselineWords(wait: BaselineWait): WaitWords<BaselineAnswer> {
  const { broken, red } = wait;
  const isRed = red.length > broken.length;
  const title = isRed
    ? `Checks fail before anything is built${broken.length > 0 ? ", and some cannot start" : ""}`
    : `${broken.length === 1 ? "A check" : "Checks"} cannot start, before anything is built`;
  return {
    title,
    text: () => [...red.map(trouble), ...choices(wait, isRed)].join("\n"),
    notes: () => red.map(redWords),
    asked: `${title}.`,
    next: "checks are red on the base commit; nothing is built until you decide",
    offers: [
      { answer: { kind: "tolerate" }, label: yesLabel(wait), typed: "yes" },
      { answer: { kind: "recheck" }, label: "again (run the same checks again)", typed: "again" },
      { command: "huddle run", label: "other checks: edit .huddle/team.json, Ctrl-C, huddle run" },
      { answer: { kind: "stop" }, label: "stop (end the session)", typed: "stop" },
    ],
    parse: (typed) => parseBaseline(wait, typed),
  };
}

/** What is given up by going on, by name. */
function yesLabel({ red, broken }: BaselineWait): string {
  const unjudged = red.filter((check) => check.broken === undefined && !isNamed(check));
  const given = [
    ...(unjudged.length > 0 ? [`not judging ${unjudged.map(({ name }) => name).join(", ")}`] : []),
    ...(broken.length > 0 ? [`without ${broken.join(", ")}`] : []),
  ];
  return `yes (go on${given.length > 0 ? ` ${given.join(", ")}` : ""})`;
}

function trouble(check: CheckSaid): string {
  return `- ${redWords(check)}`;
}

/** What each answer does, in the person's words. */
function choices({ commit, broken }: BaselineWait, isRed: boolean): readonly string[] {
  return [
    `This is the commit that the work starts from, ${commit.slice(0, 12)}, in a clean checkout. The team may talk meanwhile; nothing is built until you decide.`,
    ...(isRed
      ? [
          "- yes: go on. What fails now does not count against the work; every new failure does. A check that names no failing tests is run, but not judged while it stays red.",
        ]
      : []),
    ...(broken.length > 0
      ? [`- yes${isRed ? " also" : ": go on, and"} leaves out what cannot start: ${broken.join(", ")}.`]
      : []),
    "- again: you have mended something on this machine, so the same checks run once more.",
    "- Other checks: change them in .huddle/team.json. A run reads that file only when it starts, so end one that is going on with Ctrl-C; then huddle run. To mend the code itself, commit it, stop this session and start another.",
    "- stop: the session ends.",
  ];
}

function parseBaseline({ id }: BaselineWait, typed: string): BaselineAnswer | Wrong {
  const word = typed.toLowerCase();
  if (isYes(typed) || word === "go on") return { kind: "tolerate" };
  if (["again", "retry", "recheck"].includes(word)) return { kind: "recheck" };
  if (word === "stop") return { kind: "stop" };
  const ways = ["yes", "again", "stop"].map((way) => `huddle reply ${id} ${way}`).join(" · ");
  return { wrong: unclear, advice: `Type one of: ${ways}` };
}
