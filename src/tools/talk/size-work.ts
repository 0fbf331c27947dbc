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

/** Its fields are explained in the one request that asks for it, so that no other pays for that. */
export const sizeWork = defineTerminal({
  name: "size_work",
  summary: "Say how large the brief looks. Only when you are asked.",
  effect: "ends",
  input: z.object({
    size: z.enum(["task", "chain", "parallel"]),
    tasks: z.number().optional(),
    why: sentence(300),
    unclear: z.boolean().optional(),
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
