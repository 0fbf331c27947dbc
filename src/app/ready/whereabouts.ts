import { Fault } from "../../core/fault.ts";
import { deniedByName } from "../../core/permits/guard-names.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Team } from "../../core/ports/team.ts";
import type { Seat } from "../../core/terms/policy.ts";
import type { Reached } from "../../core/views/choice/reached.ts";
import { reachTrouble } from "../../core/views/choice/reached-words.ts";
import type { Whereabouts } from "../../core/views/next/whereabouts.ts";
import { type Status, statusOf } from "../look/status.ts";
import type { Project } from "../project.ts";
import type { TeamModels } from "../run/prepare-run.ts";
import { groomingsOf } from "../sessions/groomings.ts";
import { findSession, isOpen } from "../sessions/pick-session.ts";
import { followTeam } from "../settings/follow-team.ts";
import { executionOf } from "../settings/trust.ts";

/** How to find out whether a model can be asked now, without paying for it. */
interface Reaching {
  /** The model that a name stands for. */
  meant(name: string): string;
  reach(name: string): Promise<Reached>;
}

/** What there is around a person who has not said what they want. */
export interface Ground {
  readonly folder: string;
  /** It is the person's home, or the top of the disk. */
  readonly isHome: boolean;
  repository(): Promise<
    | {
        readonly top?: string;
        readonly commonDir: string;
        readonly head?: string;
        readonly identity?: unknown;
      }
    | undefined
  >;
  /** What `git add -A` would add. */
  unknownFiles(top: string): Promise<readonly string[]>;
  /** What no commit holds, so that a team does not see it. */
  uncommitted(top: string): Promise<readonly string[]>;
  project(): Promise<Project>;
  models(): Promise<Pick<TeamModels, "open"> & Reaching>;
}

export interface Found {
  readonly at: Whereabouts;
  /** The session that is open, in full. */
  readonly status?: Status;
  /** All sessions here. */
  readonly ids: readonly string[];
  /** Where a line of the shell runs. */
  readonly folder: string;
}

/**
 * Where a person stands. Nothing is changed. Where a team could work next, the providers of its models are asked for
 * their lists, which costs nothing: a wrong key is found before anybody has typed an idea.
 */
export async function whereaboutsOf(ground: Ground): Promise<Found> {
  const { folder: here, isHome } = ground;
  const repository = await ground.repository();
  if (!repository) return { at: { kind: "no-repository", folder: here, isHome }, folder: here, ids: [] };
  const { top: folder, commonDir, head, identity } = repository;
  if (folder === undefined) return { at: { kind: "no-checkout", folder: commonDir }, folder: here, ids: [] };
  if (identity === undefined) return { at: { kind: "no-identity" }, folder, ids: [] };
  if (head === undefined) return { at: await withoutCommit(ground, folder), folder, ids: [] };
  const project = await ground.project();
  const ids = await project.sessions.list();
  const picked = await findSession(project);
  try {
    if (picked && isOpen(picked.files))
      return { ...(await inSession(ground, project, picked.files)), ids, folder };
    return { at: await betweenSessions(ground, project, picked?.files.id), ids, folder };
  } finally {
    await picked?.files.close();
  }
}

async function withoutCommit(ground: Ground, top: string): Promise<Whereabouts> {
  const files = await ground.unknownFiles(top);
  // Huddle's own folder belongs into a commit, although no member may touch it.
  const secrets = files.filter(
    (path) => !path.startsWith(".huddle/") && deniedByName(path.split("/")) !== undefined,
  );
  return { kind: "no-commit", files, secrets };
}

async function betweenSessions(ground: Ground, project: Project, last?: string): Promise<Whereabouts> {
  const { root } = project;
  const team = await project.readTeam();
  const { file, seats } = team;
  if (file === undefined && last === undefined) return { kind: "no-team-file", root };
  const lacking = await modelsLacking(ground, seats);
  if (lacking) return lacking;
  const tried = await triedHere(project, team, last === undefined);
  if (tried) return tried;
  const groomings = (await groomingsOf(project)).map(({ session }) => session).toReversed();
  const unseen = await ground.uncommitted(root);
  return { kind: "nothing-open", root, groomings, unseen, ...(last !== undefined && { last }) };
}

/** What a trial of the checks leaves to do. A project that has had sessions knows its checks. */
async function triedHere(project: Project, team: Team, isFirst: boolean): Promise<Whereabouts | undefined> {
  const execution = executionOf(team, project.hash);
  if (!execution) return undefined;
  const trial = await project.trials.newest();
  if (trial?.hash !== execution.hash)
    return isFirst ? { kind: "checks-untried", runs: execution.runs } : undefined;
  return trial.runs.every(({ exit }) => exit === 0) ? undefined : { kind: "checks-red", trial };
}

async function inSession(
  ground: Ground,
  project: Project,
  files: SessionFiles,
): Promise<Omit<Found, "folder" | "ids">> {
  const status = await statusOf(project, files, false);
  const { session, next, inbox, scripted, runner } = status;
  if (inbox.length > 0) return { at: { kind: "needs-you", session, next }, status };
  // Only a run needs a model, and a scripted one brings its own.
  if (!runner && !scripted && next.command.startsWith("huddle run")) {
    const { session: then } = followTeam(files.journal.state(), await project.readTeam(), project);
    const lacking = await modelsLacking(ground, then.seats);
    if (lacking) return { at: lacking, status };
  }
  return { at: { kind: "open", session, next }, status };
}

/** Why a team with these models cannot work now. Undefined: as far as can be told without paying, it can. */
async function modelsLacking({ models }: Ground, seats: readonly Seat[]): Promise<Whereabouts | undefined> {
  const { open, meant, reach } = await models();
  const names = [...new Set(seats.map(({ model }) => meant(model)))];
  try {
    await open(names);
  } catch (error) {
    if (error instanceof Fault && error.code === "model.missing")
      return { kind: "no-model", why: error.message };
    throw error;
  }
  const reached = await Promise.all(names.map(async (name) => [name, await reach(name)] as const));
  const troubles = reached.flatMap(([name, one]) => reachTrouble(name, one) ?? []);
  const told = troubles.filter(({ what }, index) => troubles.findIndex((one) => one.what === what) === index);
  if (told.length === 0) return undefined;
  return { kind: "model-away", troubles: told, isAway: reached.some(([, { kind }]) => kind === "away") };
}
