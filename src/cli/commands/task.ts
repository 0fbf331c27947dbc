import type { CommandSpec } from "../command-spec.ts";
import { taskCancelCommand } from "./task-cancel.ts";
import { taskRetryCommand } from "./task-retry.ts";

export const taskCommand: CommandSpec = {
  name: "task",
  summary: "decide about one task",
  parts: [taskRetryCommand, taskCancelCommand],
};
