import type { Folders } from "../../config/folders.ts";
import type { SandboxHere } from "../../workspace/sandbox-here.ts";
import type { KnownKeys } from "./known-keys.ts";

/**
 * What keeps commands inside their worktrees here, what one may take, and what it may reach, as the person's settings
 * say. What checks get of the person's variables is taken out of all they print, and so are
 * the words that let one through the person's proxy. `runs`: the commands that set-up and checks are.
 */
export async function sandboxHere(
  folders: Pick<Folders, "config">,
  env: NodeJS.ProcessEnv,
  keys?: Pick<KnownKeys, "hide">,
  runs: readonly string[] = [],
): Promise<SandboxHere> {
  const { readUserConfig } = await import("../../config/user/user-config.ts");
  const { reachableSettings, sandboxSettings } = await import("../../config/user/sandbox-settings.ts");
  const { findSandbox } = await import("../../workspace/sandbox/find-sandbox.ts");
  const { only } = await import("../../workspace/processes/environment.ts");
  const { startedBy } = await import("../../workspace/checks/program-versions.ts");
  const config = await readUserConfig(folders.config);
  const { kind, limits, checks } = sandboxSettings(config.sandbox);
  const forChecks = only(config.env ?? [], env);
  const { ownProxyOf, proxyPasswords } = await import("../../workspace/network/own-proxy.ts");
  const own = ownProxyOf(env);
  keys?.hide({ ...proxyPasswords(env), ...forChecks });
  const found = await findSandbox({
    ...(kind !== undefined && { chosen: kind }),
    platform: process.platform,
    env,
    node: process.execPath,
    programs: startedBy(runs),
  });
  return {
    found,
    limits,
    ...(checks !== undefined && { checksAtOnce: checks }),
    reachable: reachableSettings(config),
    forChecks,
    ...(own && { outside: { own } }),
  };
}
