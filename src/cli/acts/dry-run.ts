import { type DryStep, dryRun } from "../../app/dry/dry-run.ts";
import { nextAt } from "../../app/look/next-for.ts";
import { livingRunner } from "../../app/run/take-lease.ts";
import type { AtSession } from "../../app/sessions/with-session.ts";
import { accountName, capText, counted, moneyText } from "../../core/views/cost/money-text.ts";
import { type InboxItem, inboxOf } from "../../core/views/inbox/inbox.ts";
import { oneLine } from "../../core/views/plain-text.ts";
import { type ExitCode, exitCodes } from "../exit-codes.ts";
import { capFrom, type RunOptions } from "../options.ts";
import { headingOf } from "../print/heading.ts";
import { report } from "../print/report.ts";
import type { Wire } from "../wire/wire.ts";

/** `huddle run --dry-run`: who would be asked next, how much is sent, what it costs at most. Asks and writes nothing. */
export async function dryRunAct(wire: Wire, options: RunOptions, at: AtSession): Promise<ExitCode> {
  const { auto, until, maxTurns } = options;
  const steps = await dryRun(at.project, at.files, {
    ...(auto && { auto }),
    ...(until !== undefined && { until }),
    ...(maxTurns !== undefined && { maxTurns }),
    budget: capFrom(options),
  });
  const state = at.files.journal.state();
  const runner = await livingRunner(at.project, at.files);
  const waits = inboxOf(state, wire.clock.now());
  const lines = [
    ...headingOf(at),
    ...(runner ? [`Process ${runner.pid} on ${runner.host} runs this session. As the log stands now:`] : []),
    ...(steps.length === 0 ? nothing(waits) : ["A run would do this next; nothing was asked:"]),
    ...steps.flatMap(stepLines),
  ];
  const document = { session: at.files.id, dryRun: true, steps, waits: waits.map(({ id }) => id) };
  report(wire, options, document, lines, await nextAt(at));
  return exitCodes.finished;
}

function nothing(waits: readonly InboxItem[]): readonly string[] {
  if (waits.length === 0) return ["A run would do nothing."];
  return [
    "A run would do nothing before you answer:",
    ...waits.map(({ id, title }) => `  ${id}  ${oneLine(title)}`),
  ];
}

function stepLines({ what, member, model, outcome }: DryStep): readonly string[] {
  const who =
    member === undefined ? "" : `, by ${member}${model === undefined ? "" : ` with ${oneLine(model)}`}`;
  return [`  ${what}${who}`, ...outcomeLines(outcome).map((line) => `    ${line}`)];
}

function outcomeLines(outcome: DryStep["outcome"]): readonly string[] {
  switch (outcome.kind) {
    case "asks": {
      const { bytes, worst, budgets, attempt, notBefore } = outcome;
      const again = attempt > 1 ? `, attempt ${attempt}` : "";
      const wait = notBefore === undefined ? "" : `, not before ${notBefore.slice(11, 19)}`;
      const { micros, input, output } = worst;
      const most = { micros: micros ?? 0, unknown: micros === undefined ? 1 : 0, requests: 1 };
      return [
        `request: ${counted(bytes, "byte")}, at most ${counted(input, "token")}; reply: at most ${counted(output, "token")}${again}${wait}`,
        `costs at most ${moneyText(most)}${micros === undefined ? " (no price is known for this model)" : ""}`,
        ...budgets.map(({ key, left }) => `left of the budget of ${accountName(key)}: ${capText(left)}`),
      ];
    }
    case "over-budget":
      return [`would not be asked: ${outcome.why}`];
    case "asks-nobody":
      return [
        outcome.dependsOn === undefined
          ? "asks no model"
          : `asks no model; what comes next depends on ${outcome.dependsOn}`,
      ];
    case "not-known":
      return [`what would be asked is not known yet: ${outcome.why}`];
  }
}
