import type { CommandSpec } from "../command-spec.ts";

export const initCommand: CommandSpec = {
  name: "init",
  summary: "write .huddle/team.json with what Huddle finds in the project",
  async act(wire, command) {
    const { initAct } = await import("../acts/init.ts");
    return initAct(wire, command.optsWithGlobals());
  },
};
