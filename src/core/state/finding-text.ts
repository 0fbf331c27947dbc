import type { Findings } from "../terms/artifacts.ts";

/** A finding on one line: how bad, which task, where, what. */
export function findingText({ severity, task, file, line, text }: Findings["findings"][number]): string {
  const place = file === undefined ? "" : ` ${file}${line === undefined ? "" : `:${line}`}`;
  return `${severity}, ${task}${place}: ${text}`;
}
