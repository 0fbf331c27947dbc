import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emptyPlace } from "../../../test/support/git-place.ts";
import { programsOf, programVersions, startedBy } from "./program-versions.ts";

test.each([
  ["npm test", ["node", "npm"]],
  ["CI=1 node --test && npx eslint .", ["node"]],
  ["make check; cargo test | tee log", ["cargo", "make"]],
  ["./own-script --all", []],
  ['build=$(mktemp -d) && cp -R . "$build" && cd "$build" && mvn -q -B test', ["java"]],
  ['cd "$build" && { ./gradlew test || ./gradlew testClasses; }', ["java"]],
  ["bundle exec rspec; composer test", ["php", "ruby"]],
  ["", []],
])("10.35: the programs of %j", (run, programs) => {
  expect(programsOf([{ name: "tests", run }])).toEqual(programs);
});

test("10.35: a program is asked once, and one that is missing or fails has no version", async () => {
  const folder = await emptyPlace();
  const program = async (name: string, script: string) => {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  };
  await program("node", `echo asked >> "$(dirname "$0")/count"; echo v20.1.2`);
  await program("python3", "echo Python 3.11.2");
  await program("go", "echo go version 1.2; exit 3");
  await program("cargo", "exit 0");
  const versions = programVersions({ PATH: `${folder}:/usr/bin:/bin` }, folder);
  const checks = ["node --test", "python3 -m pytest", "go test", "cargo test"].map((run) => ({
    name: run,
    run,
  }));
  const known = ["node v20.1.2", "Python 3.11.2"];
  expect([...(await versions(checks))].sort()).toEqual([...known].sort());
  expect(await versions(checks.slice(0, 1))).toEqual(["node v20.1.2"]);
  expect(await readFile(join(folder, "count"), "utf8")).toBe("asked\n");
});

test("a folder that a command makes for itself is no program", () => {
  expect(startedBy(['build=$(mktemp -d) && cp -R . "$build" && cd "$build" && mvn -q test'])).toEqual([
    "cd",
    "cp",
    "java",
    "mvn",
  ]);
});
