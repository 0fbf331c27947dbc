import type { Trial, TrialRun } from "../../ports/check-run.ts";
import { checkName } from "../../reports/check-ended.ts";
import { redWords } from "../../reports/judge.ts";
import { setUpName } from "../../terms/policy.ts";
import { durationWords } from "../now/duration.ts";

/** How one of them ended: whether it runs, how long that takes, and what is red. */
export function trialLines(run: TrialRun): readonly string[] {
  if (run.exit === 0) return [`✓ ${checkName(run)}: ${tookWords(run)}${passedWords(run)}`];
  const [first = "", ...more] = redWords(run).split("\n");
  return [`✗ after ${tookWords(run)}: ${first}`, ...more];
}

/** What all of it means for a team. */
export function trialSummary({ commit, runs }: Pick<Trial, "commit" | "runs">): string {
  const { broken, red } = troubleOf(runs);
  const at = `on commit ${commit.slice(0, 8)}`;
  if (broken.length > 0)
    return `${broken.join(" and ")} cannot start here. Install what is missing, or change .huddle/team.json; then try again.`;
  const setup = runs.find(({ name }) => name === setUpName);
  if (setup && setup.exit !== 0)
    return `Set-up fails ${at}, and without it no check can run. Mend that first, or change "setup" in .huddle/team.json; then try again.`;
  if (red.length > 0)
    return `${red.join(" and ")} ${red.length === 1 ? "is" : "are"} red ${at}, before anybody began. A team may start: it asks you about that once, and then only new failures count.`;
  return `Everything passes ${at}.`;
}

/** Which of them could not start, and which failed. Set-up that fails keeps all others from starting. */
export function troubleOf(runs: readonly TrialRun[]): {
  readonly broken: readonly string[];
  readonly red: readonly string[];
} {
  const named = (those: readonly TrialRun[]) => those.map(({ name }) => name);
  return {
    broken: named(runs.filter((run) => run.broken !== undefined)),
    red: named(runs.filter((run) => run.exit !== 0 && run.broken === undefined)),
  };
}

function tookWords({ ms }: TrialRun): string {
  return ms < 1000 ? "less than 1 s" : durationWords(Math.round(ms / 1000));
}

function passedWords({ counts }: TrialRun): string {
  if (!counts || counts.passed === 0) return "";
  return counts.passed === 1 ? ", 1 test passes" : `, ${counts.passed} tests pass`;
}
