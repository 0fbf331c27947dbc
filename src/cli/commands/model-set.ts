import { exampleModel } from "../../core/terms/policy.ts";
import type { CommandSpec } from "../command-spec.ts";

export const modelSetCommand: CommandSpec = {
  name: "set",
  summary: "choose a model, for you, in all projects",
  session: false,
  takes: (command) =>
    command
      .argument("<role>", "strong, fast, other, or all")
      .argument("<model>", `provider/model, such as ${exampleModel} or ollama/qwen3-coder`)
      .option("--anyway", "set it although nobody knows such a model"),
  async act(wire, command) {
    const { modelSetAct } = await import("../acts/model.ts");
    const [role = "", name = ""] = command.args;
    return modelSetAct(wire, role, name, command.optsWithGlobals());
  },
};
