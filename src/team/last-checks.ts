import type { Task } from "../core/state/task.ts";
import { oneLine } from "../core/text/one-line.ts";

const most = 20;

/** What the checks said of the newest landing: results, failing tests by name, and what green checks do not show. */
export function lastChecks(landed: readonly Task[]): string {
  const newest = landed.toSorted((one, other) => other.movedAt - one.movedAt)[0];
  const { results = [], known = [], flaky = [], sinceBase = [] } = newest?.evidence ?? {};
  if (results.length === 0) return "none are configured.";
  const each = results.map(({ name, exit, counts }) => {
    const tests = counts ? ` (${counts.passed} passed, ${counts.failed} failed)` : "";
    return `${name} ${exit === 0 ? "passes" : "fails"}${tests}`;
  });
  const failing = results.flatMap((result) => result.failing ?? []);
  return [
    `${each.join("; ")}.`,
    ...lines(
      "fails",
      failing.map(
        ({ file, suite, test, place }) =>
          `${[suite, test].filter(Boolean).join(" > ")} (${place ?? file ?? "no place given"})`,
      ),
    ),
    ...lines("failed before anything was built", known),
    ...lines("passes in one run and fails in another", flaky),
    ...lines(
      "flagged since the base commit",
      sinceBase.map(({ text }) => text),
    ),
  ].join("\n");
}

function lines(what: string, those: readonly string[]): readonly string[] {
  const shown = those.slice(0, most).map((one) => oneLine(`- ${what}: ${one}`));
  return those.length > most ? [...shown, `- ${what}: and ${those.length - most} more`] : shown;
}
