import type { CommandSpec } from "../command-spec.ts";
import { debugPromptCommand } from "./debug-prompt.ts";
import { debugPromptsCommand } from "./debug-prompts.ts";
import { debugReplayCommand } from "./debug-replay.ts";

export const debugCommand: CommandSpec = {
  name: "debug",
  summary: "look inside: debug prompt, debug prompts, debug replay",
  parts: [debugPromptCommand, debugPromptsCommand, debugReplayCommand],
};
