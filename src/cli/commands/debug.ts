import type { CommandSpec } from "../command-spec.ts";
import { debugCleanCommand } from "./debug-clean.ts";
import { debugPromptCommand } from "./debug-prompt.ts";
import { debugPromptsCommand } from "./debug-prompts.ts";
import { debugReplayCommand } from "./debug-replay.ts";

export const debugCommand: CommandSpec = {
  name: "debug",
  summary: "look inside: debug prompt, debug prompts, debug replay; tidy up: debug clean",
  parts: [debugPromptCommand, debugPromptsCommand, debugReplayCommand, debugCleanCommand],
};
