import type { Wait } from "../../decide/waits/wait.ts";
import { wordsOf } from "../inbox/words-of.ts";

/**
 * What can be typed about a wait, in the order in which it is offered. `branch`: the one that is checked out, which the
 * person can choose to ship onto. `enterShips`: nothing typed means a new branch.
 */
export function hintsFor(wait: Wait, branch: string | undefined, enterShips = false): readonly string[] {
  const enter = enterShips && wait.kind === "ship" ? ["Enter: a new branch"] : [];
  return [...enter, ...ownHints(wait, branch), "later"];
}

function ownHints(wait: Wait, branch: string | undefined): readonly string[] {
  if (wait.kind === "question") {
    const numbers = wait.options.map((_, index) => index + 1).join(" or ");
    return [
      numbers === ""
        ? "answer in your own words, or ask back"
        : `${numbers}, or your own words, also to ask back`,
    ];
  }
  const { offers } = wordsOf(wait);
  return [
    ...offers.flatMap(({ label }) => label ?? []),
    ...(wait.kind === "ship" && branch !== undefined ? [`onto ${branch}`] : []),
    ...(wait.kind === "ship" ? ["diff"] : []),
    ...(wait.kind === "limit" || answersWithSay(wait) ? [] : ["say <words>"]),
  ];
}

/** Whether words behind `say` answer it. Where they do not, they are a message to the team, and it goes on waiting. */
export function answersWithSay(wait: Wait): boolean {
  if (wait.kind === "question" || wait.kind === "ship") return true;
  return wordsOf(wait).offers.some((offer) => "typed" in offer && offer.typed.startsWith("say "));
}
