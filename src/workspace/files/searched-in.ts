import type { Denied, SearchOptions } from "../../core/ports/files.ts";
import type { GrepOptions } from "./grep.ts";
import { denied } from "./guard/guard-path.ts";

type Searched = Pick<GrepOptions, "globs" | "ignoreCase" | "max">;

/** Where a search looks: the folder that the guard must allow, and what git gets besides it. */
export function searchedIn(
  search: SearchOptions,
): Denied | { readonly folder: string; readonly options: Searched } {
  const { folder = ".", glob, ignoreCase, max } = search;
  if (glob === undefined) return { folder, options: { ignoreCase, max } };
  const all = expanded(glob.replace(/^(?:\.\/)+/, ""));
  if (!all) return denied(`${glob} stands for more than ${most} patterns. Search for fewer at once.`);
  const paths = globPaths(all);
  if (!paths) return denied(`${glob} leads out of the project. Begin at its top folder.`);
  const { base, rests } = paths;
  return { folder: base === "" ? "." : base, options: { globs: rests, ignoreCase, max } };
}

export function nothingAt(path: string): Denied {
  return denied(`There is no file or folder ${path}.`);
}

/** A pattern of paths, taken apart: the folders before its first sign, and what follows, one for each alternative. */
interface GlobPaths {
  readonly base: string;
  readonly rests: readonly string[];
}

/** Alternatives in braces become patterns of their own, up to this number. */
const most = 32;

/** Undefined: a pattern leaves the project. A pattern without a slash means files in any folder. */
function globPaths(all: readonly string[]): GlobPaths | undefined {
  if (all.some((one) => one.startsWith("/") || one.split("/").includes(".."))) return undefined;
  const wholes = all.map((one) => (one.includes("/") ? one : `**/${one}`).split("/"));
  const base = wholes.length === 1 ? plainStart(wholes[0] ?? []) : [];
  return { base: base.join("/"), rests: wholes.map((one) => escaped(one.slice(base.length).join("/"))) };
}

/** Brackets are part of a name, as in `app/[id]/page.tsx`, and mean no letters to choose from. */
function escaped(pattern: string): string {
  return pattern.replace(/[[\]\\]/g, "\\$&");
}

function plainStart(segments: readonly string[]): readonly string[] {
  const first = segments.findIndex((segment) => /[*?]/.test(segment));
  return segments.slice(0, first < 0 ? -1 : first);
}

/**
 * `src/*.{ts,js}` → `src/*.ts`, `src/*.js`. Braces that are not closed, or hold no comma, are part of a name. Undefined:
 * they would be too many.
 */
function expanded(pattern: string): readonly string[] | undefined {
  const done = new Set<string>();
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [, before = "", inner, after = ""] = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(next) ?? [];
    if (inner === undefined) done.add(next);
    else for (const one of inner.split(",").reverse()) open.push(`${before}${one}${after}`);
    if (done.size + open.length > most) return undefined;
  }
  return [...done];
}
