import type { BaselineAnswer, BaselineWait } from "../../decide/waits/baseline.ts";
import { type CheckSaid, redWords } from "../../reports/judge.ts";
import { isNamed } from "../../state/baseline.ts";
import type { State } from "../../state/state.ts";
import { artifactOf } from "../../terms/phase.ts";
import { phasesOf } from "../../terms/policy.ts";
import { isYes, type Offer, unclear, type WaitWords, type Wrong } from "./wait-words.ts";

export function baselineWords(wait: BaselineWait): WaitWords<BaselineAnswer> {
  const { broken, red } = wait;
  const isRed = red.length > broken.length;
  const title = isRed
    ? `Checks fail before anything is built${broken.length > 0 ? ", and some cannot start" : ""}`
    : `${broken.length === 1 ? "A check" : "Checks"} cannot start, before anything is built`;
  const yes: Offer<BaselineAnswer> = { answer: { kind: "tolerate" }, label: yesLabel(wait), typed: "yes" };
  const again: Offer<BaselineAnswer> = {
    answer: { kind: "recheck" },
    label: "again (run the same checks again)",
    typed: "again",
  };
  const others = {
    command: "huddle run",
    label: "other checks: edit .huddle/team.json, Ctrl-C, huddle run",
  };
  const stop: Offer<BaselineAnswer> = {
    answer: { kind: "stop" },
    label: "stop (end the session)",
    typed: "stop",
  };
  return {
    title,
    text: (state) => [...red.map(trouble), ...choices(wait, isRed, state)].join("\n"),
    notes: () => red.map(redWords),
    asked: `${title}.`,
    next: nextWords(wait),
    // Going on with nothing that checks the work is not the usual answer.
    offers: isBlind(wait) ? [others, yes, again, stop] : [yes, again, others, stop],
    parse: (typed) => parseBaseline(wait, typed),
  };
}

/** After `yes`, nothing checks the work. */
function isBlind({ judging }: BaselineWait): boolean {
  return judging.length === 0;
}

/** What `yes` leaves unchecked, check by check. */
function givenUp({ red, broken }: BaselineWait): readonly string[] {
  const unjudged = red.filter((check) => check.broken === undefined && !isNamed(check));
  return [
    ...unjudged.map(({ name }) => `${name} is not judged`),
    ...broken.map((name) => `${name} is left out`),
  ];
}

function yesLabel(wait: BaselineWait): string {
  const given = givenUp(wait).join(", ");
  if (given === "") return "yes (go on)";
  return `yes (go on${isBlind(wait) ? ", and nothing checks the work: " : "; "}${given})`;
}

function nextWords(wait: BaselineWait): string {
  const given = givenUp(wait).join(", ");
  const red = "checks are red on the base commit";
  if (given === "") return `${red}; nothing is built until you decide`;
  if (!isBlind(wait)) return `${red}; after yes, ${given}`;
  return `${red}; change them in .huddle/team.json first, because after yes nothing checks the work: ${given}`;
}

function trouble(check: CheckSaid): string {
  return `- ${redWords(check)}`;
}

/** What each answer does, in the person's words. */
function choices(wait: BaselineWait, isRed: boolean, state: State): readonly string[] {
  const { commit, broken } = wait;
  const meanwhile = isTalking(state) ? " The team may talk meanwhile; nothing" : " Nothing";
  return [
    `This is the commit that the work starts from, ${commit.slice(0, 12)}, in a clean checkout.${meanwhile} is built until you decide.`,
    ...(isRed
      ? [
          "- yes: go on. What fails now does not count against the work; every new failure does. A check that names no failing tests is run, but not judged while it stays red.",
        ]
      : []),
    ...(broken.length > 0
      ? [`- yes${isRed ? " also" : ": go on, and"} leaves out what cannot start: ${broken.join(", ")}.`]
      : []),
    ...unchecked(wait),
    "- again: you have mended something on this machine, so the same checks run once more.",
    "- Other checks: change them in .huddle/team.json. A run reads that file only when it starts, so end one that is going on with Ctrl-C; then huddle run. To mend the code itself, commit it, stop this session and start another.",
    "- stop: the session ends.",
  ];
}

/** What is left to check the work after `yes`, where that is less than all. */
function unchecked(wait: BaselineWait): readonly string[] {
  const given = givenUp(wait);
  if (given.length === 0) return [];
  const { judging } = wait;
  const left = isBlind(wait) ? "nothing" : `only ${judging.join(" and ")}`;
  const verb = judging.length > 1 ? "check" : "checks";
  return [`- After yes, ${left} ${verb} the work: ${given.join(", ")}.`];
}

/** Work for one engineer has no discussion, and neither has building. */
function isTalking({ stage, session: { policy } }: State): boolean {
  return artifactOf(stage?.phase ?? phasesOf(policy)[0]) !== undefined;
}

function parseBaseline({ id }: BaselineWait, typed: string): BaselineAnswer | Wrong {
  const word = typed.toLowerCase();
  if (isYes(typed) || word === "go on") return { kind: "tolerate" };
  if (["again", "retry", "recheck"].includes(word)) return { kind: "recheck" };
  if (word === "stop") return { kind: "stop" };
  const ways = ["yes", "again", "stop"].map((way) => `huddle reply ${id} ${way}`).join(" · ");
  return { wrong: unclear, advice: `Type one of: ${ways}` };
}
