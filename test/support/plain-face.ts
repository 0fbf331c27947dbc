import type { Project } from "../../src/app/project.ts";
import { playRun } from "../../src/app/run/play-run.ts";
import { prepareRun, type TeamModels } from "../../src/app/run/prepare-run.ts";
import type { RunEnding } from "../../src/app/run/run-session.ts";
import { watchSession } from "../../src/app/run/watch-session.ts";
import { newSession } from "../../src/app/sessions/new-session.ts";
import { type Preparing, prepareSession } from "../../src/app/sessions/prepare-session.ts";
import { withSession } from "../../src/app/sessions/with-session.ts";
import { planShip } from "../../src/app/ship/plan-ship.ts";
import { shipSession } from "../../src/app/ship/ship-session.ts";
import type { SessionFiles } from "../../src/core/ports/sessions.ts";
import type { FeedItem } from "../../src/core/views/now/feed.ts";

/** A face of a few lines. It imports nothing but app and core, so what it needs is what every face can have. */

const noAbort = new AbortController().signal;

export type Tell = (item: FeedItem) => void;

export async function openPlainly(
  project: Project,
  wanted: Required<Pick<Preparing, "repository" | "readTeam">> & {
    readonly title: string;
    readonly brief: string;
  },
): Promise<SessionFiles> {
  const { start } = await prepareSession(project, {
    ...wanted,
    purpose: "iteration",
    cap: {},
    command: "start",
  });
  return newSession(project, { ...start, title: wanted.title, brief: wanted.brief });
}

/** Runs a session as far as it goes without a person, ships it, and tells all that happens meanwhile. */
export async function runPlainly(
  project: Project,
  files: SessionFiles,
  models: TeamModels,
  tell: Tell,
): Promise<RunEnding> {
  const watching = watchSession(files, tell);
  try {
    const { model } = await prepareRun(project, files, { models: async () => models, cap: {} });
    const playing = { model, lease: {}, linger: false, signal: noAbort, later: noAbort };
    const ending = await playRun(project, files, playing);
    const plan = await planShip(project, files);
    await shipSession(project, files, plan, { signal: noAbort });
    await watching.told(files.journal.state().head);
    return ending;
  } finally {
    await watching.stop();
  }
}

/** Looks on from the first fact until the session is over and its runner has left. */
export async function lookOn(project: Project, session: string, tell: Tell): Promise<void> {
  await withSession(project, session, async ({ files }) => {
    const watching = watchSession(files, tell);
    await watching.until(
      (state) => state.session.ending !== undefined && state.runner?.stopped !== undefined,
      noAbort,
    );
    await watching.stop();
  });
}
