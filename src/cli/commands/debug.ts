import { type CommandSpec, inTable } from "../command-spec.ts";
import { debugCleanCommand } from "./debug-clean.ts";
import { debugPromptCommand } from "./debug-prompt.ts";
import { debugPromptsCommand } from "./debug-prompts.ts";
import { debugReplayCommand } from "./debug-replay.ts";

export const debugCommand: CommandSpec = {
  ...inTable("debug"),
  session: false,
  parts: [debugPromptCommand, debugPromptsCommand, debugReplayCommand, debugCleanCommand],
};
