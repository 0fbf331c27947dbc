import fc from "fast-check";
import { expect, test } from "vitest";
import { noKeys } from "../../../core/text/redaction.ts";
import type { ReadingTool } from "../../../core/work/tool.ts";
import { BoundedOutput } from "../../../workspace/processes/bounded-output.ts";
import { readOutput } from "./read-output.ts";

async function shown(printed: string, from: number, lines = 400): Promise<readonly string[]> {
  const tool = readOutput as ReadingTool; // as the loop knows it
  const commands = { printed: async () => printed } as never;
  const context = { files: undefined, worktree: undefined, diff: undefined, commands };
  const { text } = await tool.run(tool.input.parse({ call: "c1_1", from, lines }), context);
  return text.split("\n");
}

/** What is kept of a thousand lines, in this many bytes. */
function kept(bytes: number, lines = 1_000): string {
  const output = new BoundedOutput(bytes, noKeys);
  for (let line = 1; line <= lines; line++) output.write(`this is line ${line}\n`);
  return output.text();
}

test("behind a gap, every line has the number it was printed with", () =>
  fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 100, max: 30_000 }),
      fc.integer({ min: 1, max: 1_000 }),
      async (bytes, from) => {
        const rows = await shown(kept(bytes), from);
        const whole = rows.flatMap((row) => {
          const [, number, line] = /^(\d+)\tthis is line (\d+)$/.exec(row) ?? [];
          return number === undefined ? [] : [[number, line]];
        });
        // One line is cut by the gap, maybe in its number.
        for (const [number = "", line = ""] of whole) expect(number.startsWith(line)).toBe(true);
        expect(whole.filter(([number, line]) => number !== line).length).toBeLessThan(2);
      },
    ),
    { numRuns: 60 },
  ));

test("the gap is shown where it is, without a number, and asked for, too", async () => {
  const text = kept(200);
  const rows = await shown(text, 1);
  const gap = rows.findIndex((row) => /^\[… \d+ bytes left out, \d+ lines …\]$/.test(row));
  expect(gap).toBeGreaterThan(0);
  expect(rows.at(-1)).toBe("1000\tthis is line 1000");
  expect((await shown(text, 500))[0]).toBe(rows[gap]);
  expect(await shown(text, 999)).toEqual(["999\tthis is line 999", "1000\tthis is line 1000"]);
  expect(await shown(text, 1_001)).toEqual(["(there are only 1000 lines)"]);
  expect((await shown(text, 998, 1)).at(-1)).toBe("(2 more lines; read on from 999)");
});

test("without a gap, lines are counted", async () => {
  expect(await shown("a\n\nb\n", 2)).toEqual(["2\t", "3\tb"]);
  expect(await shown("a\n", 2)).toEqual(["(there is only 1 line)"]);
});
