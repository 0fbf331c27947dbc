import type { Denied, SearchOptions } from "../../core/ports/files.ts";
import type { GrepOptions } from "./grep.ts";
import { denied } from "./guard-path.ts";

type Searched = Pick<GrepOptions, "globs" | "ignoreCase" | "max">;

/** Where a search looks: the folder that the guard must allow, and what git gets besides it. */
export function searchedIn(
  search: SearchOptions,
): Denied | { readonly folder: string; readonly options: Searched } {
  const { folder = ".", glob, ignoreCase, max } = search;
  if (glob === undefined) return { folder, options: { ignoreCase, max } };
  const paths = globPaths(glob);
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

/** Undefined: the pattern leaves the project. A pattern without a slash means files in any folder. */
function globPaths(pattern: string): GlobPaths | undefined {
  const all = expanded(pattern.replace(/^(?:\.\/)+/, "")).slice(0, most);
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

/** `src/*.{ts,js}` → `src/*.ts`, `src/*.js`. Braces that are not closed stay as they are. */
function expanded(pattern: string): readonly string[] {
  const braces = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(pattern);
  if (!braces) return [pattern];
  const [, before = "", inner = "", after = ""] = braces;
  return inner
    .split(",")
    .slice(0, most)
    .flatMap((one) => expanded(`${before}${one}${after}`));
}
