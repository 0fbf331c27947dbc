import { mkdtemp, realpath } from "node:fs/promises";
import { join } from "node:path";
import { noKeys } from "../core/text/redaction.ts";
import { startedBy, versionCommand } from "./checks/program-versions.ts";
import { checkEnvironment, type Environment } from "./processes/environment.ts";
import { runCommand } from "./processes/run-command.ts";
import { discard } from "./remove-tree.ts";
import { makePlace } from "./sandbox/probe.ts";
import type { Inside, Sandbox } from "./sandbox/sandbox.ts";

/** Where a program is, and what it says about its version, as far as Huddle knows how to ask. */
export interface ProgramPlace {
  readonly path: string;
  readonly version?: string;
}

/** Left out: it is not there. `inside` means nothing without a sandbox. */
export interface FoundProgram {
  readonly program: string;
  readonly outside?: ProgramPlace;
  readonly inside?: ProgramPlace;
}

export interface ProgramSearch {
  /** The folder that the commands run in, for programs of the project's own. */
  readonly root: string;
  readonly env: Environment;
  readonly temporary: string;
  readonly sandbox?: Sandbox;
}

const timeoutMs = 20_000;
const mostBytes = 256 * 1024;

/** Looks for every program that these commands start, on this machine and inside the sandbox. Starts none of the project's. */
export async function findPrograms(
  runs: readonly string[],
  { root, env, temporary, sandbox }: ProgramSearch,
): Promise<readonly FoundProgram[]> {
  const programs = startedBy(runs);
  if (programs.length === 0) return [];
  const folder = await realpath(await mkdtemp(join(temporary, "huddle-programs-")));
  try {
    const own = programs.filter(isOwn);
    const others = programs.filter((program) => !isOwn(program));
    const ask = (names: readonly string[], cwd: string, inside?: Inside) =>
      asked(names, { cwd, folder, env: inside?.env ?? checkEnvironment(env, folder), ...inside });
    const outside = new Map([...(await ask(others, folder)), ...(await ask(own, root))]);
    const place = sandbox && (await makePlace(folder));
    const within = place && (await ask(others, place.worktree, await sandbox.enter(place)));
    return programs
      .filter((program) => outside.get(program) !== "builtin")
      .map((program) => placesOf(program, outside, isOwn(program) ? outside : within));
  } finally {
    await discard(folder);
  }
}

/** A path within the project: it is in every worktree. */
function isOwn(program: string): boolean {
  return program.includes("/") && !program.startsWith("/");
}

type Places = ReadonlyMap<string, ProgramPlace | "builtin">;

function placesOf(program: string, outside: Places, inside: Places | undefined): FoundProgram {
  const [out, within] = [outside.get(program), inside?.get(program)];
  return {
    program,
    ...(typeof out === "object" && { outside: out }),
    ...(typeof within === "object" && { inside: within }),
  };
}

interface Asking {
  readonly cwd: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly start?: readonly string[];
}

/** Those that are there. What the shell does itself is no program. */
async function asked(programs: readonly string[], { cwd, folder, env, start }: Asking): Promise<Places> {
  if (programs.length === 0) return new Map();
  const { output } = await runCommand(
    {
      command: programs.map(question).join("\n"),
      cwd,
      env,
      ...(start && { start }),
      record: join(folder, "record"),
      timeoutMs,
      mostBytes,
      redaction: noKeys,
    },
    new AbortController().signal,
  );
  const found = output.split("\n").map((line) => line.split("\t"));
  return new Map(
    found.flatMap(([program, path, version]): [string, ProgramPlace | "builtin"][] => {
      if (program === undefined || !path || version === undefined) return [];
      if (!path.includes("/")) return [[program, "builtin"]];
      return [[program, { path, ...(version !== "" && { version }) }]];
    }),
  );
}

/** Prints the name, the path and the version, with tabs between them. Names have no characters that a shell knows. */
function question(program: string): string {
  const version = versionCommand(program);
  const said = version === undefined ? "" : `$(${version} 2> /dev/null < /dev/null | head -n 1)`;
  return `found=$(command -v -- ${program} 2> /dev/null) && printf '%s\\t%s\\t%s\\n' ${program} "$found" "${said}"`;
}
