/** Environment variables, passed in from the composition root. This room never reads those of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

const forGit = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "TMPDIR",
  "XDG_CONFIG_HOME",
  "GIT_CONFIG_GLOBAL",
  "GIT_CONFIG_SYSTEM",
  "GIT_CONFIG_NOSYSTEM",
] as const;

/** What a person's own git and the programs it starts need besides: agents, askers, terminals, proxies, hosts. */
const forPerson = [
  "LANG",
  "TERM",
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XDG_RUNTIME_DIR",
  "XDG_DATA_HOME",
  "XDG_STATE_HOME",
  "DBUS_SESSION_BUS_ADDRESS",
  "SSH_AUTH_SOCK",
  "SSH_AGENT_PID",
  "SSH_ASKPASS",
  "GIT_ASKPASS",
  "GIT_SSH",
  "GIT_SSH_COMMAND",
  "GNUPGHOME",
  "GPG_TTY",
  "GPG_AGENT_INFO",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "GH_TOKEN",
  "GITHUB_TOKEN",
  "GH_HOST",
  "GH_CONFIG_DIR",
  "GITLAB_TOKEN",
  "GITLAB_HOST",
  "GLAB_CONFIG_DIR",
] as const;

const forChecks = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "LANG",
  "TZ",
  // Folders of toolchains that PATH alone does not reveal.
  "JAVA_HOME",
  "GOPATH",
  "GOROOT",
  "CARGO_HOME",
  "RUSTUP_HOME",
  "VIRTUAL_ENV",
  "PYENV_ROOT",
  "RBENV_ROOT",
  "GEM_HOME",
  "NVM_DIR",
  "VOLTA_HOME",
  "PNPM_HOME",
  "BUN_INSTALL",
  "DENO_DIR",
] as const;

/**
 * What git is started with: a list of what passes, so that GIT_DIR and the like of a calling hook, tracing, and keys
 * stay behind. Only the three variables that say where configuration files lie are kept of git's own.
 */
export function gitEnvironment(env: Environment): Record<string, string> {
  return {
    ...only(forGit, env),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_PAGER: "cat",
    GIT_EDITOR: "false",
    GIT_SEQUENCE_EDITOR: "false",
    GIT_MERGE_AUTOEDIT: "no",
  };
}

/** What the person's own git is started with: their hooks, their signature, their remotes. Keys of models stay behind. */
export function personEnvironment(env: Environment): Record<string, string> {
  return {
    ...only(forGit, env),
    ...only(forPerson, env),
    LC_ALL: "C.UTF-8",
    GIT_TERMINAL_PROMPT: "0",
    GIT_PAGER: "cat",
    GH_PROMPT_DISABLED: "1",
    NO_PROMPT: "1",
  };
}

/** Tells tools that write hooks into the repository they are installed in to leave that be. */
export const withoutHooks = {
  HUSKY: "0",
  HUSKY_SKIP_INSTALL: "1",
  HUSKY_SKIP_HOOKS: "1",
  LEFTHOOK: "0",
  SKIP_SIMPLE_GIT_HOOKS: "1",
  SKIP_INSTALL_SIMPLE_GIT_HOOKS: "1",
  OVERCOMMIT_DISABLE: "1",
  CARGO_HUSKY_DONT_INSTALL_HOOKS: "true",
} as const;

/** What a check is started with: enough to find toolchains, and nothing that could be a key. */
export function checkEnvironment(env: Environment, temporary: string): Record<string, string> {
  return { LANG: "C.UTF-8", ...only(forChecks, env), ...withoutHooks, TMPDIR: temporary, CI: "1" };
}

export function only(names: readonly string[], env: Environment): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of names) {
    const value = env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}
