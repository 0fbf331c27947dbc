import type { SizeAnswer, SizeWait } from "../../decide/waits/size.ts";
import { isYes, type WaitWords, type Wrong } from "./wait-words.ts";

export function sizeWords(wait: SizeWait): WaitWords<SizeAnswer> {
  return {
    title: `${howLarge(wait)} One engineer could do it without a talk`,
    text: () => wait.why,
    asked: `${howLarge(wait)} ${wait.why}`,
    next: "it looks small enough for one engineer",
    offers: [
      { answer: { kind: "do" }, label: "do (one engineer, no talk)", typed: "do" },
      { answer: { kind: "talk" }, label: wait.meeting ? "talk (a short meeting)" : "talk", typed: "talk" },
      ...(wait.meeting ? [full] : []),
    ],
    parse: parseSize,
  };
}

const full: WaitWords<SizeAnswer>["offers"][number] = {
  answer: { kind: "full" },
  label: "full (a full meeting)",
  typed: "full",
};

export function howLarge({ size, tasks }: Pick<SizeWait, "size" | "tasks">): string {
  if (size === "task") return "This looks like one task.";
  const several = tasks === 2 ? " side by side" : ", some of them side by side";
  const shape = size === "chain" ? " in one chain" : several;
  return `This looks like ${tasks} tasks${shape}.`;
}

function parseSize(typed: string): SizeAnswer | Wrong {
  const word = typed.toLowerCase();
  if (word === "talk" || isYes(typed)) return { kind: "talk" };
  if (word === "do" || word === "none") return { kind: "do" };
  if (word === "short") return { kind: "talk" };
  if (word === "full") return { kind: "full" };
  return { wrong: "Answer do (one engineer builds it, without a talk), talk, or full (all phases)." };
}
