import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { runAlone } from "../../../test/support/run-alone.ts";
import { openScratch } from "./open-scratch.ts";

const env = { PATH: process.env.PATH ?? "", WORDS: "from the environment" };

test("10.41: an editor gets the file as its last argument, and the environment it is given", async () => {
  const scratch = await openScratch(await emptyPlace(), "plan.json", "old\n", env);
  expect(await scratch.edit('sh -c \'cat "$1" >> "$1.seen"; echo "$WORDS" > "$1"\' edit')).toBe(0);
  expect(await scratch.read()).toBe("from the environment\n");
  expect((await stat(scratch.path)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(scratch.path))).mode & 0o777).toBe(0o700);
  await scratch.remove();
  await expect(stat(dirname(scratch.path))).rejects.toThrow("ENOENT");
  await scratch.remove(); // a person may have removed it
});

test.each([
  ["false", 1],
  ["sh -c 'exit 7' edit", 7],
  ["nosuch-editor", 127],
])("10.41: how the editor %s ended is told, and the text stays", async (editor, exit) => {
  const scratch = await openScratch(await emptyPlace(), "plan.json", "old\n", env);
  expect(await scratch.edit(`exec 2>/dev/null; ${editor}`)).toBe(exit);
  expect(await scratch.read()).toBe("old\n");
});

test("10.41: an editor that cannot be started at all is told, and the text stays", async () => {
  const scratch = await openScratch(await emptyPlace(), "plan.json", "old\n", env);
  expect(await scratch.edit("true")).toBe(0);
  const script = `
    import { openSync } from "node:fs";
    import { openScratch } from "./it.mjs";
    const scratch = await openScratch(".", "plan.json", "old", {});
    try { for (;;) openSync("/dev/null"); } catch {} // until no more can be opened
    const told = await scratch.edit("true").catch(({ code }) => code);
    console.log(JSON.stringify(told));
  `;
  const few = ["sh", "-c", 'ulimit -n 64; exec "$@"', "few"];
  expect(await runAlone("src/workspace/machine/open-scratch.ts", script, few)).toBe("EMFILE");
});
