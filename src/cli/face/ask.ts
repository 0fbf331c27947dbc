import { assertNever } from "../../core/assert-never.ts";
import type { Wait } from "../../core/decide/step.ts";
import type { ArtifactKind } from "../../core/terms/phase.ts";
import { artifactName } from "../../core/terms/phase.ts";
import { sizeWords, stepWords } from "../../core/views/inbox/inbox.ts";

/** What a person can be asked inline, and what their line means there. */
export interface Asked {
  readonly text: string;
  readonly hint: string;
}

/** `branch`: what is checked out, so that the person can choose to ship onto it. */
export function askedFor(wait: Wait, branch: string | undefined): Asked {
  switch (wait.kind) {
    case "question": {
      const numbers = wait.options.map((_, index) => index + 1).join(" or ");
      return {
        text: `${wait.from} waits for your answer.`,
        hint: `${wait.options.length > 0 ? `${numbers}, or your own words` : "answer in your own words"} · later`,
      };
    }
    case "accept":
      return {
        text: `Is the ${artifactName(wait.artifact)} right?`,
        hint: "accept · edit · again · back <what must change> · say <words> · later",
      };
    case "stuck":
      return {
        text: `${stepWords(wait.step)} failed, and only you can help.`,
        hint: "retry · say <words> · later",
      };
    case "budget":
      return { text: wait.why, hint: `yes (as much again) · a number of ${unitOf(wait)} · later` };
    case "limit":
      return {
        text: limitWords[wait.why],
        hint: "yes (go on) · a number of turns · end (write it up) · your own words · later",
      };
    case "size":
      return { text: `${sizeWords(wait)} ${wait.why}`, hint: "do (one engineer, no talk) · talk · later" };
    case "assign":
      return {
        text: `Nobody has ${wait.tasks.join(", ")} yet.`,
        hint: "yes (as proposed) · say <words> · later",
      };
    case "ship":
      return {
        text: "The work is reviewed. Where should it go?",
        hint: `branch (a new one)${branch === undefined ? "" : ` · onto ${branch}`} · say <words> · later`,
      };
    default:
      return assertNever(wait);
  }
}

const limitWords = {
  turns: "The turns are used up.",
  stalled: "Three rounds have settled nothing.",
  silence: "Everybody passes.",
};

function unitOf({ unit }: Extract<Wait, { kind: "budget" }>): string {
  if (unit === undefined) return "dollars or tokens";
  return unit === "money" ? "dollars" : "tokens";
}

/** What somebody who typed a line wants. */
export type Wish =
  /** `now`: whoever is speaking is asked again with it. */
  | { readonly kind: "say"; readonly text: string; readonly now: boolean }
  | { readonly kind: "reply"; readonly id: string; readonly answer: string }
  | { readonly kind: "edit"; readonly artifact: ArtifactKind }
  | { readonly kind: "ship"; readonly onto: string | undefined }
  | { readonly kind: "later"; readonly id: string }
  | { readonly kind: "unclear"; readonly hint: string };

/** Behind a `!` a line breaks in. Without anything that waits, a line is said to the team. With it, the first word decides; nothing is guessed. */
export function wishOf(line: string, wait: Wait | undefined, branch: string | undefined): Wish {
  const text = line.trim();
  if (text.startsWith("!") && text.length > 1) return { kind: "say", text: text.slice(1).trim(), now: true };
  if (!wait) return { kind: "say", text, now: false };
  const [first = ""] = text.split(/\s+/, 1);
  const word = first.toLowerCase();
  const rest = text.slice(first.length).trim();
  if (["later", "l"].includes(word) && rest === "") return { kind: "later", id: wait.id };
  if (word === "say" && rest !== "" && wait.kind !== "question")
    return { kind: "say", text: rest, now: false };
  const unclear: Wish = {
    kind: "unclear",
    hint: "Begin with one of these words, so that nothing is guessed.",
  };
  switch (wait.kind) {
    case "question":
      return { kind: "reply", id: wait.id, answer: text };
    case "accept":
      if (["accept", "a", "yes", "y", "ok"].includes(word) && rest === "")
        return { kind: "reply", id: wait.id, answer: "yes" };
      if (["edit", "e"].includes(word) && rest === "") return { kind: "edit", artifact: wait.artifact };
      if (word === "again") return { kind: "reply", id: wait.id, answer: text };
      return word === "back" && rest !== "" ? { kind: "reply", id: wait.id, answer: text } : unclear;
    case "stuck":
      return ["retry", "r", "yes", "y"].includes(word) && rest === ""
        ? { kind: "reply", id: wait.id, answer: "yes" }
        : unclear;
    case "budget":
      return text === "" ? unclear : { kind: "reply", id: wait.id, answer: text };
    case "limit":
      return text === "" ? unclear : { kind: "reply", id: wait.id, answer: text };
    case "size":
      return ["do", "talk"].includes(word) && rest === ""
        ? { kind: "reply", id: wait.id, answer: word }
        : unclear;
    case "assign":
      return ["yes", "y"].includes(word) && rest === ""
        ? { kind: "reply", id: wait.id, answer: "yes" }
        : unclear;
    case "ship":
      if (["branch", "b"].includes(word) && rest === "") return { kind: "ship", onto: undefined };
      return ["onto", "o"].includes(word) && branch !== undefined && (rest === "" || rest === branch)
        ? { kind: "ship", onto: branch }
        : unclear;
    default:
      return assertNever(wait);
  }
}
