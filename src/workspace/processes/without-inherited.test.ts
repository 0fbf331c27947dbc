import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace, writeFiles } from "../../../test/support/git-place.ts";
import { withoutInherited } from "./without-inherited.ts";

test("a file that was open before Huddle started leads nowhere in a command", async () => {
  const listed = join(await emptyPlace(), "fdinfo");
  const closed = "pos:\t0\nflags:\t02100002\n";
  await writeFiles(listed, {
    0: "flags:\t0100000\n",
    5: closed,
    7: "pos:\t0\nflags:\t0100002\n",
    99999: "flags:\t0",
  });
  const stdio = withoutInherited(["ignore", "pipe", "pipe"], listed);
  expect(stdio).toEqual([
    "ignore",
    "pipe",
    "pipe",
    "ignore",
    "ignore",
    "ignore",
    "ignore",
    expect.any(Number),
  ]);
  const { stdout } = spawnSync("/bin/sh", ["-c", "readlink /proc/self/fd/7"], { stdio, encoding: "utf8" });
  expect(stdout).toBe("/dev/null\n");
});

test("where nothing was open, or nothing is listed, a command gets what it is given", async () => {
  const place = await emptyPlace();
  for (const listed of [place, join(place, "none")])
    expect(withoutInherited(["ignore", "pipe"], listed)).toEqual(["ignore", "pipe"]);
});
