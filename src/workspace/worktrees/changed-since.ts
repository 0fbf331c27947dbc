import { lstat, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Fault } from "../../core/fault.ts";
import type { HeldByName } from "../../core/permits/held.ts";
import type { Changed } from "../../core/ports/commands.ts";
import { GitError } from "../git/git-error.ts";
import type { GitCall } from "../git/run-git.ts";
import { keptScratch, type Site } from "../site.ts";
import { unlessMissing } from "../unless-missing.ts";
import { entriesBetween } from "./gate/entries-between.ts";
import type { Entry } from "./gate/held-by-content.ts";
import { changedEntries } from "./gate/hold-back.ts";
import { stands } from "./stands.ts";
import { addNotNested, nestedWords, treeThrough } from "./write-tree.ts";

/**
 * The content of a worktree, and the paths in which it differs from `since`. Asked before and after every command, so
 * it keeps an index for each worktree, with which git looks only at files that were touched. Index and objects lie beside
 * the worktree and go with this runner: what commands make and remove does not stay in the person's repository. An
 * index that git refuses is made anew. A commit never comes from it: large files are in it by size and time alone.
 */
export async function changedSince(
  site: Site,
  path: string,
  wanted: Omit<Wanted, "folder">,
): Promise<Changed> {
  const folder = indexOf(site, path);
  try {
    return await compare(site, path, { ...wanted, folder });
  } catch (error) {
    // It may hold a repository that a command made, as if it were a submodule: git would look into that one.
    await rm(folder, { recursive: true, force: true });
    if (!(error instanceof GitError)) throw error;
    return compare(site, path, { ...wanted, folder });
  }
}

/** Where the objects lie of trees that this made. */
export function objectsBeside(site: Site, path: string): string {
  return join(indexOf(site, path), "objects");
}

function indexOf(site: Site, path: string): string {
  return keptScratch(site, `index-of-${basename(path)}`);
}

interface Wanted {
  readonly base: string;
  readonly since: string;
  readonly byName: HeldByName | undefined;
  readonly folder: string;
}

async function compare(site: Site, path: string, { base, since, byName, folder }: Wanted): Promise<Changed> {
  const objects = join(folder, "objects");
  await mkdir(objects, { recursive: true });
  const env = {
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(await site.commonDir(), "objects"),
  };
  const nested: string[] = [];
  const add = async (_: Site, call: GitCall) =>
    void nested.push(...(await addAroundNested(site, { path, folder, call })));
  const more = { env, isPassing: true } as const;
  const {
    tree,
    held,
    changed: now,
    call,
  } = await treeThrough(site, path, { base, folder, byName, more, add });
  const then = since === base ? [] : await toldBefore(folder, base, since);
  const changed = then ? entriesBetween(then, now) : await changedEntries(site, since, call);
  await tell(folder, { base, tree, changed: now });
  const [first] = nested;
  const problem = first === undefined ? {} : { problem: nestedWords(first) };
  const names = (those: readonly Entry[]) => those.map((entry) => entry.path);
  return {
    tree,
    held,
    changed: names(changed),
    added: names(changed.filter(({ before }) => before.mode === "0")),
    deleted: names(changed.filter(({ after }) => after.mode === "0")),
    ...problem,
  };
}

/** What a tree has else than `base`. The next command is mostly compared with it. */
interface Told {
  readonly base: string;
  readonly tree: string;
  readonly changed: readonly Entry[];
}

const toldName = "told.json";

async function tell(folder: string, told: Told): Promise<void> {
  await writeFile(join(folder, toldName), JSON.stringify(told));
}

/** Undefined: another tree was told last, or none. */
async function toldBefore(folder: string, base: string, tree: string): Promise<readonly Entry[] | undefined> {
  const text = await unlessMissing(readFile(join(folder, toldName), "utf8"));
  if (text === undefined) return undefined;
  const told = parsed(text);
  return told?.base === base && told.tree === tree ? told.changed : undefined;
}

/** Undefined: a full disk took a part of it. */
function parsed(text: string): Told | undefined {
  try {
    return JSON.parse(text) as Told; // this runner wrote it, where no command can write
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

interface Adding {
  readonly path: string;
  readonly folder: string;
  readonly call: GitCall;
}

/** Repositories inside the worktree are left out, and named: all else that was changed still shows. */
async function addAroundNested(site: Site, adding: Adding): Promise<readonly string[]> {
  const known: string[] = [];
  for (;;) {
    const found = await addInTime(site, adding, known);
    if (found.length === 0) return known;
    const again = found.find((one) => known.includes(one));
    if (again !== undefined) throw new Fault("refused", nestedWords(again));
    known.push(...found);
    // Git has put those with a commit into the index.
    const input = found.map((one) => `${one}\0`).join("");
    await site.git(["update-index", "--force-remove", "-z", "--stdin"], { ...adding.call, input });
  }
}

/** Git reads and packs a new file of 1 GB in half a minute, so from here on large files are told apart by size and time. */
const quickMs = 3000;
const large = 16 * 1024 * 1024;

/** Brings the index up to date; if that takes long, and from then on, without reading large files that were touched. */
async function addInTime(
  site: Site,
  { path, folder, call }: Adding,
  nested: readonly string[],
): Promise<readonly string[]> {
  const mark = join(folder, "has-large-files");
  if (!(await stands(mark))) {
    const late = AbortSignal.timeout(quickMs);
    try {
      return await addWithout(site, { ...call, signal: late }, nested);
    } catch (error) {
      if (!late.aborted || error !== late.reason) throw error;
    }
    await rm(join(folder, "index.lock"), { force: true });
    // Files of the base commit are known by their content, once.
    await site.git(["update-index", "-q", "--refresh"], { ...call, answers: [1] });
    await writeFile(mark, "");
  }
  return addAround(site, path, call, nested);
}

async function addAround(
  site: Site,
  path: string,
  call: GitCall,
  nested: readonly string[],
): Promise<readonly string[]> {
  // Neither reads a file.
  const answers = await Promise.all([
    site.git(["diff-files", "-z", "--name-only"], call),
    site.git(["ls-files", "-z", "--others", "--exclude-standard"], call),
  ]);
  const touched = answers.flatMap(({ bytes }) => bytes.toString("utf8").split("\0").slice(0, -1));
  const found: { readonly name: string; readonly mode: string; readonly mark: string }[] = [];
  for (const name of touched) {
    const now = await unlessMissing(lstat(join(path, name)));
    if (!now?.isFile() || now.size <= large) continue;
    const mode = (now.mode & 0o100) === 0 ? "100644" : "100755";
    found.push({ name, mode, mark: `${now.size} bytes at ${now.mtimeMs}, ${now.ctimeMs}, ${now.ino}\n` });
  }
  const more = await addWithout(site, call, [...nested, ...found.map(({ name }) => name)]);
  const entries: string[] = [];
  for (const { name, mode, mark } of found) {
    const { text } = await site.git(["hash-object", "-w", "--stdin"], { ...call, input: mark });
    entries.push(`${mode} ${text}\t${name}\0`);
  }
  if (entries.length > 0)
    await site.git(["update-index", "-z", "--index-info"], { ...call, input: entries.join("") });
  return more;
}

/** Everything but these paths. */
function addWithout(site: Site, call: GitCall, paths: readonly string[]): Promise<readonly string[]> {
  if (paths.length === 0) return addNotNested(site, call);
  const around = [".", ...paths.map((name) => `:(exclude,literal)${name}`)];
  const env = { ...call.env, GIT_LITERAL_PATHSPECS: "0" };
  const input = around.map((one) => `${one}\0`).join("");
  return addNotNested(site, { ...call, env, input }, ["--pathspec-from-file=-", "--pathspec-file-nul"]);
}
