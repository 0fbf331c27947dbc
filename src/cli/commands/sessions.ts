import { type CommandSpec, inTable } from "../command-spec.ts";

export const sessionsCommand: CommandSpec = {
  ...inTable("sessions"),
  session: false,
  takes: (command) => command.option("--all", "also those that have been over for long"),
  async act(wire, command) {
    const { sessionsAct } = await import("../acts/sessions.ts");
    return sessionsAct(wire, command.optsWithGlobals());
  },
};
