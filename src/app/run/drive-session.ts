import type { SandboxFound } from "../../core/facts/command-schema.ts";
import { byHarness } from "../../core/facts/fact.ts";
import { Fault } from "../../core/fault.ts";
import type { Model } from "../../core/ports/model.ts";
import type { SessionFiles, SignalServer } from "../../core/ports/sessions.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import type { State } from "../../core/state/state.ts";
import { defaultWaitMs } from "../../core/terms/defaults.ts";
import { isRehearsal, mayRunCommands, phasesOf } from "../../core/terms/policy.ts";
import { holdsWorktree } from "../../core/terms/task-machine.ts";
import { baseRef, branchRefs, commitRef, heldRefs, landedRef, passingRefs } from "../../floor/branches.ts";
import type { Project } from "../project.ts";
import { keepArtifactFiles } from "./artifact-files.ts";
import { type RunEnding, runSession, type SessionRun } from "./run-session.ts";
import { type Lease, type LeaseRequest, takeLease } from "./take-lease.ts";

export interface Drive {
  readonly lease: LeaseRequest;
  readonly model: Model;
  readonly signal: AbortSignal;
  /** Keep running while only a person can go on. */
  readonly linger: boolean;
  /** How long a person is waited for who is not there. Left out: as the settings say. */
  readonly waitMs?: number;
  /** Only these steps, as long as one of them is wanted. Left out: all. */
  only?: SessionRun["only"];
  /** Called when this process has become the runner, before the first step. */
  onLease?(fence: number): void;
}

export type Driven =
  | RunEnding
  | { readonly kind: "busy"; readonly runner: Extract<Lease, { kind: "busy" }>["runner"] };

/** Becomes the session's runner, drives it as far as it goes, and leaves. Busy: another process runs it. */
export async function driveSession(project: Project, files: SessionFiles, drive: Drive): Promise<Driven> {
  const sandbox = await sandboxFor(project, files.journal.state());
  const unattended = waitOf(drive, files.journal.state());
  const request = { ...drive.lease, ...(sandbox && { sandbox }), ...unattended };
  const lease = await takeLease(files, project.processes, project.clock, request);
  if (lease.kind === "busy") return lease;
  drive.onLease?.(lease.fence);
  const over = new AbortController();
  let pulse = (_: number) => {};
  files.beat(over.signal, (passedMs) => pulse(passedMs));
  const journal = files.journal.fenced(lease.fence);
  const kept = keepArtifactFiles(files);
  let server: SignalServer | undefined;
  try {
    server = await files.serveSignals();
    const workspace = project.openWorkspace(files.id, lease.fence, isScripted(journal.state()));
    await workspace.holdAll(objectsOf(files.id, journal.state()));
    await workspace.sweep(worktreesInUse(journal.state()), journal.state().fences);
    const ending = await runSession({
      session: files.id,
      journal,
      fence: lease.fence,
      blobs: files.blobs,
      workspace,
      model: drive.model,
      prompts: project.prompts,
      clock: project.clock,
      hash: project.hash,
      redaction: project.redaction,
      price: project.price,
      random: project.random,
      signal: drive.signal,
      linger: drive.linger,
      ...waitOf(drive, journal.state()),
      ...(drive.only && { only: drive.only }),
      emit: (signal) => server?.emit(signal),
      onPulse: (hear) => {
        pulse = hear;
      },
    });
    await journal.append(() => [byHarness({ type: "runner.stopped", why: ending.why })]);
    if (ending.kind === "finished") await workspace.clear(journal.state().fences);
    if (journal.state().session.ending) await letGo(workspace, files.id, journal.state());
    return ending;
  } finally {
    over.abort();
    await server?.close();
    await kept.stop();
  }
}

/** A person who watches and wants to be asked is waited for without end. */
function waitOf({ linger, waitMs }: Drive, { session: { policy } }: State): { readonly waitMs?: number } {
  const isThere = linger && policy.pace !== "auto";
  return isThere ? {} : { waitMs: waitMs ?? policy.wait ?? defaultWaitMs };
}

/** What keeps commands and checks in their worktrees, if this session has any. */
async function sandboxFor(project: Project, state: State): Promise<SandboxFound | undefined> {
  if (isScripted(state) || !phasesOf(state.session.policy).includes("implementation")) return undefined;
  const found = await project.sandbox();
  if (found.state !== "ready") return { kind: "none" };
  const { state: _, ...sandbox } = found;
  return sandbox;
}

/** What a scripted team builds is known, so its checks need no sandbox: the demo plays on a bare machine. */
function isScripted({ session: { seats, policy } }: State): boolean {
  return isRehearsal(seats) && !mayRunCommands(policy);
}

/** The session is over, and its log says so. What was shipped can be taken back, so that stays. What cannot be removed now is listed by `doctor`, and `drop` removes it. */
async function letGo(workspace: Workspace, session: string, state: State): Promise<void> {
  const held = state.session.shipped ? passingRefs(session) : [heldRefs(session)];
  try {
    await workspace.release(branchRefs(session), ...held);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
}

/** The worktrees that tasks hold, which sweeping must leave alone. */
function worktreesInUse(state: State): readonly string[] {
  return Object.values(state.tasks).flatMap((task) =>
    task.worktree !== undefined && (holdsWorktree(task.state) || task.holding !== undefined)
      ? [task.worktree]
      : [],
  );
}

/** What the rest of the session needs in git, by the refs that hold it. Older versions held nothing. */
function objectsOf(session: string, state: State): Readonly<Record<string, string>> {
  const commits = Object.values(state.tasks).flatMap(({ id, commit, review }) => [
    ...(commit === undefined ? [] : [[commitRef(session, `task/${id}`), commit]]),
    ...(review ? [[commitRef(session, `reviewed/${id}`), review.commit]] : []),
  ]);
  const { integration } = state;
  const { base } = state.session.repo;
  return {
    [baseRef(session)]: base,
    ...(integration !== base && { [landedRef(session)]: integration }),
    ...Object.fromEntries(commits),
  };
}
