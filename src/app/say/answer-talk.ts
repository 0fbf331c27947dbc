import type { Wait } from "../../core/decide/step.ts";
import type { Draft } from "../../core/facts/fact.ts";
import { refusal } from "../../core/facts/fact.ts";
import type { Build } from "../../core/ports/journal.ts";
import { proposedOwners } from "../../core/rules/assign-tasks.ts";
import { asOneTask } from "../../core/rules/one-task.ts";
import type { State } from "../../core/state/state.ts";
import { engineersOf, turnsIn } from "../../core/terms/policy.ts";
import { isYes } from "./is-yes.ts";

type WaitOf<K extends Wait["kind"]> = Extract<Wait, { kind: K }>;

/** What a person answers when the talk has come to a stop: more of it, an end to it, or words to go on from. */
export function answerLimit(at: State, wait: WaitOf<"limit">, answer: string): ReturnType<Build> {
  const usual = turnsIn(at.session.policy, wait.phase);
  if (isYes(answer)) return [extended(wait.why === "turns" ? usual : 0, "the product manager lets it go on")];
  if (/^[1-9][0-9]{0,2}$/.test(answer))
    return [extended(Number(answer), `the product manager gives ${answer} more turns`)];
  if (["end", "enough", "no"].includes(answer.toLowerCase()))
    return [
      {
        actor: "human",
        event: { type: "phase.signalled", summary: "The product manager wants to move on." },
      },
    ];
  if (answer === "") return refusal("Answer yes, a number of turns, end, or words for the team.");
  return goingOn(at, wait, { actor: "human", event: { type: "message.posted", text: answer } });
}

/** Words at a standstill are heard: the talk goes on for a round at least. */
export function goingOn(at: State, wait: WaitOf<"limit">, words: Draft): readonly [Draft, ...Draft[]] {
  const round = engineersOf(at.session.seats).length;
  return [words, extended(wait.why === "turns" ? round : 0, "the product manager has said something")];
}

function extended(turns: number, why: string): Draft {
  return { actor: "human", event: { type: "phase.extended", turns, why } };
}

/** Small work: talk about it all the same, or have it done by one engineer. */
export function answerSize(at: State, answer: string, first: number): ReturnType<Build> {
  const word = answer.toLowerCase();
  const settled = (how: "talk" | "do"): Draft => ({ actor: "human", event: { type: "size.settled", how } });
  if (word === "talk" || isYes(answer)) return [settled("talk")];
  if (word === "do") {
    const away: Draft = {
      actor: "human",
      event: { type: "phase.requested", phase: "implementation", why: "one task" },
    };
    return [settled("do"), ...asOneTask("human", at, first + 1), away];
  }
  return refusal("Answer do (one engineer builds it, without a talk) or talk.");
}

/** Who takes the open tasks: as proposed, or by hand with `huddle assign`. */
export function answerAssign(at: State, answer: string): ReturnType<Build> {
  if (!isYes(answer)) return refusal("Answer yes to take the proposal, or type: huddle assign t1 <name> …");
  const [first, ...rest] = proposedOwners(at).map(
    ({ task, seat, why }): Draft => ({ actor: "human", event: { type: "task.assigned", task, seat, why } }),
  );
  return first ? [first, ...rest] : refusal("There is nobody who could take them.");
}
