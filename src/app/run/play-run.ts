import { decide } from "../../core/decide/decide.ts";
import type { Model } from "../../core/ports/model.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import type { Runner } from "../../core/state/session.ts";
import type { Project } from "../project.ts";
import { driveSession } from "./drive-session.ts";
import { followRun } from "./follow-run.ts";
import type { RunEnding } from "./run-session.ts";
import type { LeaseRequest } from "./take-lease.ts";

export interface PlayingRun {
  /** The model that answers for the team, from `prepareRun`. Undefined: this process only watches. */
  readonly model: Model | undefined;
  readonly lease: Omit<LeaseRequest, "mode">;
  /** Keep running while only a person can go on, because one is there to ask. */
  readonly linger: boolean;
  /** How long a person is waited for who is not there. Left out: as the settings say. */
  readonly waitMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Aborts when the person postpones what waits for them. */
  readonly later: AbortSignal;
  /** Called when another process runs the session and this one only watches. */
  onLookingOn?(runner: Runner | undefined): void;
}

/**
 * Runs the session, or watches while another process does, until there is nothing more to do here. `watchSession`
 * reports what happens meanwhile.
 */
export async function playRun(
  project: Project,
  files: SessionFiles,
  playing: PlayingRun,
): Promise<RunEnding> {
  const signal = AbortSignal.any([playing.signal, playing.later]);
  const driven = await drive(project, files, { ...playing, signal });
  const isOurs = driven && driven.kind !== "busy" && driven.kind !== "fenced";
  if (!isOurs) playing.onLookingOn?.(files.journal.state().runner);
  const ending = isOurs ? driven : await followRun(project, files, signal);
  return playing.later.aborted ? putOff(project, files) : ending;
}

async function drive(project: Project, files: SessionFiles, playing: PlayingRun) {
  const { model, lease, linger, signal, waitMs } = playing;
  if (!model) return undefined;
  const wait = waitMs === undefined ? {} : { waitMs };
  return driveSession(project, files, { lease: { mode: "run", ...lease }, model, signal, linger, ...wait });
}

/** The question stays open in the inbox. */
function putOff({ clock }: Project, { journal }: SessionFiles): RunEnding {
  const { ending } = decide(journal.state(), clock.now());
  return ending?.kind === "over-budget" ? ending : { kind: "waiting", why: "you said later" };
}
