import { z } from "zod";
import { heldPaths } from "../../../core/permits/held.ts";
import type { CheckRun } from "../../../core/ports/check-run.ts";
import { checkName } from "../../../core/reports/check-ended.ts";
import { failedCheckWords } from "../../../core/reports/failed-check.ts";
import { defineTool, failure } from "../../../core/work/tool.ts";

export const runChecks = defineTool({
  name: "run_checks",
  summary:
    "Run the project's checks on your worktree as it is now: which fail, with the failing tests first. Ends nothing, and is no evidence: the harness checks again after done.",
  effect: "runs",
  input: z.object({
    names: z
      .array(z.string().max(40))
      .max(20)
      .default([])
      .describe("only these; left out: those that run after done"),
  }),
  /** What runs after done decides, and so does a run of every check that failed. */
  mends: ({ names }, failed) =>
    names.length === 0 || (failed.names.length > 0 && failed.names.every((name) => names.includes(name))),
  async run({ names }, commands) {
    const ended = await commands.check(names);
    if ("kind" in ended) return failure(ended.reason);
    const { runs, ms, tree, changed } = ended;
    return {
      failed: runs.some(({ exit }) => exit !== 0),
      text: runs.map(checkWords).join("\n\n"),
      ran: { ms: Math.round(ms), tree, changed, ...heldPaths(ended) },
      printed: runs.map(({ command, output }) => `$ ${command}\n${output.trimEnd()}\n`).join("\n"),
    };
  },
});

/** What a check came to, for the member who ran it. */
export function checkWords(run: CheckRun): string {
  if (run.broken !== undefined) return `${checkName(run)} could not start: ${run.broken}`;
  if (run.exit !== 0) return failedCheckWords(run);
  const { counts } = run.report;
  const tests = counts ? ` (${counts.passed === 1 ? "1 test" : `${counts.passed} tests`})` : "";
  return `${checkName(run)} passes${tests}, ${(run.ms / 1000).toFixed(1)} s`;
}
