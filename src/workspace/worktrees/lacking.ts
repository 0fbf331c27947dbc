import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { Lacking } from "../../core/ports/workspace.ts";
import { resolve } from "../git/git-objects.ts";
import { type MissingFilter, missingFilters } from "../git/missing-filters.ts";
import { type Git, gitAt } from "../git/run-git.ts";
import { submodulesOf } from "../git/submodules.ts";
import type { Environment } from "../processes/environment.ts";
import { discard } from "../remove-tree.ts";

export interface Looking {
  /** The person's checkout. */
  readonly root: string;
  readonly env: Environment;
  /** Where a temporary folder may be made. */
  readonly temporary: string;
}

/** What a commit needs and this machine does not have, in words with the way out. Changes nothing in the repository. */
export async function lackingAt(
  commit: string,
  { root, env, temporary }: Looking,
): Promise<readonly Lacking[]> {
  const git = gitAt({ cwd: root, env });
  if ((await resolve(git, commit)) === undefined) return []; // nothing was committed yet
  const folder = await mkdtemp(join(temporary, "huddle-look-"));
  try {
    const filters = await missingFilters(git, commit, { index: join(folder, "index"), env });
    return [...(await emptySubmodules(git, commit)), ...filters.map(inWords)];
  } finally {
    await discard(folder);
  }
}

const mostNamed = 5;

async function emptySubmodules(git: Git, commit: string): Promise<readonly Lacking[]> {
  const empty = (await submodulesOf(git, commit)).filter(({ gitDir }) => gitDir === undefined);
  if (empty.length === 0) return [];
  const more = empty.length > mostNamed ? ` and ${empty.length - mostNamed} more` : "";
  const names = empty.slice(0, mostNamed).map(({ path }) => path);
  return [
    {
      topic: "submodules",
      stops: false,
      text: `not fetched here: ${names.join(", ")}${more}. The team works without these files. To have them, type: git submodule update --init --recursive`,
    },
  ];
}

function inWords({ name, path, count, program, required }: MissingFilter): Lacking {
  const files = count === 1 ? path : `${path} and ${count - 1} more`;
  const why =
    program === undefined
      ? `git's settings do not say how to run it (filter.${name})`
      : `its program is not there (${program})`;
  const effect = required
    ? "Git refuses to check these files out without it, so the team cannot work here."
    : "The team sees these files as git stores them, and what it writes is stored unfiltered.";
  return {
    topic: "filters",
    stops: required,
    text: `${files}: the filter "${name}" does not work, because ${why}. ${effect} ${remedies[name] ?? other(name, program)}`,
  };
}

const remedies: Readonly<Record<string, string>> = {
  lfs: "Install Git LFS (apt install git-lfs, brew install git-lfs, or git-lfs.com), then type: git lfs install && git lfs pull",
  "git-crypt":
    "Install git-crypt (apt install git-crypt, brew install git-crypt), then type: git-crypt unlock",
};

function other(name: string, program: string | undefined): string {
  return program === undefined
    ? `Set up the filter as the project describes it: git config filter.${name}.smudge … and git config filter.${name}.clean …`
    : `Install ${program}, or correct the path in git's settings: git config --show-origin --get-regexp filter.${name}`;
}
