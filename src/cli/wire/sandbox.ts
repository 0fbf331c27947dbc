import type { Folders } from "../../config/folders.ts";
import type { SandboxHere } from "../../workspace/sandbox-here.ts";

/** What keeps engineers' commands inside their worktrees here, and what one may take, as the person's settings say. */
export async function sandboxHere(
  folders: Pick<Folders, "config">,
  env: NodeJS.ProcessEnv,
): Promise<SandboxHere> {
  const { readUserConfig } = await import("../../config/user/user-config.ts");
  const { limitsOf } = await import("../../config/user/sandbox-limits.ts");
  const { findSandbox } = await import("../../workspace/sandbox/find-sandbox.ts");
  const { sandbox = {} } = await readUserConfig(folders.config);
  const { kind } = sandbox;
  const found = await findSandbox({
    ...(kind !== undefined && { chosen: kind }),
    platform: process.platform,
    env,
  });
  return { found, limits: limitsOf(sandbox) };
}
