import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import type { Environment } from "../processes/environment.ts";
import type { Git, GitCall } from "./run-git.ts";

/** A filter that files of a commit need, and that does not work on this machine. */
export interface MissingFilter {
  readonly name: string;
  /** One of the files, and how many there are. */
  readonly path: string;
  readonly count: number;
  /** The program that is not there. Undefined: git's settings do not say how to run the filter. */
  readonly program: string | undefined;
  /** Git refuses to make these files without the filter. If not required, files stay as they are stored. */
  readonly required: boolean;
}

/** `index`: a path at which nothing is, for a private index. Runs no filter. */
export async function missingFilters(
  git: Git,
  commit: string,
  { index, env }: { readonly index: string; readonly env: Environment },
): Promise<readonly MissingFilter[]> {
  if (!(await mentionsFilters(git, commit))) return [];
  const missing: MissingFilter[] = [];
  for (const [name, { path, count }] of await filtered(git, commit, index)) {
    const driver = await driverOf(git, name);
    const lacking = await lackingIn(git, driver, env);
    if (lacking === undefined) continue;
    const program = lacking.kind === "program" ? lacking.program : undefined;
    missing.push({ name, path, count, program, required: driver.get("required") === "true" });
  }
  return missing;
}

/** A quick look, because most projects have no filter at all. */
async function mentionsFilters(git: Git, commit: string): Promise<boolean> {
  const { exit } = await git(["grep", "-q", "-e", "filter", commit, "--", ":(top,glob)**/.gitattributes"], {
    env: { GIT_LITERAL_PATHSPECS: "0" },
    answers: [1],
  });
  return exit === 0;
}

/** Files with the same filter: one of them, and how many there are. */
type Filtered = Pick<MissingFilter, "path" | "count">;

/** The files of a commit by the name of their filter, as the attributes in that commit say. */
async function filtered(git: Git, commit: string, index: string): Promise<ReadonlyMap<string, Filtered>> {
  const call: GitCall = { env: { GIT_INDEX_FILE: index } };
  await git(["read-tree", commit], call);
  const { text: names } = await git(["ls-files", "-z"], call);
  const { text } = await git(["check-attr", "--cached", "-z", "--stdin", "filter"], {
    ...call,
    input: names,
  });
  const fields = text.split("\0");
  const found = new Map<string, Filtered>();
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [path = "", , value = ""] = fields.slice(at, at + 3);
    if (["unspecified", "unset", "set", ""].includes(value)) continue;
    const first = found.get(value) ?? { path, count: 0 };
    found.set(value, { ...first, count: first.count + 1 });
  }
  return found;
}

/** What git's settings say about a filter: `clean`, `smudge`, `process`, `required`. */
async function driverOf(git: Git, name: string): Promise<ReadonlyMap<string, string>> {
  const driver = new Map<string, string>();
  for (const key of ["clean", "smudge", "process"]) {
    const { exit, text } = await git(["config", "--get", `filter.${name}.${key}`], { answers: [1] });
    if (exit === 0 && text.trim() !== "") driver.set(key, text);
  }
  const required = ["config", "--type=bool", "--get", `filter.${name}.required`];
  driver.set("required", (await git(required, { answers: [1] })).text);
  return driver;
}

/** What a filter lacks: git's settings for it, or the program that they name. */
type Lacking = { readonly kind: "settings" } | { readonly kind: "program"; readonly program: string };

/** Undefined: it lacks nothing. */
async function lackingIn(
  git: Git,
  driver: ReadonlyMap<string, string>,
  env: Environment,
): Promise<Lacking | undefined> {
  const both = ["clean", "smudge"].map((key) => driver.get(key));
  const commands = driver.has("process") ? [driver.get("process")] : both;
  const required = driver.get("required") === "true";
  if (required ? commands.includes(undefined) : commands.every((one) => one === undefined))
    return { kind: "settings" };
  const { text: ofGit } = await git(["--exec-path"]);
  for (const command of commands) {
    const program = command === undefined ? undefined : programIn(command);
    if (program !== undefined && !(await isThere(program, [ofGit, ...pathsOf(env)])))
      return { kind: "program", program };
  }
  return undefined;
}

/** The program that a command line starts. Undefined: only a shell could tell. */
function programIn(command: string): string | undefined {
  const [, double, single, plain] =
    /^\s*(?:"([^"$`\\]+)"|'([^']+)'|([\w./+@~-]+))(?=\s|$)/.exec(command) ?? [];
  const program = double ?? single ?? plain;
  // A relative path is in the project, and `~` is the shell's.
  return program === undefined || program.startsWith("~") || /^[^/].*\//.test(program) ? undefined : program;
}

function pathsOf(env: Environment): readonly string[] {
  return (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
}

/** Words that a shell knows by itself. */
const builtIn = new Set(["cd", "exec", "true", "false", "test", "printf", "echo", "if", "command", "env"]);

async function isThere(program: string, folders: readonly string[]): Promise<boolean> {
  if (builtIn.has(program)) return true;
  const places = isAbsolute(program) ? [program] : folders.map((folder) => join(folder, program));
  for (const place of places) {
    const can = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (can) return true;
  }
  return false;
}
