import type { Folders } from "../../config/folders.ts";
import type { SandboxHere } from "../../workspace/sandbox-here.ts";

/** What keeps engineers' commands inside their worktrees here, and what one may take, as the person's settings say. */
export async function sandboxHere(
  folders: Pick<Folders, "config">,
  env: NodeJS.ProcessEnv,
): Promise<SandboxHere> {
  const { readUserConfig } = await import("../../config/user/user-config.ts");
  const { sandboxSettings } = await import("../../config/user/sandbox-settings.ts");
  const { findSandbox } = await import("../../workspace/sandbox/find-sandbox.ts");
  const { kind, limits } = sandboxSettings((await readUserConfig(folders.config)).sandbox);
  const found = await findSandbox({
    ...(kind !== undefined && { chosen: kind }),
    platform: process.platform,
    env,
  });
  return { found, limits };
}
