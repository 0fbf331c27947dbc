import { z } from "zod";
import { defineTool, failure, reply } from "../../../core/work/tool.ts";
import { numbered, page } from "../page.ts";

const mostLines = 400;

export const readOutput = defineTool({
  name: "read_output",
  summary: "Show more of what an earlier run_command or run_checks printed, with line numbers.",
  effect: "reads",
  input: z.object({
    call: z.string().max(40).describe("as named where lines were left out, such as c57_1"),
    from: z.int().positive().default(1).describe("first line"),
    lines: z.int().positive().max(mostLines).default(mostLines),
  }),
  async run({ call, from, lines }, { commands }) {
    const printed = await commands?.printed(call);
    if (printed === undefined)
      return failure(
        `No call ${call} of yours has printed anything. Calls are named where lines were left out.`,
      );
    return reply(page(printed, from, lines, numbered, (line) => `read on from ${line}`));
  },
});
