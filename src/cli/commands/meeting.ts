import { Argument } from "commander";
import { meetings } from "../../core/terms/phase.ts";
import { type CommandSpec, inTable } from "../command-spec.ts";

export const meetingCommand: CommandSpec = {
  ...inTable("meeting"),
  takes: (command) =>
    command
      .addArgument(
        new Argument(
          "[size]",
          "how much is talked about before anything is built; left out: what each may take",
        ).choices(meetings),
      )
      .option("-m, --message <words>", "the reason; the team reads it first"),
  async act(wire, command) {
    const { meetingAct } = await import("../acts/meeting.ts");
    return meetingAct(wire, command.processedArgs[0], command.optsWithGlobals());
  },
};
