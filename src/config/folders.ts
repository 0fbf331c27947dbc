import { isAbsolute, join } from "node:path";

/** The person's own folders, outside every repository. */
export interface Folders {
  /** Where Huddle keeps the worktrees of sessions. */
  readonly state: string;
  /** Settings for all of a person's projects, which a repository may never set. */
  readonly config: string;
  /** The package itself, with `prompts/` and `rehearsals/`. */
  readonly package: string;
  /** For files that may be thrown away: demo repositories. */
  readonly temporary: string;
}

export interface FolderPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly package: string;
  readonly temporary: string;
}

/** The folders by the XDG rules. As those rules say, a relative path in a variable counts as not set. */
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
