import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/support/memory-files.ts";
import { markersLeft } from "./markers-left.ts";

const both = "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n";
const sides = (now: Readonly<Record<string, string>>, before: Readonly<Record<string, string>> = {}) => ({
  now: memoryFiles(new Map(Object.entries(now))),
  before: memoryFiles(new Map(Object.entries(before))),
});

test("two versions in a changed file are told with their place, and what the base has is not", async () => {
  const now = { "a.txt": `x\n${both}`, "b c.txt": both, "old.txt": both, "mail.txt": ">>>>>>> he said\n" };
  const before = { "old.txt": both, "a.txt": "x\n" };
  const paths = [...Object.keys(now), "gone.txt"];
  expect(await markersLeft(paths, sides(now, before))).toEqual(["a.txt:2", '"b c.txt":1']);
});

test("no more than 200 files are looked into", async () => {
  const paths = Array.from({ length: 201 }, (_, at) => `${at}.txt`);
  expect(await markersLeft(paths, sides({ "200.txt": both, "199.txt": both }))).toEqual(["199.txt:1"]);
});
