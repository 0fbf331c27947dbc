import type { CommandSpec } from "../command-spec.ts";
import { taskCancelCommand } from "./task-cancel.ts";

export const taskCommand: CommandSpec = {
  name: "task",
  summary: "decide about one task",
  parts: [taskCancelCommand],
};
