import type { Answer, Wait } from "../../core/decide/waits/wait.ts";
import type { WaitId } from "../../core/terms/ids.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import { parseAnswer, wordsOf } from "../../core/views/inbox/words-of.ts";
import { withTime } from "../print/with-time.ts";

/** What the screen asks a person, and what they can type. */
export interface InlineQuestion {
  readonly text: string;
  readonly hint: string;
}

/**
 * `branch`: the branch that is checked out, which the person can choose to ship onto. `enterShips`: nothing typed means
 * a new branch.
 */
export function askedFor(wait: Wait, branch: string | undefined, enterShips = false): InlineQuestion {
  const { asked, until } = wordsOf(wait);
  const text = until === undefined ? asked : withTime(asked, until);
  const enter = enterShips && wait.kind === "ship" ? ["Enter: a new branch"] : [];
  return { text, hint: [...enter, ...hints(wait, branch), "later"].join(" · ") };
}

function hints(wait: Wait, branch: string | undefined): readonly string[] {
  if (wait.kind === "question") {
    const numbers = wait.options.map((_, index) => index + 1).join(" or ");
    return [numbers === "" ? "answer in your own words" : `${numbers}, or your own words`];
  }
  const { offers } = wordsOf(wait);
  return [
    ...offers.flatMap(({ label }) => label ?? []),
    ...(wait.kind === "ship" && branch !== undefined ? [`onto ${branch}`] : []),
    ...(wait.kind === "limit" || answersWithSay(wait) ? [] : ["say <words>"]),
  ];
}

/** Whether words behind `say` answer it. Where they do not, they are a message to the team, and it goes on waiting. */
function answersWithSay(wait: Wait): boolean {
  if (wait.kind === "question" || wait.kind === "ship") return true;
  return wordsOf(wait).offers.some((offer) => "typed" in offer && offer.typed.startsWith("say "));
}

/** What a person wants with a typed line. */
export type Wish =
  /** `now`: the member who is speaking is asked again, with these words. */
  | { readonly kind: "say"; readonly text: string; readonly now: boolean }
  | { readonly kind: "answer"; readonly id: WaitId; readonly answer: Answer }
  | { readonly kind: "edit"; readonly artifact: ArtifactKind }
  | { readonly kind: "ship"; readonly onto: string | undefined }
  | { readonly kind: "later"; readonly id: WaitId }
  | { readonly kind: "unclear"; readonly hint: string };

/**
 * A line that starts with `!` breaks in. If nothing waits, a line is said to the team. If something waits, the first
 * word decides; nothing is guessed.
 */
export function wishOf(line: string, wait: Wait | undefined, branch: string | undefined): Wish {
  const text = line.trim();
  if (text.startsWith("!") && text.length > 1) return { kind: "say", text: text.slice(1).trim(), now: true };
  if (!wait) return { kind: "say", text, now: false };
  const besides = besideAnswers(text, wait, branch);
  if (besides) return besides;
  const answer = parseAnswer(wait, text);
  if ("wrong" in answer) return { kind: "unclear", hint: answer.wrong };
  return { kind: "answer", id: wait.id, answer };
}

/** What a person can do here about a wait, other than answer it. */
function besideAnswers(text: string, wait: Wait, branch: string | undefined): Wish | undefined {
  const [first = ""] = text.split(/\s+/, 1);
  const word = first.toLowerCase();
  const rest = text.slice(first.length).trim();
  const isOne = (...words: readonly string[]) => words.includes(word) && rest === "";
  if (isOne("later", "l")) return { kind: "later", id: wait.id };
  if (word === "say" && rest !== "" && !answersWithSay(wait)) return { kind: "say", text: rest, now: false };
  if (wait.kind === "accept" && isOne("edit", "e")) return { kind: "edit", artifact: wait.artifact };
  if (wait.kind !== "ship") return undefined;
  if (isOne("branch", "b")) return { kind: "ship", onto: undefined };
  const isOnto = isOne("onto", "o") || (["onto", "o"].includes(word) && rest === branch);
  return isOnto && branch !== undefined ? { kind: "ship", onto: branch } : undefined;
}
