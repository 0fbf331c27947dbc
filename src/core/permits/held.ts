import { pathList } from "../text/path-list.ts";

/** Why no commit of a member may hold a path like this. `person`: only a person changes it; `kept`: set-up makes it. */
export type HeldWhy = "person" | "kept" | "key" | "link" | "repository";

/** A path that was changed all the same. The commit has it as before. `object`: its content, as git names it. */
export interface Held {
  readonly path: string;
  readonly why: HeldWhy;
  readonly object: string;
}

/** Why a commit would hold a path back, by its name alone. Undefined: it would not. */
export type HeldByName = (path: string) => HeldWhy | undefined;

/** Those that were not held like this before, so that nobody is told twice. */
export function heldAnew(held: readonly Held[], before: readonly Held[] = []): readonly Held[] {
  return held.filter((one) => !before.some(({ path, object }) => path === one.path && object === one.object));
}

/** As facts name them: all of them, and which are new, where that is not all. */
export function heldPaths({ held = [], heldAnew: anew }: HeldOf): {
  readonly held?: readonly string[];
  readonly heldAnew?: readonly string[];
} {
  if (held.length === 0) return {};
  const paths = (those: readonly Held[]) => those.map(({ path }) => path);
  return { held: paths(held), ...(anew && anew.length < held.length && { heldAnew: paths(anew) }) };
}

interface HeldOf {
  readonly held?: readonly Held[];
  readonly heldAnew?: readonly Held[];
}

/** For the author: what the commit has as before, why, and what helps. A sentence or two for each reason. */
export function heldWords(held: readonly Held[]): readonly string[] {
  return reasons.flatMap(({ why, words }) => {
    const paths = held.flatMap((one) => (one.why === why ? [one.path] : []));
    return paths.length === 0 ? [] : [words(pathList(paths), paths.length === 1)];
  });
}

type Words = (paths: string, isOne: boolean) => string;

const asBefore = (isOne: boolean) => `so the commit leaves ${isOne ? "it" : "them"} as before`;

const reasons: readonly { readonly why: HeldWhy; readonly words: Words }[] = [
  { why: "person", words: (paths, isOne) => `Only a person changes ${paths}, ${asBefore(isOne)}.` },
  {
    why: "key",
    words: (paths, isOne) =>
      `${paths} ${isOne ? "holds" : "hold"} the value of a key that is in use on this machine, ${asBefore(isOne)}. Take the value out: programs read keys from the environment.`,
  },
  {
    why: "link",
    words: (paths, isOne) =>
      `${paths} ${isOne ? "is a link" : "are links"} out of the project or to what nobody on the team uses, ${asBefore(isOne)}. Put a file there, or a link to a file of the project.`,
  },
  {
    why: "repository",
    words: (paths, isOne) =>
      `${paths} ${isOne ? "is a git repository" : "are git repositories"} of its own, ${asBefore(isOne)}. Remove the .git inside, or the folder.`,
  },
  {
    why: "kept",
    words: (paths, isOne) =>
      `${paths} ${isOne ? "belongs" : "belong"} to what set-up installs, ${asBefore(isOne)}. ${insteadOfKept}`,
  },
];

/** What helps an author who wants to change what set-up makes. */
export const insteadOfKept =
  "Change what the project depends on, in package.json, pyproject.toml and the like, then call install.";
