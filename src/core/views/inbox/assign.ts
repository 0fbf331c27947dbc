import type { AssignAnswer, AssignWait } from "../../decide/waits/assign.ts";
import { proposedOwners } from "../../rules/assign-tasks.ts";
import { isYes, type WaitWords } from "./wait-words.ts";

export function assignWords(wait: AssignWait): WaitWords<AssignAnswer> {
  const title = `Nobody has ${wait.tasks.join(", ")} yet`;
  return {
    title,
    text: (state) =>
      proposedOwners(state)
        .map(({ task, seat, why }) => `${task}: ${seat} (${why})`)
        .join("\n"),
    asked: `${title}.`,
    next: "some tasks have no engineer yet; yes accepts the proposal",
    offers: [
      { answer: { kind: "assign" }, label: "yes (as proposed)", typed: "yes" },
      { command: "huddle assign <task> <name> …" },
      { command: "huddle assign --volunteer" },
    ],
    parse: (typed) =>
      isYes(typed)
        ? { kind: "assign" }
        : { wrong: "Answer yes to accept the proposal, or type: huddle assign t1 <name> …" },
  };
}
