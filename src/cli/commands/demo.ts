import type { CommandSpec } from "../command-spec.ts";
import { numberFrom, wholeNumber } from "../option-values.ts";

export const demoCommand: CommandSpec = {
  name: "demo",
  summary: "watch a scripted team build a calculator",
  example: { typed: "huddle demo", does: "watch a scripted team at work" },
  takes: (command) =>
    command
      .option("--dir <folder>", "play in this folder, or go on there")
      .option("--speed <factor>", "1 is for watching, 2 twice as fast, 0 without pauses", numberFrom(0))
      .option("--kill <times>", "shoot the runner this often, at random, and go on", wholeNumber(1))
      .option("--seed <number>", "with --kill: the same shots again", wholeNumber(0)),
  async act(wire, command) {
    const { demoAct } = await import("../acts/demo.ts");
    return demoAct(wire, command.optsWithGlobals());
  },
};
