import type { CommandSpec } from "../command-spec.ts";

export const statusCommand: CommandSpec = {
  name: "status",
  summary: "phase, team, tasks, what waits for you and what comes next",
  example: { typed: "huddle status --json", does: "for scripts; every command takes --json" },
  async act(wire, command) {
    const { statusAct } = await import("../acts/status.ts");
    return statusAct(wire, command.optsWithGlobals());
  },
};
