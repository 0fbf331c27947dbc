import { type InitPlan, planInit, writeTeamFile } from "./plan-init.ts";
import { readTeam, type TeamSettings } from "./read-team.ts";
import { findUserConfig, readUserConfig } from "./user-config.ts";

/** Files that say how a project is worked in: the project's own and the person's. */
export interface Settings {
  readTeam(root: string): Promise<TeamSettings>;
  planInit(root: string): Promise<InitPlan>;
  writeTeamFile(plan: InitPlan): Promise<void>;
  /** The person's own file, when there is one. */
  userConfig(): Promise<{ readonly path: string; readonly readableByOthers: boolean } | undefined>;
}

export function openSettings(configFolder: string): Settings {
  return {
    readTeam: async (root) => readTeam(root, await readUserConfig(configFolder)),
    planInit,
    writeTeamFile,
    userConfig: () => findUserConfig(configFolder),
  };
}
