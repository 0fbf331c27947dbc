import { expect, test } from "vitest";
import { toAShippedChange, walk } from "../support/first-hour.ts";
import { providedDesk } from "../support/obliging-provider.ts";
import { tmux } from "../support/tmux.ts";

const files = {
  "package.json": JSON.stringify({ name: "sums", scripts: { test: "node --test" } }),
  "sums.test.js": 'require("node:test")("adds", () => {});\n',
};

test("a newcomer gets from huddle to a shipped change by Enter, an idea and one word", async () => {
  const at = await providedDesk({ sized: 1, files: { ...files } });
  await at.configure({});
  const pane = tmux(at.env).huddle([], { cwd: at.repository, columns: 80, rows: 50 });
  const walked = await walk(pane, toAShippedChange, /This looks like one task/);
  await pane.seen(/ended with 0/);
  expect(walked.screens.map(({ typed }) => typed).filter((typed) => typed !== "")).toEqual([
    "write t1.txt",
    "do",
    "q",
  ]);
  expect(await at.git("show", "huddle-write-t1-txt:t1.txt")).toContain("coding/t1.1");
  for (const { screen } of walked.screens)
    for (const line of screen.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});
