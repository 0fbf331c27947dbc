import { Fault, unreadableLog } from "../../core/fault.ts";
import type { LogCheck, SessionFiles } from "../../core/ports/sessions.ts";
import { systemFault } from "../../core/system-fault.ts";
import { assertPrompts } from "../../core/terms/prompt-files.ts";
import { shellWord } from "../../core/text/quoted.ts";
import { integrationRef } from "../../floor/branches.ts";
import type { Project } from "../project.ts";
import { isOpen } from "../sessions/pick-session.ts";
import { cutOff } from "./cut-off.ts";
import { type Finding, fine, note, sandboxFinding, wrong } from "./finding.ts";
import { type ProgramPlaces, programFindings } from "./program-findings.ts";

/** What the examination needs to know about the machine. */
export interface Machine extends ProgramPlaces {
  readonly nodeVersion: string;
  gitVersion(): Promise<string>;
  /** Why checks can see other processes on this machine. Undefined: they see only their own. */
  sharedProcesses(): Promise<string | undefined>;
  /** The disk the folder is on: "local", "unknown", or the name of a file system that machines share. */
  diskOf(path: string): Promise<string>;
  /** How many bytes are free on that disk. Undefined: the system does not say. */
  freeBytes(path: string): Promise<number | undefined>;
  /** The folder on whose disk worktrees are made. */
  readonly stateFolder: string;
  /** Lock files in git's own folder that are old enough to be left over. */
  oldLocks(root: string): Promise<readonly { readonly path: string; readonly age: string }[]>;
  /** The path of the team file, if there is one. Throws a Fault when the file is not valid. */
  teamFile(root: string): Promise<string | undefined>;
  /** The same for the person's settings. */
  userConfig(): Promise<{ readonly path: string; readonly readableByOthers: boolean } | undefined>;
  worktrees(
    root: string,
  ): Promise<readonly { session: string; path: string; worktrees: readonly string[] }[]>;
}

const needs = { node: "20.19", git: "2.38" } as const;

export async function* examineMachine(machine: Machine): AsyncIterable<Finding> {
  yield versionFinding("Node", machine.nodeVersion.replace(/^v/, ""), needs.node, "https://nodejs.org");
  yield await guarded("git", async () =>
    versionFinding("git", await machine.gitVersion(), needs.git, "https://git-scm.com"),
  );
  // Before all that reads them, so that what is wrong is told where it can be mended.
  yield await guarded("your settings", async () => {
    const found = await machine.userConfig();
    if (!found) return fine("your settings", "none, so the defaults hold");
    return found.readableByOthers
      ? wrong("your settings", `others can read ${found.path}. Type: chmod 600 ${found.path}`)
      : fine("your settings", found.path);
  });
  const sandbox = await machine.sandbox().catch(() => undefined);
  yield await guarded("sandbox", async () => sandboxFinding(await machine.sandbox()));
  if (sandbox?.state === "off") yield processFinding(await machine.sharedProcesses());
}

/** Everything about one project: its team file, its disk, and every session from the first line to the last. */
export async function* examineProject(machine: Machine, project: Project): AsyncIterable<Finding> {
  yield await guarded("team file", async () => {
    const path = await machine.teamFile(project.root);
    return path === undefined
      ? note("team file", "none, so the defaults hold. huddle init writes one")
      : fine("team file", path);
  });
  yield* await programFindings(machine, project);
  yield await guarded("prompts", async () => {
    const set = await project.promptFiles();
    assertPrompts(set);
    const own = set.files.filter((file) => file.own).map((file) => file.name);
    return fine("prompts", own.length === 0 ? "as shipped" : `the project's own: ${own.join(", ")}`);
  });
  yield await guarded("instructions", () => instructionsFinding(project));
  yield* await lackingFindings(project);
  yield* await diskFindings(machine, {
    topic: "disk",
    path: project.root,
    wayOut: "Clone the repository to one",
  });
  yield* await diskFindings(machine, {
    topic: "disk of worktrees",
    path: machine.stateFolder,
    wayOut: "Set XDG_STATE_HOME to a folder on a local disk",
  });
  yield* lockFindings(await machine.oldLocks(project.root));
  const ids = await project.sessions.list();
  if (ids.length === 0) yield fine("sessions", "none yet");
  for (const id of ids) yield* examined(project, id);
  yield await guarded("worktrees", () => worktreeFinding(machine, project, ids));
}

/** One session that cannot be examined does not keep the others from it. */
async function* examined(project: Project, id: string): AsyncIterable<Finding> {
  try {
    yield* examineSession(project, id);
  } catch (error) {
    const fault = error instanceof Fault ? error : systemFault(error);
    if (!fault) throw error;
    yield wrong(`session ${id}`, fault.message);
  }
}

async function* examineSession(project: Project, id: string): AsyncIterable<Finding> {
  const check = await project.sessions.check(id);
  if (check.damage) {
    yield wrong(`session ${id}`, `${damageText(check.damage)}${await landedWork(project, id)}`);
    return;
  }
  yield logFinding(id, check);
  const files = await project.sessions.open(id);
  try {
    const { runner } = files.journal.state();
    if (!runner || runner.stopped !== undefined) return;
    const life = await project.processes.life(runner);
    const who = `process ${runner.pid} on ${runner.host}`;
    const topic = `runner of ${id}`;
    if (life === "alive") yield fine(topic, `${who} is at work`);
    else if (life === "elsewhere") yield note(topic, `${who}; Huddle cannot check it from this machine`);
    else if (isOpen(files))
      yield note(topic, `${who} is gone; nothing is lost, ${goingOn(files)} goes on from there`);
  } finally {
    await files.close();
  }
}

function goingOn({ id, journal }: SessionFiles): string {
  return journal.state().session.kind === "grooming"
    ? `huddle groom continue ${id}`
    : `huddle run --session ${id}`;
}

function damageText({ line, reason }: NonNullable<LogCheck["damage"]>): string {
  return `damaged${line > 0 ? ` at line ${line}` : ""}: ${reason}`;
}

/** A session has this branch from its first landing until it is over. */
async function landedWork(project: Project, id: string): Promise<string> {
  const { branches } = await project.leftovers(id);
  const main = branches.find(({ name }) => `refs/heads/${name}` === integrationRef(id));
  return main ? `. Work that has landed is on the branch ${main.name}` : "";
}

function logFinding(id: string, check: LogCheck): Finding {
  const topic = `session ${id}`;
  const [first] = check.invalid;
  if (first)
    return wrong(topic, `line ${first.line} (event ${first.seq}): ${first.reason}${more(check.invalid)}`);
  if (check.eventsOnceKnown !== undefined) return wrong(topic, cutOff(check.counted, check.eventsOnceKnown));
  if (check.counted === 0)
    return note(topic, `never begun: a process ended before its first event. You may delete its folder`);
  const left = [
    ...(check.torn > 0 ? [`${check.torn} torn`] : []),
    ...(check.losing > 0 ? [`${check.losing} that lost a race`] : []),
  ];
  const lines = left.length > 0 ? `; ${left.join(" and ")}, which do not count and do no harm` : "";
  const unknown = check.unknown > 0 ? `; ${check.unknown} of kinds that only a newer version knows` : "";
  return fine(topic, `${check.counted} events in ${check.lines} lines${lines}${unknown}`);
}

function more(all: readonly unknown[]): string {
  return all.length > 1 ? `, and ${all.length - 1} more` : "";
}

async function worktreeFinding(machine: Machine, project: Project, ids: readonly string[]): Promise<Finding> {
  const left: string[] = [];
  let standing = 0;
  for (const { session, path, worktrees } of await machine.worktrees(project.root)) {
    standing += worktrees.length;
    if (!ids.includes(session)) left.push(`${path}: its log is gone; you may delete the folder`);
  }
  for (const id of ids)
    if (!(await stillOpen(project, id)) && (await isLeft(project, id))) left.push(`huddle drop ${id}`);
  if (left.length === 0) return fine("worktrees", standing === 0 ? "none" : `${standing}, all in use`);
  return note(
    "worktrees",
    `branches, refs or folders are left over from sessions that are over:\n${left.map((line) => `  ${line}`).join("\n")}`,
  );
}

/** Whether something of a session that is over is still in git or on the disk. */
async function isLeft(project: Project, id: string): Promise<boolean> {
  const { branches, held, forUndo, folders } = await project.leftovers(id);
  if (branches.length + held - forUndo + folders.length > 0) return true;
  return forUndo > 0 && !(await isShipped(project, id));
}

/** What was shipped can be taken back, so what that needs is not left over. */
async function isShipped(project: Project, id: string): Promise<boolean> {
  const files = await project.sessions.open(id);
  try {
    return files.journal.state().session.shipped !== undefined;
  } finally {
    await files.close();
  }
}

/** A session whose log cannot be read may still be open. */
async function stillOpen(project: Project, id: string): Promise<boolean> {
  try {
    const { opened, over } = await project.sessions.card(id);
    return opened && over === undefined;
  } catch (error) {
    if (unreadableLog(error) === undefined) throw error;
    return true;
  }
}

/** The instructions in the commit that a new session would start from. */
async function instructionsFinding(project: Project): Promise<Finding> {
  const found = await project.prompts.instructions("HEAD");
  if (!found) return fine("instructions", "none: neither AGENTS.md nor CLAUDE.md is committed");
  return "refused" in found
    ? note("instructions", `${found.file} is not used: ${found.refused}`)
    : fine("instructions", `${found.file}, as committed`);
}

/** What a session that starts now would have to do without. Silent about what a project does not use. */
async function lackingFindings(project: Project): Promise<readonly Finding[]> {
  const lacking = await project.lacking("HEAD");
  return lacking.map(({ topic, stops, text }) => (stops ? wrong : note)(topic, text));
}

function lockFindings(locks: Awaited<ReturnType<Machine["oldLocks"]>>): readonly Finding[] {
  return locks.map(({ path, age }) =>
    note(
      "lock of git",
      `${path} is ${age} old, so a git command that was killed probably left it behind. If no git command is at work here, type: rm ${shellWord(path)}`,
    ),
  );
}

const littleSpace = 1_000_000_000;

/** Where something is kept, and what a person can do if that disk does not serve. */
interface Place {
  readonly topic: string;
  readonly path: string;
  readonly wayOut: string;
}

async function diskFindings(machine: Machine, place: Place): Promise<readonly Finding[]> {
  const free = await machine.freeBytes(place.path);
  return [diskFinding(place, await machine.diskOf(place.path)), ...spaceFindings(place, free)];
}

function diskFinding({ topic, wayOut }: Place, kind: string): Finding {
  if (kind === "local") return fine(topic, "local");
  if (kind === "unknown") return note(topic, "of an unknown kind; sessions need a local disk");
  return wrong(topic, `${kind}, which other machines share. Sessions need a local disk. ${wayOut}`);
}

function spaceFindings({ topic }: Place, free: number | undefined): readonly Finding[] {
  if (free === undefined || free >= littleSpace) return [];
  const size = `${Math.floor(free / 1_000_000)} MB`;
  return [note(topic, `nearly full: ${size} are free. Worktrees, checks and the log need space`)];
}

/** Without a sandbox, tests that a model wrote run with the person's rights; what they see is all that can be limited. */
function processFinding(why: string | undefined): Finding {
  return why === undefined
    ? fine("checks", "see only processes of their own, but run with your rights")
    : note(
        "checks",
        `run with your rights and can see your processes and their environment, keys included: ${why}`,
      );
}

function versionFinding(topic: string, found: string, needed: string, where: string): Finding {
  if (isAtLeast(found, needed)) return fine(topic, found);
  return wrong(topic, `${found} is too old; ${needed} or newer is needed. See ${where}`);
}

export function isAtLeast(found: string, needed: string): boolean {
  const [a, b] = [found, needed].map((version) =>
    version.split(".").map((part) => Number.parseInt(part, 10) || 0),
  );
  for (const [index, least] of (b ?? []).entries()) {
    const have = a?.[index] ?? 0;
    if (have !== least) return have > least;
  }
  return true;
}

async function guarded(topic: string, look: () => Promise<Finding>): Promise<Finding> {
  try {
    return await look();
  } catch (error) {
    const fault = error instanceof Fault ? error : systemFault(error);
    if (fault) return wrong(topic, fault.message);
    throw error;
  }
}
