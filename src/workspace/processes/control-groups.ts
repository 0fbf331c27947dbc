import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, rm, rmdir } from "node:fs/promises";
import { platform } from "node:os";
import { dirname, join, relative } from "node:path";
import { kill, markOf } from "./end-processes.ts";
import { pause } from "./pause.ts";
import type { Limits, Over } from "./watch-limits.ts";

/** A folder of the kernel in which this process may make groups, and what limits those. */
export interface Hierarchy {
  readonly folder: string;
  readonly processes?: Controller;
  readonly memory?: Controller;
}

/** `limit`: the file that takes it; `events`, `event`: where the kernel counts what it refused or ended for it. */
interface Controller {
  readonly limit: string;
  readonly events: string;
  readonly event: string;
}

/** Groups of one command. */
export interface ControlGroups {
  readonly folders: readonly string[];
  /** The limit that the kernel enforced. */
  over(): Over | undefined;
  remove(): Promise<void>;
}

const pids: Controller = { limit: "pids.max", events: "pids.events", event: "max" };
const memory: Controller = { limit: "memory.max", events: "memory.events", event: "oom_kill" };
const oldMemory: Controller = {
  ...{ limit: "memory.limit_in_bytes", events: "memory.oom_control", event: "oom_kill" },
};

const tries = 50;
const leastSpare = 256 * 1024 * 1024;

/** A program has threads, which the kernel counts, too. What watches a command ends it long before. */
export function hardProcesses(processes: number): number {
  return processes * 4;
}

/** What cannot be wrong for a moment, however busy the machine is: the watcher's own limits lie below. */
function hardMemory(bytes: number): number {
  return bytes + Math.max(bytes / 4, leastSpare);
}

/** The file beside a record that names the groups of its command. */
export const groupsEnding = ".groups";

/**
 * Makes groups for a command that is recorded at `record`. Their names are on disk before they are: a sweep finds them
 * after a kill at any moment. None: this system has none for us.
 */
export function makeGroups(record: string, limits: Limits, hierarchies = findHierarchies()): ControlGroups {
  const wanted = hierarchies.map((one) => ({ ...one, folder: join(one.folder, `huddle-${markOf(record)}`) }));
  const file = `${record}${groupsEnding}`;
  const isKnown =
    wanted.length > 0 &&
    couldBe(() => writeFileSync(file, wanted.map(({ folder }) => `${folder}\n`).join("")));
  const made = isKnown ? wanted.filter((one) => couldBe(() => make(one, limits))) : [];
  return {
    folders: made.map(({ folder }) => folder),
    over: () => {
      if (made.some(({ folder, memory }) => isOver(folder, memory))) return "memory";
      return made.some(({ folder, processes }) => isOver(folder, processes)) ? "processes" : undefined;
    },
    remove: async () => {
      for (const { folder } of wanted) await removeGroup(folder);
      rmSync(file, { force: true });
    },
  };
}

function make({ folder, processes, memory }: Hierarchy, limits: Limits): void {
  mkdirSync(folder);
  if (processes && limits.processes !== undefined)
    writeFileSync(join(folder, processes.limit), String(hardProcesses(limits.processes)));
  if (memory && limits.memoryBytes !== undefined)
    writeFileSync(join(folder, memory.limit), String(Math.ceil(hardMemory(limits.memoryBytes))));
}

/** False: not here. The command then runs without, and is watched as ever. */
function couldBe(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

function isOver(folder: string, controller: Controller | undefined): boolean {
  if (controller === undefined) return false;
  const lines = textOf(join(folder, controller.events)).split("\n");
  return lines.some((line) => line.startsWith(`${controller.event} `) && !line.endsWith(" 0"));
}

/** Removes the groups of a dead runner's command, with all that still runs in them. */
export async function removeRecordedGroups(file: string): Promise<void> {
  const folders = (await readFile(file, "utf8")).split("\n");
  for (const folder of folders) if (/\/huddle-[0-9a-f]{16}$/.test(folder)) await removeGroup(folder);
  await rm(file);
}

/** A group can be removed when its last process has gone. */
async function removeGroup(folder: string): Promise<void> {
  for (let tried = 0; tried < tries; tried += 1) {
    for (const pid of textOf(join(folder, "cgroup.procs")).split("\n")) if (pid !== "") kill(Number(pid));
    const error = await rmdir(folder).then(
      () => undefined,
      (failed: NodeJS.ErrnoException) => failed,
    );
    if (error?.code !== "EBUSY") return;
    await pause(20);
  }
}

/** Where this process may make groups. `about`: the folder of /proc that tells of it. */
export function findHierarchies(about = "/proc/self"): readonly Hierarchy[] {
  if (platform() !== "linux") return [];
  const mounts = textOf(join(about, "mountinfo")).split("\n").map(mountOf);
  return textOf(join(about, "cgroup"))
    .split("\n")
    .flatMap((line) => {
      const [, controllers, path] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
      if (controllers === undefined || path === undefined) return [];
      const names = controllers.split(",");
      const isNew = controllers === "";
      const mount = mounts.find((one) =>
        isNew ? one?.kind === "cgroup2" : one?.kind === "cgroup" && names.every((name) => one.has(name)),
      );
      const own = mount && placeIn(mount, path);
      if (mount === undefined || own === undefined) return [];
      const found = isNew ? newHierarchy(own, mount.at) : oldHierarchy(own, names);
      return found ? [found] : [];
    });
}

interface MountedGroups {
  readonly kind: string;
  readonly root: string;
  readonly at: string;
  has(controller: string): boolean;
}

function mountOf(line: string): MountedGroups | undefined {
  const [before = "", after = ""] = line.split(" - ");
  const [, , , root, at] = before.split(" ").map(unescaped);
  const [kind, , options = ""] = after.split(" ");
  if (root === undefined || at === undefined || !kind?.startsWith("cgroup")) return undefined;
  return { kind, root, at, has: (controller) => options.split(",").includes(controller) };
}

/** The kernel writes a space as \\040. */
function unescaped(word: string): string {
  return word.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

/** Undefined: it lies outside of what is mounted. */
function placeIn({ root, at }: MountedGroups, path: string): string | undefined {
  const below = relative(root, path);
  return below.startsWith("..") ? undefined : join(at, below);
}

function oldHierarchy(folder: string, names: readonly string[]): Hierarchy | undefined {
  const has = {
    ...(names.includes("pids") && { processes: pids }),
    ...(names.includes("memory") && { memory: oldMemory }),
  };
  return Object.keys(has).length > 0 && canWrite(folder) ? { folder, ...has } : undefined;
}

/**
 * A group that holds processes has no groups with limits below it, so a command goes beside us. It must not get away
 * from a limit that somebody has put on our own group.
 */
function newHierarchy(own: string, top: string): Hierarchy | undefined {
  for (let folder = own; ; folder = dirname(folder)) {
    const has = textOf(join(folder, "cgroup.subtree_control")).trim().split(" ");
    if (has.includes("pids") && canWrite(folder) && canWrite(join(folder, "cgroup.procs")))
      return { folder, processes: pids, ...(has.includes("memory") && { memory }) };
    if (folder === top || isLimited(folder)) return undefined;
  }
}

function isLimited(folder: string): boolean {
  return ["memory.max", "memory.high", "cpu.max", "pids.max"].some((name) => {
    const limit = textOf(join(folder, name));
    return limit !== "" && !limit.startsWith("max");
  });
}

function canWrite(path: string): boolean {
  return couldBe(() => accessSync(path, constants.W_OK));
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
