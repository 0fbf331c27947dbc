import type { Flag } from "../core/facts/check-result-schema.ts";
import type { FileRead } from "../core/ports/files.ts";
import { flaggedParts } from "../core/reports/change/flagged-parts.ts";
import { weakerAssertions } from "../core/reports/change/weaker-assertions.ts";
import { fewerTests } from "../core/reports/fewer-tests.ts";
import type { BothSides, Found } from "../core/reports/found.ts";
import type { CheckSaid } from "../core/reports/judge.ts";
import { isTestPath, weakenedTestFiles } from "../core/reports/test-files.ts";
import { changedScripts, mayBeScript } from "../core/reports/test-scripts.ts";
import { checksInForce } from "../core/state/baseline.ts";
import type { Results } from "../core/state/session.ts";
import type { State } from "../core/state/state.ts";
import { tasksInOrder } from "../core/state/tasks-in-order.ts";
import { isDone } from "../core/terms/task-machine.ts";
import { changedFiles, changedTexts } from "../core/text/changed-files.ts";
import { foreignText } from "../core/text/foreign-text.ts";
import type { StepContext } from "../core/work/step-context.ts";
import type { Evidence } from "./gather-evidence.ts";
import { recorded, theTask } from "./the-task.ts";

/** More files than these are not looked into; the number of tests is compared all the same. */
const mostFiles = 300;

/** What in a task's commit makes its checks say less than they said before it. */
export async function flagsOfTask(
  context: StepContext,
  id: string,
  commit: string,
  { results }: Evidence,
): Promise<readonly Flag[]> {
  const state = context.journal.state();
  const base = recorded(theTask(state, id).base, "base");
  return compared(context, { base, commit }, fewerTests(results, resultsAt(state, base)));
}

/** What in all that has landed, up to this commit, makes the checks say less than on the session's base commit. */
export async function flagsSinceBase(
  context: StepContext,
  commit: string,
  { results }: Evidence,
): Promise<readonly Flag[]> {
  const state = context.journal.state();
  const { repo, baseline } = state.session;
  const fewer = fewerTests(results, baseline?.results ?? []);
  const now = await compared(context, { base: repo.base, commit }, fewer);
  return [...now, ...stillShipped(state, now)];
}

/** A later task takes a text out of a file, not out of the commit that an earlier one has landed. */
function stillShipped(state: State, now: readonly Flag[]): readonly Flag[] {
  const isTold = ({ path, line }: Flag) =>
    now.some((flag) => flag.kind === "secret" && flag.path === path && flag.line === line);
  const before = tasksInOrder(state).flatMap(({ id, flags = [], state: at }) =>
    isDone(at) ? flags.filter((flag) => flag.kind === "secret" && !isTold(flag)).map(inCommitOf(id)) : [],
  );
  return before.map((flag, index) => ({ ...flag, id: String(now.length + index + 1) }));
}

function inCommitOf(task: string): (flag: Flag) => Flag {
  return ({ text, ...flag }) => ({
    ...flag,
    text: `in the commit of ${task}, which ships as it landed, ${text}`,
  });
}

async function compared(
  context: StepContext,
  { base, commit }: { readonly base: string; readonly commit: string },
  fewer: readonly Found[],
): Promise<readonly Flag[]> {
  const checks = checksInForce(context.journal.state());
  const files = await bothSides(
    context,
    base,
    commit,
    (path) => isTestPath(path) || mayBeScript(path, checks),
  );
  const parts = flaggedParts(changedTexts(await context.workspace.diff(base, commit)));
  const found = [
    ...fewer,
    ...weakenedTestFiles(files),
    ...weakerAssertions(files),
    ...changedScripts(files, checks),
    ...parts,
  ];
  return numbered(found, (text) => foreignText(text, context.redaction));
}

/** Of a merged commit only the number of tests is compared: its files were compared when its task was tested. */
export function flagsOfLanding(state: State, was: string, results: readonly CheckSaid[]): readonly Flag[] {
  return numbered(fewerTests(results, resultsAt(state, was)), (text) => text);
}

/** What the checks said on a commit that landed; for checks that did not run then, on the base commit. */
function resultsAt({ session: { landings, baseline } }: State, commit: string): Results {
  return [...(landings?.[commit] ?? []), ...(baseline?.results ?? [])];
}

function numbered(found: readonly Found[], clean: (text: string) => string): readonly Flag[] {
  return found.map((one, index) => ({
    id: String(index + 1),
    ...one,
    path: clean(one.path),
    text: clean(one.text),
  }));
}

/** The files that were changed and that matter, before and after. What may not be read is left out. */
async function bothSides(
  { workspace, signal }: StepContext,
  from: string,
  to: string,
  matters: (path: string) => boolean,
): Promise<readonly BothSides[]> {
  const changed = changedFiles(await workspace.diff(from, to));
  const those = changed.filter(({ path, was = path }) => matters(path) || matters(was)).slice(0, mostFiles);
  if (those.length === 0) return [];
  const before = await workspace.texts(
    from,
    those.map(({ path, was = path }) => was),
    signal,
  );
  const after = await workspace.texts(
    to,
    those.map(({ path }) => path),
    signal,
  );
  return those.flatMap(({ path, was }, index) => {
    const [then, now] = [before[index], after[index]];
    if (!then || !now || then.kind === "denied" || now.kind === "denied") return [];
    return [{ path, before: textOf(then), after: textOf(now), ...(was !== undefined && { was }) }];
  });
}

function textOf(read: FileRead): string | undefined {
  return read.kind === "text" ? read.text : undefined;
}
