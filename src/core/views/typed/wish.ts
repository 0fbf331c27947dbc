import type { Answer, Wait } from "../../decide/waits/wait.ts";
import type { WaitId } from "../../terms/ids.ts";
import type { ArtifactKind } from "../../terms/phase.ts";
import { parseAnswer } from "../inbox/words-of.ts";
import { answersWithSay } from "./hints.ts";
import { type Slash, slashOf } from "./slash.ts";

/** What a person wants with a line typed during a run. */
export type Wish =
  /** `now`: the member who is speaking is asked again, with these words. */
  | { readonly kind: "say"; readonly text: string; readonly now: boolean }
  | { readonly kind: "answer"; readonly id: WaitId; readonly answer: Answer }
  | { readonly kind: "edit"; readonly artifact: ArtifactKind }
  | { readonly kind: "ship"; readonly onto: string | undefined }
  | { readonly kind: "later"; readonly id: WaitId }
  | Slash;

/**
 * A line that starts with `/` is a command, and one that starts with `!` breaks in. If nothing waits, any other line is
 * said to the team. If something waits, the first word decides; nothing is guessed.
 */
export function wishOf(line: string, wait: Wait | undefined, branch: string | undefined): Wish {
  const text = line.trim();
  const slash = slashOf(text);
  if (slash) return slash;
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
  if (isOne("diff", "d")) return { kind: "command", args: ["diff"] };
  if (isOne("branch", "b")) return { kind: "ship", onto: undefined };
  const isOnto = isOne("onto", "o") || (["onto", "o"].includes(word) && rest === branch);
  return isOnto && branch !== undefined ? { kind: "ship", onto: branch } : undefined;
}
