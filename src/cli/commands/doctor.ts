import type { CommandSpec } from "../command-spec.ts";

export const doctorCommand: CommandSpec = {
  name: "doctor",
  summary: "check the machine, the settings and all sessions",
  async act(wire, command) {
    const { doctorAct } = await import("../acts/doctor.ts");
    return doctorAct(wire, command.optsWithGlobals());
  },
};
