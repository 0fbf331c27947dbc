import { isAbsolute, join } from "node:path";

/** Folders of the person's own, outside every repository. */
export interface Folders {
  /** What Huddle keeps: worktrees of sessions. */
  readonly state: string;
  /** What a person sets for all their projects, and what a repository may never set. */
  readonly config: string;
  /** Where the package itself lies, with `prompts/` and `rehearsals/`. */
  readonly package: string;
  /** For what may be thrown away: demo repositories. */
  readonly temporary: string;
}

export interface FolderPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly package: string;
  readonly temporary: string;
}

/** Where things lie, by the XDG rules. A relative path in a variable counts as not set, as those rules say. */
export function foldersOf({ env, home, package: root, temporary }: FolderPlaces): Folders {
  return {
    state: join(absolute(env.XDG_STATE_HOME) ?? join(home, ".local", "state"), "huddle"),
    config: join(absolute(env.XDG_CONFIG_HOME) ?? join(home, ".config"), "huddle"),
    package: root,
    temporary,
  };
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
