import { execFile } from "node:child_process";
import { cp, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import type { Project } from "../../src/app/project.ts";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import { worktreesOf } from "../../src/cli/wire/places.ts";
import type { SessionFiles } from "../../src/core/ports/sessions.ts";
import { emptyPlace } from "./git-place.ts";
import { plainEnv } from "./plain.ts";
import "./many-wires.ts";

/** What the version that wrote the log said about it, as `summary.json` keeps it. */
export interface OldSummary {
  readonly session: string;
  /** What that version's own session ended with when nothing disturbed it. */
  readonly whole?: { readonly tree: string; readonly commits: readonly string[] };
  readonly replayed: { readonly facts: number; readonly intents: number; readonly requests: number };
  readonly state: Readonly<Record<string, unknown>>;
}

export interface OldLog {
  readonly summary: OldSummary;
  readonly repository: string;
  readonly env: Record<string, string>;
  readonly log: string;
  readonly project: Project;
  readonly files: SessionFiles;
  git(...args: readonly string[]): Promise<string>;
}

export function oldData(...path: readonly string[]): string {
  return join(import.meta.dirname, "..", "data", "logs", ...path);
}

/** Sets up a repository, a session and its worktrees from `test/data/logs`, in a folder that is removed after the test. */
export async function unpackOldLog(name: string): Promise<OldLog> {
  // Written in this form, and never again.
  const summary = JSON.parse(await readFile(oldData(name, "summary.json"), "utf8")) as OldSummary;
  const repository = join(await emptyPlace(), "repo");
  const env = plainEnv(join(repository, ".."));
  const run = promisify(execFile);
  const git = async (...args: readonly string[]) =>
    (await run("git", ["-C", repository, ...args], { env })).stdout.trimEnd();
  await run("git", ["init", "-q", "-b", "main", "--template=", repository], { env });
  await run("sh", ["-c", 'git fast-import --quiet <"$0"', oldData(name, "repository.export")], {
    cwd: repository,
    env,
  });
  await git("reset", "-q", "--hard");
  const session = join(repository, ".git", "huddle", "sessions", summary.session);
  const log = join(session, "log.jsonl");
  for (const part of ["log.jsonl", "blobs"])
    await cp(oldData(name, part), join(session, part), { recursive: true });

  const wire = openWire({ env, cwd: repository });
  const project = await wire.openProject();
  await standWorktrees(git, join(worktreesOf(wire.folders, join(repository, ".git")), summary.session));
  const files = await project.sessions.open(summary.session);
  onTestFinished(() => files.close());
  return { summary, repository, env, log, project, files, git };
}

/** Recreates each worktree that was in use, from the commit kept in `refs/left`. The log names it where it once stood. */
async function standWorktrees(git: OldLog["git"], folder: string): Promise<void> {
  const left = await git("for-each-ref", "--format=%(refname)", "refs/left");
  if (left === "") return;
  for (const ref of left.split("\n")) {
    const path = join(folder, basename(ref));
    await git("worktree", "add", "-q", "--detach", path, `${ref}^`);
    await git("-C", path, "restore", "--worktree", "--source", ref, ".");
    await git("update-ref", "-d", ref);
  }
}
