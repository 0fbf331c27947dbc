import { type CommandSpec, inTable } from "../command-spec.ts";

export const doctorCommand: CommandSpec = {
  ...inTable("doctor"),
  session: false,
  takes: (command) =>
    command.option("--attack", "try to get out of the sandbox, in every way that Huddle knows"),
  async act(wire, command) {
    if (command.opts().attack) {
      const { attackAct } = await import("../acts/attack.ts");
      return attackAct(wire, command.optsWithGlobals());
    }
    const { doctorAct } = await import("../acts/doctor.ts");
    return doctorAct(wire, command.optsWithGlobals());
  },
};
