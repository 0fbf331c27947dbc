import { z } from "zod";
import { defineTool, failure } from "../../core/work/tool.ts";
import { sentence } from "../sentence.ts";

export const updateTodos = defineTool({
  name: "update_todos",
  summary:
    "Write down what is still to do in your task and what is done: always the whole list. It stays in sight however long you work; the task is not finished while something is open.",
  effect: "records",
  input: z.object({
    todos: z
      .array(z.object({ text: sentence(200), done: z.boolean().default(false) }))
      .max(20)
      .describe("in order; leave out what turned out not to be needed"),
  }),
  record({ todos }, _, __, task) {
    if (task === undefined) return failure("There is no task here, so there is nothing to do.");
    const open = todos.filter(({ done }) => !done);
    const text = `${todos.length - open.length} of ${todos.length} done.${open[0] ? ` Next: ${open[0].text}` : ""}`;
    return { text, events: [{ type: "todos.changed", task, todos }] };
  },
});
