import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { pageText } from "./page-text.ts";

const env = { PATH: process.env.PATH ?? "" };

test("a pager gets the whole text, and the settings that git gives less", async () => {
  const seen = join(await emptyPlace(), "seen");
  expect(await pageText(`{ cat; echo "$LESS"; } > "$SEEN"`, "one\ntwo\n", { ...env, SEEN: seen })).toBe(true);
  expect(await readFile(seen, "utf8")).toBe("one\ntwo\nFRX\n");
});

test("one that is left early is no failure, and one that is not there is said", async () => {
  expect(await pageText("exit 0", "x\n".repeat(1_000_000), env)).toBe(true);
  expect(await pageText("no-such-pager-here 2> /dev/null", "x", env)).toBe(false);
});
