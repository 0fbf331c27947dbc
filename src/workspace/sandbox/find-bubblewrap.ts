import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { access, constants } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import { type Environment, only } from "../processes/environment.ts";
import type { BubblewrapCan } from "./bubblewrap-words.ts";
import { bindsOf, mostBinds } from "./bubblewrap-words.ts";
import { explainFailure, notInstalled } from "./explain-failure.ts";
import { findToolchains, type Toolchains } from "./find-toolchains.ts";
import { systemMounts } from "./mounts/system-mounts.ts";
import { openBubblewrap } from "./open-bubblewrap.ts";
import { probe } from "./probe.ts";
import type { FoundSandbox } from "./sandbox.ts";
import { seccompFilter } from "./seccomp-filter.ts";

interface BubblewrapSearch {
  /** The program that runs Huddle. */
  readonly node?: string;
  /** What set-up and checks start. */
  readonly programs?: readonly string[];
  inContainer?(): boolean;
}

/** Finds bubblewrap and tries what this system allows. */
export async function findBubblewrap(
  env: Environment,
  { node, programs, inContainer = isContainer }: BubblewrapSearch = {},
): Promise<FoundSandbox> {
  const program = await onPath("bwrap", env.PATH ?? "");
  if (program === undefined) return { kind: "missing", ...notInstalled };
  const version = await versionOf(program, env);
  const system = await systemMounts();
  const found = await findToolchains(
    env,
    system.map(({ at }) => at),
    programs,
  );
  const { toolchains, dropped } = within(found, mostBinds - bindsOf(system) - forPlace);
  const told = [...found.withheld.map(withheld), ...dropped.map(tooMany)];
  const open = (can: BubblewrapCan) =>
    openBubblewrap({
      program,
      can,
      system,
      toolchains,
      ...(version !== undefined && { version }),
      ...(node !== undefined && { node }),
      ...(env.HOME && { home: env.HOME }),
      ...(env.LANG && { lang: env.LANG }),
      weaker: [...(can.disableUserns ? [] : [nested]), ...(can.filter ? [] : [unfiltered]), ...told],
    });
  let can: BubblewrapCan = {
    disableUserns: isFrom(version, 0, 8),
    size: isFrom(version, 0, 7),
    filter: seccompFilter(process.arch) !== undefined,
  };
  for (;;) {
    const sandbox = open(can);
    const failed = await probe(sandbox, env);
    if (failed === undefined) return { kind: "ready", sandbox };
    const less = without(can, failed);
    if (less === undefined) return { kind: "missing", ...explainFailure(failed, inContainer()) };
    can = less;
  }
}

/** Docker and Podman leave these in every container. */
function isContainer(): boolean {
  return ["/.dockerenv", "/run/.containerenv"].some((path) => existsSync(path));
}

/** What is left to try, without what this failure is about. */
function without(can: BubblewrapCan, failed: string): BubblewrapCan | undefined {
  if (can.filter && /seccomp/i.test(failed)) return { ...can, filter: false };
  const cannotForbid = /unknown option|disable-userns|max_user_namespaces/i.test(failed);
  return can.disableUserns && cannotForbid ? { ...can, disableUserns: false } : undefined;
}

/** Binds for /etc, for /tmp, for git and for the worktree. */
const forPlace = 14;
const nested =
  "a command can make user namespaces of its own: bubblewrap is older than 0.8, or cannot forbid it here";
const unfiltered =
  "a command can read the keyrings that the kernel keeps for you: this kernel, or this kind of processor, has no filter for it";

function withheld(folder: string): string {
  return `${folder} is not shown, because it may hold keys; programs in it are missing`;
}

function tooMany(folder: string): string {
  return `${folder} is not shown, because there are too many folders of programs`;
}

/** The most that fit. PATH and variables name nothing that is left out. */
function within(
  all: Toolchains,
  most: number,
): { readonly toolchains: Toolchains; readonly dropped: readonly string[] } {
  const dropped = all.roots.slice(Math.max(0, most));
  const isLeft = (path: string) => !dropped.some((root) => path === root || path.startsWith(`${root}/`));
  const variables = Object.fromEntries(Object.entries(all.variables).filter(([, path]) => isLeft(path)));
  const toolchains = { ...all, roots: all.roots.filter(isLeft), path: all.path.filter(isLeft), variables };
  return { toolchains, dropped };
}

async function onPath(name: string, path: string): Promise<string | undefined> {
  for (const folder of path.split(":").filter(isAbsolute)) {
    const program = join(folder, name);
    if (
      await access(program, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return program;
  }
  return undefined;
}

function versionOf(program: string, env: Environment): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { env: only(["PATH"], env), timeout: 5000, killSignal: "SIGKILL" as const };
    execFile(program, ["--version"], options, (_, out) => resolve(/\d+(?:\.\d+)+/.exec(out)?.[0]));
  });
}

function isFrom(version: string | undefined, major: number, minor: number): boolean {
  const [first = 0, second = 0] = (version ?? "").split(".").map(Number);
  return first > major || (first === major && second >= minor);
}
