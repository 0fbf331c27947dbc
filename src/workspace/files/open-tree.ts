import { join } from "node:path";
import { deniedByName } from "../../core/permits/guard-names.ts";
import type { Denied, FileRead, Files, Found, SearchOptions } from "../../core/ports/files.ts";
import type { Redaction } from "../../core/text/redaction.ts";
import type { Git } from "../git/run-git.ts";
import type { Site } from "../site.ts";
import { grep } from "./grep.ts";
import { findAllInTree, findInTree, type InTree, inPieces, type Place } from "./guard/find-in-tree.ts";
import { denied } from "./guard/guard-path.ts";
import { gone, listTree } from "./guard/list-tree.ts";
import { inTime } from "./in-time.ts";
import { matchPaths } from "./match-paths.ts";
import { namesInTree, noFile } from "./other-capitals.ts";
import { mostBytes, textOf, tooLarge } from "./read-text.ts";
import { nothingAt, searchedIn } from "./searched-in.ts";

/** The files of a commit, read from git's objects: no checkout, no filter, nothing of the project runs. */
export function openTree(site: Site, commit: string, signal: AbortSignal): Files {
  const within = <T>(act: (git: Git) => Promise<T>) => withinTime(site, commit, signal, act);
  return {
    readText: (path) => within((git) => read(git, commit, path)),
    list: (folder) => within((git) => list(git, commit, folder)),
    match: (glob) => within((git) => matchPaths(git, glob, commit)),
    search: (pattern, options) => within((git) => search(git, commit, pattern, options, site.redaction)),
  };
}

/** What `readText` says to each of these paths, in their order, with few questions to git. */
export async function readTexts(
  site: Site,
  commit: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<readonly FileRead[]> {
  const all = await withinTime(site, commit, signal, (git) => readAll(git, commit, paths));
  return "kind" in all ? paths.map(() => all) : all;
}

function withinTime<T>(
  site: Site,
  commit: string,
  signal: AbortSignal,
  act: (git: Git) => Promise<T>,
): Promise<T | Denied> {
  return inTime(signal, async (limit) => {
    if (!/^[0-9a-f]{40,64}$/.test(commit)) return gone(commit);
    const common = await site.commonDir();
    // The git folder is given explicitly, so neither the current folder nor a worktree's `.git` file matters.
    const env = { GIT_DIR: common, GIT_INDEX_FILE: join(site.folder, "no-index") };
    return act((args, call) =>
      site.git(args, { ...call, cwd: common, env: { ...call?.env, ...env }, signal: limit }),
    );
  });
}

async function read(git: Git, commit: string, path: string): Promise<FileRead> {
  const place = await findInTree(git, commit, path);
  if (place.kind === "none") return noFile(namesInTree(git, commit), path);
  if (!isReadable(place)) return unread(place);
  const { bytes } = await git(["cat-file", "blob", place.id]);
  return textOf(bytes, place.shown);
}

async function readAll(git: Git, commit: string, paths: readonly string[]): Promise<readonly FileRead[]> {
  const places = await findAllInTree(git, commit, paths);
  const blobs = new Map<string, Buffer>();
  for (const piece of inPieces(places.filter(isReadable), mostAtOnce, ({ size }) => size)) {
    const input = piece.map(({ id }) => `${id}\n`).join("");
    addBlobs(blobs, (await git(["cat-file", "--batch"], { input })).bytes);
  }
  return places.map((place) => {
    if (!isReadable(place)) return unread(place);
    const bytes = blobs.get(place.id);
    return bytes ? textOf(bytes, place.shown) : gone(commit);
  });
}

const mostAtOnce = 16 * mostBytes;

/** `<id> blob <size>`, a newline, the content and another newline; or `<id> missing`. */
function addBlobs(blobs: Map<string, Buffer>, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf("\n", at);
    const [id = "", , size] = bytes.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (size === undefined) continue;
    blobs.set(id, bytes.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
}

function isReadable(place: Place): place is InTree & { readonly kind: "file" } {
  return place.kind === "file" && place.size <= mostBytes;
}

function unread(place: Place): FileRead {
  if (place.kind === "denied" || place.kind === "none") return place;
  if (place.kind === "folder") return denied(`${place.shown} is a folder. List it instead.`);
  return denied(tooLarge(place.shown, place.size));
}

/** Names in order, folders with a slash at the end. Files that may not be read are left out. */
async function list(git: Git, commit: string, folder: string): Promise<readonly string[] | Denied> {
  const place = await findInTree(git, commit, folder);
  if (place.kind === "denied") return place;
  if (place.kind === "none") return denied(`There is no folder ${folder}.`);
  if (place.kind === "file") return denied(`${place.shown} is a file. Read it instead.`);
  const entries = await listTree(git, place.id);
  if (!entries) return gone(commit);
  return entries
    .filter(({ name }) => deniedByName([...waysTo(place), name]) === undefined)
    .map(({ kind, name }) => (kind === "folder" || kind === "repository" ? `${name}/` : name))
    .sort();
}

async function search(
  git: Git,
  commit: string,
  pattern: string,
  options: SearchOptions,
  redaction: Redaction,
): Promise<Found | Denied> {
  const where = searchedIn(options);
  if ("kind" in where) return where;
  const place = await findInTree(git, commit, where.folder);
  if (place.kind === "denied") return place;
  if (place.kind === "none") return nothingAt(where.folder);
  const below = waysTo(place).join("/");
  const found = await grep(git, pattern, { ...where.options, at: commit, below, redaction });
  return found ?? gone(commit);
}

function waysTo({ shown }: InTree): readonly string[] {
  return shown === "." ? [] : shown.split("/");
}
