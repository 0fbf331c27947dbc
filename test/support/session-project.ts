import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Project } from "../../src/app/project.ts";
import { type NewSession, newSession } from "../../src/app/sessions/new-session.ts";
import { Fault } from "../../src/core/fault.ts";
import type { SessionFiles } from "../../src/core/ports/sessions.ts";
import { openSessionStore } from "../../src/log/session-store.ts";
import { policy, team } from "./plans.ts";

export interface SessionProject {
  readonly project: Project;
  /** Opens a session that is closed when the test ends. */
  open(title: string, more?: Partial<NewSession>): Promise<SessionFiles>;
}

/** A project as far as its sessions go: real logs in a folder of their own. A minute passes whenever somebody looks. */
export async function sessionProject(): Promise<SessionProject> {
  const root = await realpath(await mkdtemp(join(tmpdir(), "sessions-")));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  let minutes = 0;
  const now = () => new Date(Date.UTC(2026, 0, 1, 0, minutes++)).toISOString();
  const project = {
    root,
    sessions: openSessionStore(root, { now, temporary: tmpdir(), program: "test" }),
    processes: { life: async () => "dead" },
    clock: { now },
    canUseTools: () => undefined,
    assertFree: async () => {},
    lacking: async () => [],
    leftovers: async () => ({ branches: [], held: 0, forUndo: 0, folders: [] }),
    holdBase: async () => {},
    hasFolder: async () => true,
    readTeam: () => Promise.reject(new Fault("config.invalid", "there are no files to follow")),
  } as unknown as Project; // all that sessions are opened and looked for with
  return {
    project,
    async open(title, more = {}) {
      const request = { title, brief: "", seats: team, policy, base: "base", branch: "main", ...more };
      const files = await newSession(project, request);
      onTestFinished(() => files.close());
      return files;
    },
  };
}

export const grooming: Partial<NewSession> = {
  kind: "grooming",
  policy: { ...policy, phases: ["exploration"] },
};
