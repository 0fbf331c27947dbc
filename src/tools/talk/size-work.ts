import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";

/** How large a brief looks before the team has talked about it. */
export interface SizedWork {
  readonly size: "task" | "chain" | "parallel";
  readonly tasks: number;
  readonly why: string;
}

export const sizeWork = defineTerminal({
  name: "size_work",
  summary: "Say how large the brief looks. Only for whoever is asked.",
  effect: "ends",
  input: z.object({
    size: z
      .enum(["task", "chain", "parallel"])
      .describe("one task; tasks that must follow each other; work for several at once"),
    tasks: z.int().min(1).max(60).describe("about how many"),
    why: z.string().min(1).max(300),
  }),
  result: (sized): SizedWork => sized,
  check: ({ size, tasks }) =>
    size === "task" && tasks > 1 ? ["One task is one task: tasks must be 1."] : [],
});
