import type { CommandSpec } from "../command-spec.ts";

export const doctorCommand: CommandSpec = {
  name: "doctor",
  summary: "check the machine, the settings and all sessions",
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
