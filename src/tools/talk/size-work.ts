import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";
import { sentence } from "../sentence.ts";

/** How large a brief looks before the team has talked about it. */
export interface SizedWork {
  readonly size: "task" | "chain" | "parallel";
  readonly tasks: number;
  readonly why: string;
  readonly unclear?: true;
}

export const sizeWork = defineTerminal({
  name: "size_work",
  summary: "Say how large the brief looks. Only when you are asked.",
  effect: "ends",
  input: z.object({
    size: z
      .enum(["task", "chain", "parallel"])
      .describe("one task; tasks that must follow each other; work for several at once"),
    tasks: z.number().optional().describe("about how many, if more than one"),
    why: sentence(300),
    unclear: z.boolean().optional().describe("the brief leaves open what is wanted"),
  }),
  result: ({ size, tasks, why, unclear }): SizedWork => ({
    size,
    tasks: numberOf(size, tasks),
    why,
    ...(unclear && { unclear }),
  }),
  check: () => [],
});

/** The size counts: one task is one, and the other sizes are two or more. */
function numberOf(size: SizedWork["size"], tasks = 2): number {
  return size === "task" ? 1 : Math.min(60, Math.max(2, Math.round(tasks)));
}
