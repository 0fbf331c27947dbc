import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { says } from "../support/scripted-model.ts";
import { SmallBuild, writes } from "../support/small-build.ts";

const script = "#!/usr/bin/env node\nconsole.log(1);\n";

describe("10.36: a script that people run lands as executable", () => {
  const rows: readonly (readonly [
    string,
    { path: string; content: string; executable?: boolean },
    string,
  ])[] = [
    ["said so", { path: "run", content: script, executable: true }, "100755"],
    ["a script in bin", { path: "bin/run.js", content: script }, "100755"],
    ["a script below bin", { path: "pkg/bin/deep/run", content: script }, "100755"],
    ["not a script, in bin", { path: "bin/names.txt", content: "a\n" }, "100644"],
    ["a script in bin that is none", { path: "bin/run", content: script, executable: false }, "100644"],
    ["a script elsewhere", { path: "src/bin.js", content: script }, "100644"],
    ["told to be none", { path: "old", content: script, executable: false }, "100644"],
    ["only the mode changes", { path: "plain", content: "a\n", executable: true }, "100755"],
    ["written again, not told", { path: "older", content: `${script}//\n` }, "100755"],
  ];

  test("said so, by its place, kept, taken away: each file lands with its mode", async () => {
    const build = await SmallBuild.open({
      files: { old: script, older: script, plain: "a\n" },
      async prepare(place) {
        // A repository that came from a disk without modes: it says so, and our worktrees are on another disk.
        for (const name of ["old", "older"]) await chmod(join(place.theatre.repository, name), 0o755);
        place.git("add", "-A");
        await place.commit({ more: "" });
        place.git("config", "core.fileMode", "false");
      },
      answer: ({ thread }) =>
        thread.startsWith("coding/")
          ? says.calls(...rows.map(([, input]) => ({ tool: "write_file", input })), {
              tool: "done",
              input: { summary: "Write them" },
            })
          : undefined,
    });
    expect(await build.play()).toMatchObject({ kind: "finished" });
    const landed = rows.map(([why, { path }]) => [why, build.git("ls-tree", "-r", "HEAD", path).slice(0, 6)]);
    expect(landed).toEqual(rows.map(([why, , mode]) => [why, mode]));
    await build.theatre.check();
  });

  test("an edit keeps the mode, and the author is told what it may have forgotten", async () => {
    const build = await SmallBuild.open({
      answer: ({ thread, ask }) => {
        if (!thread.startsWith("coding/")) return undefined;
        if (ask === 1)
          return says.calls(
            { tool: "write_file", input: { path: "bin/run", content: script } },
            { tool: "write_file", input: { path: "tool.sh", content: "#!/bin/sh\n" } },
          );
        if (ask === 2) return says.call("edit_file", { path: "bin/run", find: "1", replace: "2" });
        return writes({ "bin/run": script });
      },
    });
    expect(await build.play()).toMatchObject({ kind: "finished" });
    const told = build.told("coding/t1.1", 2);
    expect(told).toContain("executable: it begins with #! and stands in bin");
    expect(told).toContain("It begins with #!; if people run it directly, pass executable: true");
    expect(build.git("ls-tree", "-r", "HEAD", "bin/run").slice(0, 6)).toBe("100755");
  });
});
