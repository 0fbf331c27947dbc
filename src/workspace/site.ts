import { mkdirSync, realpathSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Clock } from "../core/ports/clock.ts";
import type { Check } from "../core/terms/policy.ts";
import type { Redaction } from "../core/text/redaction.ts";
import type { Disk } from "./files/disk.ts";
import type { Git } from "./git/run-git.ts";
import type { Environment } from "./processes/environment.ts";
import type { Isolation } from "./processes/isolation.ts";
import type { runCommand } from "./processes/run-command.ts";
import { discard } from "./remove-tree.ts";
import type { SandboxHere } from "./sandbox-here.ts";
import type { Tell } from "./telling.ts";

/** What every function of a workspace needs to know: where it works, and for which runner. */
export interface Site {
  /** Outside the repository. Missing until something is written there. Holds `<name>.<fence>` worktrees, `tmp.<fence>` and `children/<fence>`. */
  readonly folder: string;
  readonly fence: number;
  readonly env: Environment;
  readonly clock: Clock;
  readonly redaction: Redaction;
  readonly git: Git;
  readonly disk: Disk;
  readonly runCommand: typeof runCommand;
  /** Told when a command waits for its turn. */
  readonly tell?: Tell;
  /** What keeps members' commands inside their worktrees. */
  sandbox(): Promise<SandboxHere>;
  /** Where what set-up made is kept, for all sessions of the repository. */
  readonly dependencies: string;
  /** Where it is kept what checks said of base commits, for all sessions of the repository. Left out: nowhere. */
  readonly baselines?: string;
  /** Worktrees in which set-up ran, and for what, where each needs its own. */
  readonly setUpIn: Map<string, string>;
  /** The versions of the programs that checks start. */
  versions(checks: readonly Check[]): Promise<readonly string[]>;
  /** How checks are kept from seeing other processes. */
  isolation(): Promise<Isolation>;
  /** The git folder that all worktrees of the repository share. */
  commonDir(): Promise<string>;
}

/**
 * The folder of a worktree that a fact names. Only its name counts: older logs hold whole paths, and the session
 * may have been moved since, to another folder or to another machine.
 */
export function placeOf(site: Pick<Site, "folder">, worktree: string): string {
  return join(site.folder, basename(worktree));
}

/** The path without links, also of what is not there yet: then of the part that is. */
export function realPlace(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === path) throw error;
    return join(realPlace(parent), basename(path));
  }
}

/** A folder for what this runner keeps between calls, beside the worktrees. It is swept with the runner. */
export function keptScratch(site: Pick<Site, "folder" | "fence">, name: string): string {
  return join(site.folder, `tmp.${site.fence}`, name);
}

/** A new folder for temporary things of one try, beside the worktrees and on their file system. */
export async function scratch(site: Pick<Site, "folder" | "fence">, kind: string): Promise<string> {
  return mkdtemp(join(temporaryFolder(site), `${kind}-`));
}

/** Makes one temporary file in the same place, where `make` fails if something has its name already. */
export async function scratchFile(
  site: Pick<Site, "folder" | "fence">,
  kind: string,
  make: (path: string) => Promise<void>,
): Promise<string> {
  const folder = temporaryFolder(site);
  for (let number = 1; ; number += 1) {
    const path = join(folder, `${kind}-${number}`);
    try {
      await make(path);
      return path;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
      await discard(path);
      throw error;
    }
  }
}

function temporaryFolder({ folder, fence }: Pick<Site, "folder" | "fence">): string {
  const path = join(folder, `tmp.${fence}`);
  mkdirSync(path, { recursive: true });
  return path;
}
