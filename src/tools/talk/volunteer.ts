import { z } from "zod";
import { defineTerminal } from "../../core/work/tool.ts";
import { renamedIn } from "../renamed.ts";
import { sentence } from "../sentence.ts";

/** A task that an engineer would take. */
export interface Volunteered {
  readonly task: string;
  readonly why: string;
}

export const volunteer = defineTerminal({
  name: "volunteer",
  summary: "Say which tasks you would take, best first. Only when you are asked.",
  effect: "ends",
  input: z.object({
    tasks: z.array(z.object({ id: z.string(), why: sentence(200) })).max(12),
  }),
  tidy: (input) => renamedIn(input, "tasks", { task: "id" }),
  result: ({ tasks }): readonly Volunteered[] => tasks.map(({ id, why }) => ({ task: id, why })),
  check: (wanted, at) => {
    const named = wanted.map(({ task }) => task);
    const open = Object.values(at.tasks).filter(({ owner }) => owner === undefined);
    const unknown = named.filter((id) => !open.some((task) => task.id === id));
    if (unknown.length > 0)
      return [`Not to be had: ${unknown.join(", ")}. Open: ${open.map((task) => task.id).join(", ")}.`];
    return named.some((id, index) => named.indexOf(id) < index) ? ["Name each task once."] : [];
  },
});
