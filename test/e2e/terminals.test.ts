import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providedDesk } from "../support/obliging-provider.ts";
import { tmux } from "../support/tmux.ts";

/** A person whose session is about to ask how large the work is. */
async function asked() {
  const at = await providedDesk({ sized: 1, files: { "a.txt": "a\n" } });
  expect(await at.huddle(["new", "Write t1"])).toMatchObject({ code: 0 });
  return at;
}

test("another width draws again what is on the screen, in both directions", async () => {
  const at = await asked();
  const pane = tmux(at.env).huddle(["run"], { cwd: at.repository, columns: 90, rows: 40 });
  await pane.seen(/do \(one engineer/);
  const rule = (columns: number) => new RegExp(`^── Meeting ─{${columns - 1 - "── Meeting ".length}}$`, "m");
  expect(pane.text()).toMatch(rule(90));
  for (const columns of [50, 110, 70]) {
    pane.resize(columns, 40);
    const seen = await pane.seen(rule(columns));
    expect(seen.match(/── Meeting/g)).toHaveLength(1);
    expect(seen.split("\n").filter((row) => row.length >= columns || /^─+$/.test(row))).toEqual([]);
    expect(seen.replace(/\s+/g, " ")).toContain(
      "what exactly is to be built, and which tasks does it fall into?",
    );
  }
  pane.type("later");
  pane.press("Enter");
  await pane.seen(/ended with 3/);
});

test.each<[how: string, args: readonly string[], env: Record<string, string>]>([
  ["a terminal that only prints", ["run"], { TERM: "dumb" }],
  ["--plain", ["run", "--plain"], { FORCE_COLOR: "1" }],
  ["HUDDLE_PLAIN", ["run"], { HUDDLE_PLAIN: "1" }],
])(
  "%s: whole words, questions and answers as lines, and nothing that steers the terminal",
  async (_, args, env) => {
    const at = await asked();
    const raw = join(at.root, "raw");
    const pane = tmux({ ...at.env, ...env }).huddle(args, { cwd: at.repository, columns: 60, rows: 60 });
    pane.record(raw);
    await pane.seen(/do \(one engineer/);
    await pane.seen(/full: no estimate[\s\S]*kB\./); // it is worked out beside the question
    pane.type("nonsense");
    pane.press("Enter");
    await pane.seen(/Answer do/);
    pane.type("do");
    pane.press("Enter");
    await pane.seen(/Enter: a new branch/);
    pane.press("Enter");
    const end = await pane.seen(/ended with 0/);
    expect(end).toContain("✓ shipped as the new branch huddle-write-t1");
    expect(readFileSync(raw, "utf8")).not.toContain("\u001b");
    const history = pane.history();
    expect(history).toMatch(/^── Meeting$/m);
    expect(history).toMatch(/^do \(one engineer, no talk\)/m);
    expect(history.split("\n").filter((row) => row.length >= 60)).toEqual([]);
  },
);
