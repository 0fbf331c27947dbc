import { mkdir, realpath, writeFile } from "node:fs/promises";
import { release } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { Fault } from "../../core/fault.ts";
import { withoutHooks } from "../processes/environment.ts";
import { type BubblewrapCan, bindsOf, bubblewrapWords, mostBinds, processWords } from "./bubblewrap-words.ts";
import type { Toolchains } from "./find-toolchains.ts";
import { dependencyMounts, dependencyVariables } from "./mounts/dependency-mounts.ts";
import { dotGit, gitMounts } from "./mounts/git-mounts.ts";
import { gradleMounts, javaVariables } from "./mounts/java-mounts.ts";
import type { Mount } from "./mounts/mount.ts";
import { proxyVariables, relayMounts, relayWords } from "./mounts/relay-mounts.ts";
import { makeEtc } from "./mounts/system-mounts.ts";
import { isBelow } from "./private-paths.ts";
import type { Inside, Place, Sandbox } from "./sandbox.ts";
import { seccompFilter } from "./seccomp-filter.ts";

export interface Bubblewrap {
  readonly program: string;
  readonly version?: string;
  readonly can: BubblewrapCan;
  readonly system: readonly Mount[];
  readonly toolchains: Toolchains;
  readonly home?: string;
  readonly lang?: string;
  /** The program that leads commands to what they may reach. Left out: they reach nothing. */
  readonly node?: string;
  readonly weaker: readonly string[];
}

const inside = "/worktree";

export function openBubblewrap(bubblewrap: Bubblewrap): Sandbox {
  const { version, weaker } = bubblewrap;
  return {
    kind: "bubblewrap",
    canShow: true,
    ...(version !== undefined && { version }),
    weaker,
    enter: (place) => enter(bubblewrap, place),
  };
}

async function enter(bubblewrap: Bubblewrap, place: Place): Promise<Inside> {
  const { program, can, system, toolchains, home, node } = bubblewrap;
  const network = place.network && node !== undefined ? { ...place.network, node } : undefined;
  const { worktree, commonDir, temporary } = place;
  for (const path of [worktree, commonDir, temporary]) await assertReal(path);
  // The command sees this folder and cannot write it.
  const own = join(temporary, ".huddle");
  await mkdir(join(temporary, "home"), { recursive: true });
  const etc = await makeEtc(join(own, "etc"));
  if (!can.size) await mkdir(join(temporary, "shm"), { recursive: true });
  const git = await gitMounts(worktree, commonDir, own);
  const tools = toolchains.roots.map((root): Mount => ({ kind: "read", from: root, at: root }));
  const mounts: readonly Mount[] = [
    ...system,
    ...etc,
    { kind: "write", from: temporary, at: "/tmp" },
    { kind: "read", from: own, at: "/tmp/.huddle" },
    ...(can.size ? [] : [{ kind: "write", from: join(temporary, "shm"), at: "/dev/shm" } as const]),
    ...hiddenIn([...system, ...tools], [home, ...checkoutOf(commonDir)]),
    ...tools,
    ...git,
    { kind: "write", from: worktree, at: inside },
    dotGit(own, inside),
    ...dependencyMounts(inside, place.dependencies),
    ...(place.dependencies ? await gradleMounts(place.dependencies) : []),
    ...(place.cache === undefined ? [] : [{ kind: "write", from: place.cache, at: "/cache" } as const]),
    ...(network ? await relayMounts(own, "/tmp/.huddle", network.node) : []),
  ];
  const binds = bindsOf(mounts);
  if (binds > mostBinds)
    throw new Fault(
      "machine.lacking",
      `A command would need ${binds} folders of this machine, and gets ${mostBinds}.`,
    );
  return {
    // Kinder than other programs: whoever watches it must not wait for it.
    start: [
      ...["nice", "-n", "5"],
      ...bubblewrapWords({ program, can, mounts, worktree: inside, ...(await filterIn(own, can)) }),
      ...processWords(place.processes, release()),
      ...(network ? relayWords("/tmp/.huddle", network.ports) : []),
    ],
    env: {
      ...insideEnvironment(bubblewrap),
      ...dependencyVariables(place.dependencies),
      ...(place.cache !== undefined && { XDG_CACHE_HOME: "/cache" }),
      ...proxyVariables(network?.proxy),
      ...javaVariables(place.dependencies, network?.proxy),
    },
    worktree: inside,
  };
}

async function filterIn(own: string, can: BubblewrapCan): Promise<{ readonly filter?: string }> {
  const bytes = can.filter ? seccompFilter(process.arch) : undefined;
  if (bytes === undefined) return {};
  const filter = join(own, "filter");
  await writeFile(filter, bytes);
  return { filter };
}

/** A path that is a link would show another folder than the one that is guarded. */
async function assertReal(path: string): Promise<void> {
  const real = isAbsolute(path) ? await realpath(path).catch(() => undefined) : "";
  if (real === path) return;
  const why = real === undefined ? "is gone" : "is not the real path of a folder";
  throw new Fault("refused", `${JSON.stringify(path)} ${why}, so no command runs there.`);
}

/** The person's own checkout, where the shared git folder lies in one. */
function checkoutOf(commonDir: string): readonly string[] {
  return basename(commonDir) === ".git" ? [dirname(commonDir)] : [];
}

/** Private folders that lie in one which is shown, such as a checkout in /usr/src. */
function hiddenIn(mounts: readonly Mount[], folders: readonly (string | undefined)[]): readonly Mount[] {
  const shown = mounts.filter(({ kind }) => kind === "read").map(({ at }) => at);
  return folders
    .filter((folder) => folder !== undefined)
    .filter((folder) => shown.some((at) => at !== folder && isBelow(at, folder)))
    .map((at) => ({ kind: "hide", at }));
}

/** All that bubblewrap itself is started with: the command can read that, too. */
function insideEnvironment({ toolchains, lang }: Bubblewrap): Record<string, string> {
  const usual = ["/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"];
  return {
    ...toolchains.variables,
    ...withoutHooks,
    PATH: [...new Set([...toolchains.path, ...usual])].join(":"),
    HOME: "/tmp/home",
    USER: "huddle",
    LOGNAME: "huddle",
    TMPDIR: "/tmp",
    LANG: lang || "C.UTF-8",
    CI: "1",
    // The index lies in the shared git folder, which cannot be written.
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
  };
}
