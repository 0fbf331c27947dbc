import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { childrenOf, endRecorded, parseRecord } from "./child-record.ts";
import { linuxStart, parseStat } from "./readings/process-start.ts";

const stat = "42 (sh) S 1 42 42 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 98765 1 2";

test("a record holds the process, and when it started since which boot", () => {
  expect(parseRecord(`${stat}\n0123456789-abc\n`)).toEqual({ pid: 42, startedAt: "98765@01234567" });
  expect(parseRecord(`${stat}\n\n`)).toEqual({ pid: 42, startedAt: "98765@" });
  expect(parseRecord("ps 42  Thu Jan  1 00:00:00 1970 \n")).toEqual({
    pid: 42,
    startedAt: "Thu Jan  1 00:00:00 1970",
  });
});

test.each([
  ["nothing", ""],
  ["half a line", stat.slice(0, 20)],
  ["one line", stat],
  ["half of the second line", `${stat}\n01234567`],
  ["no process", "ps x Thu Jan  1 00:00:00 1970\n"],
  ["no time", "ps 42 \n"],
])("a record that holds %s tells nothing", (_, text) => {
  expect(parseRecord(text)).toBeUndefined();
});

test("of a line of /proc, the fields behind the name count", () => {
  expect(parseStat(stat)).toEqual({ pid: 42, state: "S", parent: 1, group: 42, start: "98765" });
  const fields = stat.split(" ");
  expect(parseStat(fields.slice(0, 22).join(" "))).toMatchObject({ start: "98765" });
  expect(parseStat(fields.slice(0, 21).join(" "))).toBeUndefined();
  expect(linuxStart("7", " 0123456789\n")).toBe("7@01234567");
});

test("the folder of a dead runner's records is closed, also one that was half closed before", async () => {
  const place = await emptyPlace();
  const folder = childrenOf(place, 3);
  expect(folder).toBe(join(place, "children", "3"));
  await mkdir(folder, { recursive: true });
  for (const name of ["torn", "taken.swept"]) await writeFile(join(folder, name), "");
  await endRecorded(folder);
  expect(await readdir(join(place, "children"))).toEqual([]);
  await expect(endRecorded(folder)).rejects.toMatchObject({ code: "ENOENT" });
});
