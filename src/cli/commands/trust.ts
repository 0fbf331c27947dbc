import type { CommandSpec } from "../command-spec.ts";

export const trustCommand: CommandSpec = {
  name: "trust",
  summary: "see and decide what this repository may have Huddle execute",
  takes: (command) => command.option("--give", "trust what it executes, as it is now"),
  async act(wire, command) {
    const { trustAct } = await import("../acts/trust.ts");
    return trustAct(wire, command.optsWithGlobals());
  },
};
