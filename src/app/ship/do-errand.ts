import { decide } from "../../core/decide/decide.ts";
import type { StuckWait } from "../../core/decide/waits/stuck.ts";
import type { Model } from "../../core/ports/model.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Team } from "../../core/ports/team.ts";
import type { State } from "../../core/state/state.ts";
import type { TaskId } from "../../core/terms/ids.ts";
import type { Project } from "../project.ts";
import { type Drive, driveSession } from "../run/drive-session.ts";
import { livingRunner } from "../run/take-lease.ts";
import { followTeam, recordTeam } from "../settings/follow-team.ts";
import { type AskTrust, type Execution, recordTrust, trustedExecution } from "../settings/trust.ts";

export interface ErrandOptions {
  readonly signal: AbortSignal;
  /** Asks the person to trust what the repository executes. Left out: nobody is there to ask. */
  readonly askTrust?: AskTrust | undefined;
  /** Called with what it took over from the files, in one line. No later run says it. */
  onFollowed?(words: string): void;
}

/** The beginning of a step's key. Such an errand is about one task: the rest of the team's work waits for a run. */
type OnTask = `${"hold" | "revert"}/${TaskId}`;

/** Something a person wants done beside the team's work, by the runner of now or by this process alone. */
export interface Errand<Result> {
  readonly kind: "ship" | "undo" | "sync" | OnTask;
  /** It runs the project's checks, so what they execute must be trusted. */
  readonly runsChecks: boolean;
  /** Records the wish. */
  request(): Promise<void>;
  /** What came of it. Undefined: it is still open. */
  endOf(state: State): Result | undefined;
}

export type ErrandEnd<Result> =
  | Result
  | { readonly kind: "stuck"; readonly id: string; readonly why: string; readonly code?: string }
  | { readonly kind: "stopped" };

/** Requests it in the log and sees it done, either as the runner or by watching the current one. */
export async function doErrand<Result>(
  project: Project,
  files: SessionFiles,
  errand: Errand<Result>,
  { signal, askTrust, onFollowed }: ErrandOptions,
): Promise<ErrandEnd<Result>> {
  const prepare = async () => {
    if (!errand.runsChecks) return undefined;
    const team = await project.readTeam();
    return { team, execution: await trusted(project, files, team, askTrust) };
  };
  if (!(await livingRunner(project, files))) await prepare();
  await errand.request();
  for (;;) {
    const state = files.journal.state();
    const ended = errand.endOf(state) ?? stuckEnd(state, errand.kind, project.clock.now());
    if (ended) return ended;
    if (signal.aborted) return { kind: "stopped" };
    if (await livingRunner(project, files)) {
      await soon(project, files, state, signal);
      continue;
    }
    const prepared = await prepare();
    if (prepared) {
      const followed = await recordTeam(files.journal, prepared.team, project);
      await recordTrust(files.journal, prepared.execution);
      if (followed !== "") onFollowed?.(followed);
    }
    await driveSession(project, files, {
      ...drivenBy(errand.kind),
      model: silentModel,
      signal,
      linger: false,
    });
  }
}

/** What has begun in git for the task comes first. */
function drivenBy(kind: Errand<unknown>["kind"]): Pick<Drive, "lease" | "only"> {
  const [, task] = kind.split("/");
  if (task === undefined) return { lease: { mode: "ship" } };
  return {
    lease: { mode: "task" },
    only: (step, { effects }) =>
      step.key.startsWith(`${kind}@`) ||
      ("task" in step &&
        step.task === task &&
        Object.values(effects).some((effect) => effect.step === step.key && effect.settled === undefined)),
  };
}

/** What the checks execute, once the person trusts it. */
function trusted(
  project: Project,
  { id, journal }: SessionFiles,
  team: Team,
  ask: AskTrust | undefined,
): Promise<Execution | undefined> {
  const { session } = followTeam(journal.state(), team, project);
  return trustedExecution(project, { id, session, team }, ask);
}

/** The wait for a person who must mend what keeps an errand from being done. */
export function stuckErrand(state: State, kind: Errand<unknown>["kind"], now: string): StuckWait | undefined {
  return decide(state, now).waits.find(
    (wait): wait is StuckWait => wait.kind === "stuck" && wait.step.startsWith(`${kind}@`),
  );
}

function stuckEnd(state: State, kind: Errand<unknown>["kind"], now: string) {
  const stuck = stuckErrand(state, kind, now);
  if (!stuck) return undefined;
  const { id, error: why, code } = stuck;
  return { kind: "stuck" as const, id, why, ...(code !== undefined && { code }) };
}

/** Waits until the log moves or it is time to check that the runner is alive. */
async function soon(project: Project, files: SessionFiles, state: State, signal: AbortSignal): Promise<void> {
  const enough = new AbortController();
  const stop = () => enough.abort();
  signal.addEventListener("abort", stop, { once: true });
  await Promise.race([
    files.journal.moved(state.head, enough.signal),
    project.clock.sleep(1_000, enough.signal),
  ]);
  signal.removeEventListener("abort", stop);
  enough.abort();
}

/** An errand asks no model. */
const silentModel: Model = {
  reply: () => Promise.reject(new Error("an errand asked a model")),
};
