import { Fault } from "../../core/fault.ts";
import type { Trial } from "../../core/ports/check-run.ts";
import type { Policy, Seat } from "../../core/terms/policy.ts";
import type { Reached } from "../../core/views/choice/reached.ts";
import { reachTrouble } from "../../core/views/choice/reached-words.ts";
import { trialSummary, troubleOf } from "../../core/views/next/trial-lines.ts";
import { type Finding, fine, note, wrong } from "../look/finding.ts";
import type { Project } from "../project.ts";
import { checkTeam } from "../sessions/check-team.ts";
import { prepareSession } from "../sessions/prepare-session.ts";
import { executionOf } from "../settings/trust.ts";
import { makerFinding } from "./maker-finding.ts";

/** What a session needs beside a machine and a repository. */
export interface TeamGround {
  readonly repository: {
    readonly head?: string;
    readonly branch?: string;
    readonly identity?: Policy["author"];
  };
  /** Looks whether a model can be asked, without paying for it. */
  reach(model: string): Promise<Reached>;
}

/** Whether a session could start here now, and its team work: models, checks, settings. */
export async function* examineTeam(project: Project, ground: TeamGround): AsyncIterable<Finding> {
  const { seats, policy } = (await teamOf(project)) ?? { seats: [], policy: {} };
  for (const [model, members] of byModel(seats))
    yield modelFinding(model, members, await ground.reach(model));
  yield* makerFinding(seats, policy);
  yield* await checksFindings(project);
  yield await sessionFinding(project, ground);
}

/** Undefined: the files are not valid, which is told where they are examined. */
async function teamOf(project: Project): Promise<Awaited<ReturnType<Project["readTeam"]>> | undefined> {
  try {
    return await project.readTeam();
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

function byModel(seats: readonly Seat[]): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const { id, model } of seats) users.set(model, [...(users.get(model) ?? []), id]);
  return users;
}

function modelFinding(model: string, members: readonly string[], reached: Reached): Finding {
  const topic = `model ${model}`;
  const whose = members.join(", ");
  const trouble = reachTrouble(model, reached);
  if (trouble) return wrong(topic, `${trouble.what} (for ${whose}). ${trouble.remedy}: huddle model`);
  if (reached.kind === "ready") return fine(topic, `its provider answers and has it (for ${whose})`);
  return note(
    topic,
    `its provider answers, but has no list of its models, so only huddle model check can tell (for ${whose})`,
  );
}

/** What a person saw when they tried the checks that the files name now. */
async function checksFindings(project: Project): Promise<readonly Finding[]> {
  try {
    const execution = executionOf(await project.readTeam(), project.hash);
    if (!execution)
      return [note("checks", "none are set, so nothing would test the work. huddle init finds some")];
    const trial = await project.trials.newest();
    return [trial?.hash === execution.hash ? trialFinding(trial) : untried];
  } catch (error) {
    if (error instanceof Fault) return [];
    throw error;
  }
}

const untried = note("checks", "nobody has tried them here yet. To try them: huddle init --try");

function trialFinding(trial: Trial): Finding {
  const { broken, red } = troubleOf(trial.runs);
  const words = trialSummary(trial);
  if (broken.length > 0) return wrong("checks", words);
  return red.length > 0 ? note("checks", words) : fine("checks", words);
}

/** The same questions that a new session asks, with nothing opened. */
async function sessionFinding(project: Project, { repository }: TeamGround): Promise<Finding> {
  const { head, branch, identity } = repository;
  if (head === undefined || identity === undefined)
    return wrong(
      "new session",
      `cannot start: ${head === undefined ? "there is no commit yet" : "git does not know who you are"}`,
    );
  try {
    const { start } = await prepareSession(project, {
      repository: { head, identity, ...(branch !== undefined && { branch }) },
      purpose: "iteration",
      cap: {},
      command: 'huddle new "…"',
    });
    checkTeam(start.seats, project.canUseTools);
    return fine("new session", `can start from ${branch ?? "a detached head"} at ${head.slice(0, 8)}`);
  } catch (error) {
    if (error instanceof Fault) return wrong("new session", `cannot start: ${error.message}`);
    throw error;
  }
}
