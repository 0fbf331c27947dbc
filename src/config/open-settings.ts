import type { Team } from "../core/ports/team.ts";
import type { SettingsFiles } from "../core/views/settings/settings-file.ts";
import type { Kept } from "./detect/detect-checks.ts";
import type { Folders } from "./folders.ts";
import { type InitPlan, planInit, writeTeamFile } from "./team/plan-init.ts";
import { readTeam } from "./team/read-team.ts";
import { readKnownModels } from "./user/known-models.ts";
import { findUserConfig, readUserConfig } from "./user/user-config.ts";

/** The settings files: the project's and the person's. */
export interface Settings {
  readTeam(root: string): Promise<Team>;
  planInit(root: string): Promise<InitPlan>;
  writeTeamFile(plan: InitPlan): Promise<void>;
  /** Both files, to look at and to change setting by setting. */
  files(root: string): Promise<SettingsFiles>;
  /** The person's own command that tells them about a run, if they have one. */
  notify(): Promise<string | undefined>;
  /** The person's own file, if there is one. */
  userConfig(): Promise<{ readonly path: string; readonly readableByOthers: boolean } | undefined>;
}

/** What git says about the project's files. */
export interface GitSays {
  /** The team file, where a sparse checkout leaves it out. */
  readonly committed: (root: string) => Promise<string | undefined>;
  readonly kept: Kept;
}

export function openSettings(
  { config, state }: Pick<Folders, "config" | "state">,
  { committed, kept }: GitSays,
): Settings {
  return {
    readTeam: async (root) =>
      readTeam(root, await readUserConfig(config), await readKnownModels(state), () => committed(root)),
    planInit: (root) => planInit(root, kept),
    writeTeamFile,
    async files(root) {
      const { openSettingsFiles } = await import("./edit/settings-files.ts");
      return openSettingsFiles({ root, config, committed: () => committed(root) });
    },
    notify: async () => (await readUserConfig(config)).notify,
    userConfig: () => findUserConfig(config),
  };
}
