import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { openBlobs } from "./file-blobs.ts";
import { strayBlobs } from "./stray-blobs.ts";

test("a side file that a line of the log names is needed, wherever and however it is named", async () => {
  const root = await emptyPlace();
  const [log, folder] = [join(root, "log.jsonl"), join(root, "blobs")];
  const blobs = openBlobs(folder);
  expect(await strayBlobs(log, folder)).toEqual([]);
  const [charter, changed, across, stray] = await Promise.all(["a", "b", "c", "d"].map(blobs.put));
  await writeFile(join(folder, `${stray}.1.tmp`), "half");
  await writeFile(join(folder, "notes.txt"), "of a person");
  expect(await strayBlobs(log, folder)).toEqual([]);
  const line = `{"event":{"charter":"${charter}","changes":[{"content":"${changed}"}]}}\n`;
  // Pieces of 64 kB: this one lies across two of them.
  await writeFile(log, `${line}${"x".repeat(64 * 1024 - line.length - 20)}${across} torn`);
  const found = await strayBlobs(log, folder);
  expect(found.map(({ name, bytes }) => [name, bytes]).sort()).toEqual([
    [stray, 1],
    [`${stray}.1.tmp`, 4],
  ]);
});
