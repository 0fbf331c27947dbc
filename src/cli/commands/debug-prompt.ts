import { Argument } from "commander";
import type { CommandSpec } from "../command-spec.ts";
import { wholeNumber } from "../option-values.ts";

export const debugPromptCommand: CommandSpec = {
  name: "prompt",
  summary: "render a request again and compare it with the one that was sent",
  takes: (command) =>
    command
      .addArgument(
        new Argument("[event]", "number of the event that recorded the request").argParser(wholeNumber(1)),
      )
      .option("--all", "check every request of the session"),
  async act(wire, command) {
    const { debugPromptAct } = await import("../acts/debug-prompt.ts");
    return debugPromptAct(wire, command.processedArgs[0], command.optsWithGlobals());
  },
};
