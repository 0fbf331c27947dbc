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
      { answer: { kind: "talk" }, label: "talk", typed: "talk" },
    ],
    parse: parseSize,
  };
}

export function howLarge({ size, tasks }: Pick<SizeWait, "size" | "tasks">): string {
  if (size === "task") return "This looks like one task.";
  const several = tasks === 2 ? " side by side" : ", some of them side by side";
  const shape = size === "chain" ? " in one chain" : several;
  return `This looks like ${tasks} tasks${shape}.`;
}

function parseSize(typed: string): SizeAnswer | Wrong {
  const word = typed.toLowerCase();
  if (word === "talk" || isYes(typed)) return { kind: "talk" };
  if (word === "do") return { kind: "do" };
  return { wrong: "Answer do (one engineer builds it, without a talk) or talk." };
}
