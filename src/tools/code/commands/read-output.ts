import { z } from "zod";
import { lineNumbers } from "../../../core/work/output-gap.ts";
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
    return reply(pageOf(printed, from, lines));
  },
});

/** Lines by the numbers they had when they were printed. Of very much output the middle is not kept, and that is said. */
function pageOf(printed: string, from: number, count: number): string {
  const numbers = lineNumbers(printed.replace(/\n$/, "").split("\n"));
  const last = numbers.at(-1) ?? 0;
  if (from > last) return last === 1 ? "(there is only 1 line)" : `(there are only ${last} lines)`;
  const first = numbers.findIndex((number) => number !== undefined && number >= from);
  // Asked for what was left out, one is shown that it was.
  const start = first > 0 && numbers[first - 1] === undefined ? first - 1 : first;
  const at = (place: number) => numbers[place - 1] ?? numbers[place] ?? last;
  return page(
    printed,
    start + 1,
    count,
    (line, place) => (numbers[place - 1] === undefined ? line : numbered(line, at(place))),
    (place) => `read on from ${at(place)}`,
  );
}
