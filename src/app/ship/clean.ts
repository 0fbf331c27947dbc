import { unreadableLog } from "../../core/fault.ts";
import type { Instant } from "../../core/terms/ids.ts";
import type { Project } from "../project.ts";
import { livingRunner } from "../run/take-lease.ts";

/** Something that Huddle keeps on the disk. */
export interface Stored {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly changedAt: Instant;
}

/** What Huddle keeps for a repository outside of its sessions' logs. Listing changes nothing. */
export interface Storage {
  /** A folder for each session, named like it. */
  worktrees(): Promise<readonly Stored[]>;
  /** What set-up made, by its key, and what it began to make, as `<key>.<session>.<fence>`. */
  dependencies(): Promise<readonly Stored[]>;
  /** What checks said of base commits. */
  baselines(): Promise<readonly Stored[]>;
  /** What a look at this machine needed for a moment. */
  temporary(): Promise<readonly Stored[]>;
  /** Side files of a session that no line of its log names. */
  strayBlobs(session: string): Promise<readonly Stored[]>;
  remove(path: string): Promise<void>;
}

/** Something that no session needs any more. */
export interface CleanItem {
  readonly kind: "worktrees" | "dependencies" | "baselines" | "temporary" | "blob";
  readonly path: string;
  readonly bytes: number;
  readonly why: string;
  readonly session?: string;
}

/** A day: what is younger may belong to a process that is at work. */
const oldMs = 24 * 60 * 60 * 1_000;

/** Looks for what can go. A session that is being run, or whose log cannot be read, keeps everything. */
export async function planClean(project: Project, storage: Storage): Promise<readonly CleanItem[]> {
  const sessions = new Map<string, SessionUse>();
  for (const id of await project.sessions.list()) sessions.set(id, await useOf(project, id));
  const now = Date.parse(project.clock.now());
  const isOld = ({ changedAt }: Stored) => now - Date.parse(changedAt) > oldMs;
  const blobs: CleanItem[] = [];
  for (const [session, use] of sessions) {
    if (use === "running") continue;
    const stray = (await storage.strayBlobs(session)).filter(isOld);
    blobs.push(
      ...stray.map(({ path, bytes }) => ({
        kind: "blob" as const,
        path,
        bytes,
        why: "no event names it",
        session,
      })),
    );
  }
  return [
    ...(await storage.worktrees()).flatMap((stored) => worktreeItem(stored, sessions.get(stored.name))),
    ...(await storage.dependencies()).flatMap((stored) => dependencyItem(stored, sessions)),
    ...baselineItems(await storage.baselines(), sessions),
    ...(await storage.temporary())
      .filter(isOld)
      .map(({ path, bytes }) => ({ kind: "temporary" as const, path, bytes, why: "left over" })),
    ...blobs,
  ];
}

/** Removes what the plan names and what can still go. Returns what was removed. */
export async function clean(
  project: Project,
  storage: Storage,
  plan: readonly CleanItem[],
): Promise<readonly CleanItem[]> {
  const still = new Set((await planClean(project, storage)).map(({ path }) => path));
  const removed = plan.filter(({ path }) => still.has(path));
  for (const { kind, path, session } of removed) {
    // Git has records of worktrees, and some may belong to another repository.
    if (kind === "worktrees" && session !== undefined) await project.openWorkspace(session, 0).clear();
    else await storage.remove(path);
  }
  return removed;
}

/** Running: a process may be at work on it, or nobody can tell what it needs. */
type SessionUse = "running" | "open" | "over";

async function useOf(project: Project, id: string): Promise<SessionUse> {
  try {
    const files = await project.sessions.open(id);
    try {
      // Of a log whose end was cut off, nobody knows what its lost events named.
      if (files.eventsOnceKnown !== undefined || (await livingRunner(project, files))) return "running";
      const { opened, ending } = files.journal.state().session;
      return opened > 0 && ending === undefined ? "open" : "over";
    } finally {
      await files.close();
    }
  } catch (error) {
    if (unreadableLog(error) === undefined) throw error;
    return "running";
  }
}

function worktreeItem({ name, path, bytes }: Stored, use: SessionUse | undefined): readonly CleanItem[] {
  if (use === "running" || use === "open") return [];
  const why = use === "over" ? "its session is over" : "its session has no log any more";
  return [{ kind: "worktrees", path, bytes, why, session: name }];
}

function dependencyItem(
  { name, path, bytes }: Stored,
  sessions: ReadonlyMap<string, SessionUse>,
): readonly CleanItem[] {
  const [, maker] = /^[^.]+\.(.+)\.\d+(?:\.damaged)?$/.exec(name) ?? [];
  const item = { kind: "dependencies" as const, path, bytes };
  if (maker !== undefined)
    return sessions.get(maker) === "running" ? [] : [{ ...item, why: "set-up did not finish it" }];
  return isAnyOpen(sessions) ? [] : [{ ...item, why: "no session is open; set-up makes it again" }];
}

function baselineItems(
  stored: readonly Stored[],
  sessions: ReadonlyMap<string, SessionUse>,
): readonly CleanItem[] {
  if (isAnyOpen(sessions)) return [];
  const why = "no session is open; the checks run again on the base commit";
  return stored.map(({ path, bytes }) => ({ kind: "baselines", path, bytes, why }));
}

function isAnyOpen(sessions: ReadonlyMap<string, SessionUse>): boolean {
  const uses = [...sessions.values()];
  return uses.includes("running") || uses.includes("open");
}
