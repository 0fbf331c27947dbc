import type { Flag, Tried } from "../core/facts/check-result-schema.ts";
import type { EventOf } from "../core/facts/events.ts";
import { byHarness, type Draft } from "../core/facts/fact.ts";
import type { CheckRun } from "../core/ports/check-run.ts";
import type { LeftOut } from "../core/ports/workspace.ts";
import { checkName } from "../core/reports/check-ended.ts";
import { failedCheckWords } from "../core/reports/failed-check.ts";
import { type CheckSaid, type Judged, judgeRuns, sameCheck } from "../core/reports/judge.ts";
import { tellingLines } from "../core/reports/telling-lines.ts";
import { nameWords, type TestReport } from "../core/reports/test-report.ts";
import { referenceOf, setUpInForce, withoutLeftOut } from "../core/state/baseline.ts";
import type { Results } from "../core/state/session.ts";
import type { State } from "../core/state/state.ts";
import type { Instant } from "../core/terms/ids.ts";
import type { Check } from "../core/terms/policy.ts";
import { foreignText } from "../core/text/foreign-text.ts";
import type { StepContext } from "../core/work/step-context.ts";

export interface Evidence {
  /** No check fails, or only as it did on the base commit. */
  readonly passed: boolean;
  readonly results: Results;
  /** For a person or a model to read: which tests fail, and the end of what each failed check printed. */
  readonly words: string;
  /** A check that could not start, and the line that says why. This is no fault of the code. */
  readonly broken?: string;
  /** Failures that were not there on the base commit, and those that were; `reference` is the seq of those checks. */
  readonly reference?: number;
  readonly fresh: readonly string[];
  readonly known: readonly string[];
  /** Failures that one run on this commit showed, and another did not. */
  readonly flaky: readonly string[];
  /** Everything ran in a sandbox. */
  readonly isSandboxed: boolean;
}

/** What results are compared with. */
interface Reference {
  readonly seq: number;
  readonly results: Results;
}

/** Where checks run: a clean checkout of a commit. */
export interface CheckedAt {
  readonly worktree: string;
  readonly commit: string;
}

/**
 * Runs the harness's own checks, without those that a person left out, and keeps what they print. A model's claim that
 * tests pass changes nothing. Where set-up fails, no check runs.
 */
export async function gatherEvidence(
  context: StepContext,
  at: CheckedAt,
  checks: readonly Check[],
  reference?: Reference,
): Promise<Evidence> {
  const before = await setUpAt(context, at);
  if (before && before.exit !== 0) return evidenceOf(context, [before], reference);
  const runs = await runAt(context, at, checks);
  const again = reference ? await runAgain(context, at, runs, { checks, reference }) : [];
  return evidenceOf(context, before ? [before, ...runs] : runs, reference, again);
}

/** How often a check runs on one commit if all that fails anew failed and passed on one before. */
const mostRuns = 5;

interface Again {
  readonly checks: readonly Check[];
  readonly reference: Reference;
}

/**
 * What fails anew runs once more, on the same commit. If what failed both times is known as flaky, that says little
 * about the commit, so the check runs a few times more. What could not start or took too long would do the same again.
 */
async function runAgain(
  context: StepContext,
  at: CheckedAt,
  first: readonly CheckRun[],
  { checks, reference }: Again,
): Promise<readonly CheckRun[]> {
  const { flaky = [] } = context.journal.state().session;
  const runs = [...first];
  for (;;) {
    const due = first.filter((run) => {
      const those = runs.filter((one) => isSame(one, run));
      const last = those.at(-1);
      if (!last || last.broken !== undefined || last.exit === null) return false;
      const { ok, fresh } = judgeRuns(
        [saidBy(run), ...those.slice(1).map(saidBy)],
        sameCheck(reference.results, run),
      );
      if (ok || those.length === 1) return !ok;
      return those.length < mostRuns && fresh.some((one) => flaky.includes(one));
    });
    const next = checks.filter(({ name, run }) => sameCheck(due, { name, command: run }) !== undefined);
    if (next.length === 0) return runs.slice(first.length);
    runs.push(...(await runAt(context, at, next)));
  }
}

function isSame(one: CheckRun, { name, command }: CheckRun): boolean {
  return one.name === name && one.command === command;
}

function saidBy({ name, command, exit, broken, report }: CheckRun): CheckSaid {
  return { name, command, exit, ...told(report), ...(broken !== undefined && { broken }) };
}

/** Makes what the commit depends on. Undefined: that is there, or nothing is needed. */
export async function setUpAt(
  { workspace, signal, journal }: StepContext,
  { worktree, commit }: CheckedAt,
): Promise<CheckRun | undefined> {
  const setup = setUpInForce(journal.state());
  const { timeoutMs } = journal.state().session.policy.checks;
  return setup && workspace.setUp(worktree, setup, { commit, timeoutMs }, signal);
}

export function runAt(
  { workspace, signal, journal }: StepContext,
  { worktree }: CheckedAt,
  checks: readonly Check[],
): Promise<readonly CheckRun[]> {
  const state = journal.state();
  const how = { timeoutMs: state.session.policy.checks.timeoutMs, setup: setUpInForce(state) };
  return workspace.runChecks(worktree, withoutLeftOut(state, checks), how, signal);
}

/** What checks that ran are evidence of, compared with earlier ones. */
export async function evidenceOf(
  context: StepContext,
  first: readonly CheckRun[],
  reference?: Reference,
  again: readonly CheckRun[] = [],
): Promise<Evidence> {
  const later = (run: CheckRun) => again.filter((one) => isSame(one, run));
  const judged = first.map((run) =>
    judgeRuns([saidBy(run), ...later(run).map(saidBy)], reference && sameCheck(reference.results, run)),
  );
  const runs = first.map((run) => later(run).reduce(bothOf, run));
  const results = await Promise.all(runs.map((run) => kept(context, run)));
  const { flaky: flakyBefore = [] } = context.journal.state().session;
  const failed = first.flatMap((run, index) => {
    const found = judged[index];
    // What is told is the last run: it printed the same once more.
    if (!found || found.ok) return [];
    const still = found.fresh.filter((one) => flakyBefore.includes(one));
    return [failedWords(later(run).at(-1) ?? run, found, { still, runs: later(run).length + 1 })];
  });
  const known = judged.flatMap((one) => one.known);
  const flaky = judged.flatMap((one) => one.flaky);
  const broken = runs.find((run) => run.broken !== undefined);
  return {
    ...(broken && { broken: `${checkName(broken)} could not start: ${broken.broken}` }),
    passed: failed.length === 0,
    results,
    words: failed.length === 0 ? passedWords(results, { known, flaky }) : failed.join("\n\n"),
    ...(reference && { reference: reference.seq }),
    fresh: judged.flatMap((one) => one.fresh),
    known,
    flaky,
    isSandboxed: runs.length > 0 && runs.every(({ sandbox }) => sandbox !== "none"),
  };
}

/** The later run, with what was printed before. */
function bothOf(first: CheckRun, second: CheckRun): CheckRun {
  const output = `${first.output.trimEnd()}\n[it failed anew, so it ran again]\n${second.output}`;
  return { ...second, output, ms: first.ms + second.ms };
}

/** For landing and shipping: what was mended by an earlier landing must not break again. */
export function landingReference(state: State): Reference | undefined {
  const { baseline } = state.session;
  return baseline && { seq: baseline.seq, results: referenceOf(state) };
}

/** What a person and the reviewer should know beside the results. */
interface Noticed {
  /** What makes the checks say less than before. */
  readonly flags?: readonly Flag[];
  /** The same for all that has landed, since the session's base commit. */
  readonly sinceBase?: readonly Flag[] | undefined;
  /** What the checked commit leaves out of what its author wrote. */
  readonly leftOut?: readonly LeftOut[];
  /** When the checks ran, and in which session unless a person tried them, if this one took the results over. */
  readonly measured?: { readonly session?: string; readonly at: Instant } | undefined;
  /** How an author's tests came to run on a commit that was judged before. */
  readonly tried?: Tried;
}

/** The fact of this evidence. */
export function checksFinished(
  evidence: Evidence,
  about: Pick<EventOf<"checks.finished">, "task" | "commit" | "why">,
  { flags = [], sinceBase, leftOut = [], measured, tried }: Noticed = {},
): Draft {
  const { passed, results, reference, fresh, known, flaky, isSandboxed } = evidence;
  return byHarness({
    type: "checks.finished",
    ...about,
    passed,
    results,
    sandboxed: isSandboxed,
    ...(measured && { measured: takenOver(measured) }),
    ...(reference !== undefined && { reference, new: [...fresh], known: [...known] }),
    ...(flaky.length > 0 && { flaky: [...flaky] }),
    ...(flags.length > 0 && { flags: [...flags] }),
    ...(sinceBase && { sinceBase: [...sinceBase] }),
    ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
    ...(tried && { tried }),
  });
}

function takenOver({ session, at }: NonNullable<Noticed["measured"]>) {
  return { ...(session !== undefined && { session }), at };
}

/** Sums up checks that all passed, or failed as they did before. */
export function passedWords(
  results: Results,
  { known = [], flaky = [] }: { readonly known?: readonly string[]; readonly flaky?: readonly string[] } = {},
): string {
  const words = greenWords(results, known);
  return flaky.length === 0 ? words : `${words}; flaky, as runs of one commit disagree: ${few(flaky)}`;
}

function greenWords(results: Results, known: readonly string[]): string {
  if (results.length === 0) return "no checks are configured";
  const tests = results.reduce((sum, { counts }) => sum + (counts?.passed ?? 0), 0);
  const counted = tests === 1 ? "1 test" : `${tests} tests`;
  if (known.length === 0) return `checks pass${tests > 0 ? `, ${counted}` : ""}`;
  const passing = tests > 0 ? `, ${counted} ${tests === 1 ? "passes" : "pass"}` : "";
  return `no new failure${passing}; red since before this work: ${few(known)}`;
}

const mostKnown = 5;

function few(names: readonly string[]): string {
  const rest = names.length - mostKnown;
  return `${names.slice(0, mostKnown).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

async function kept({ blobs, redaction }: StepContext, run: CheckRun): Promise<Results[number]> {
  const isUnnamed = run.exit !== 0 && run.broken === undefined && run.report.failing.length === 0;
  const tail = isUnnamed ? tellingLines(foreignText(run.output, redaction)) : "";
  return {
    name: run.name,
    command: run.command,
    exit: run.exit,
    ms: Math.round(run.ms),
    ...told(run.report),
    ...(run.undone && { undone: [...run.undone] }),
    ...(run.broken !== undefined && { broken: run.broken }),
    ...(tail !== "" && { tail }),
    blob: await blobs.put(run.output),
  };
}

/** Only what is new is to be mended. `still`: what was flaky before, and passed in none of so many runs. */
function failedWords(
  run: CheckRun,
  { fresh, known }: Judged,
  { still, runs }: { readonly still: readonly string[]; readonly runs: number },
): string {
  const isNew = new Set(fresh);
  const failing = run.report.failing.filter((test) => isNew.has(`${run.name}: ${nameWords(test)}`));
  return [
    failedCheckWords({ ...run, report: { ...run.report, failing } }),
    ...(known.length > 0 ? [`Red since before this work, so leave it alone: ${few(known)}`] : []),
    ...(still.length > 0
      ? [`Flaky on an earlier commit, but passed in none of ${runs} runs on this one: ${few(still)}`]
      : []),
  ].join("\n\n");
}

/** What the fact keeps of the tests: how many ran, and which failed; messages stand in the output. */
export function told({ format, counts, failing, more }: TestReport): Partial<Results[number]> {
  return {
    ...(format !== undefined && { format }),
    ...(counts && { counts }),
    ...(failing.length > 0 && { failing: failing.map(({ message: _, ...name }) => name) }),
    ...(more > 0 && { moreFailing: more }),
  };
}
