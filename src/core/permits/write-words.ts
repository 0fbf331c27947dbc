import type { Policy } from "../terms/policy.ts";
import { oneLine } from "../text/one-line.ts";
import { caps } from "./size-caps.ts";

/** What its author may write, what asks and what never: part of a task's opening. */
export function writeWords({ write = {}, commands }: Policy): string {
  const { allow, ask = [], deny = [], within } = write;
  const asks = [
    ...(allow ? ["every other path"] : []),
    ...(ask.length > 0 ? [listed(ask)] : []),
    "CI files, hooks, editor and agent settings, AGENTS.md and the like",
    `a file above ${caps.file / 1_000_000} MB, more than ${caps.files} files or ${caps.bytes / 1_000_000} MB in all`,
    ...(commands === "ask" ? ["every command"] : []),
  ];
  return [
    `You may write ${allow ? listed(allow) : "the project's files"}${within === undefined ? "" : `, in ${oneLine(within)} only; the checks run there`}.`,
    `A person is asked first for ${asks.join("; ")}.`,
    `Never: ${[".git", ".huddle", "secrets", ...deny.map(oneLine)].join(", ")}.`,
  ].join(" ");
}

function listed(patterns: readonly string[]): string {
  return patterns.length === 0 ? "nothing" : patterns.map(oneLine).join(", ");
}
