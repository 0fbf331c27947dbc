import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { detectChecks } from "../src/config/detect/detect-checks.ts";
import type { Detected } from "../src/config/detect/detected.ts";
import { keptByGit } from "../src/workspace/git/kept-by-git.ts";
import { emptyPlace, writeFiles } from "./support/git-place.ts";
import { plainEnv } from "./support/plain.ts";
import { nodeProjects } from "./support/projects/node-projects.ts";
import { otherProjects } from "./support/projects/other-projects.ts";
import type { FixtureProject } from "./support/projects/project.ts";
import { pythonProjects } from "./support/projects/python-projects.ts";

const projects = [...nodeProjects, ...pythonProjects, ...otherProjects];
const rows: string[] = [];

describe("what init finds in projects as tools write them", () => {
  test("there are thirty, each another", () => {
    expect(new Set(projects.map(({ made }) => made)).size).toBe(30);
  });

  test.each(projects)("$made", async (project) => {
    const root = await emptyPlace();
    const env = plainEnv(root);
    await writeFiles(root, project.files);
    execFileSync("git", ["init", "-q"], { cwd: root, env });
    const found = await detectChecks(root, (at, patterns) => keptByGit(at, patterns, env));
    expect(shortOf(found)).toEqual({ setup: project.setup, checks: project.checks });
    rows.push(rowOf(project, found));
  });

  test("docs/getting-ready.md shows them, as they were just found", () => {
    const table = ["| project | it should find | it finds |", "|---|---|---|", ...rows].join("\n");
    expect(readFileSync("docs/getting-ready.md", "utf8")).toContain(`${table}\n`);
  });
});

function shortOf({ setup, checks }: Detected) {
  return { setup: setup?.run, checks: checks.map(({ name, run }) => [name, run]) };
}

function rowOf({ made, setup, checks }: FixtureProject, found: Detected): string {
  const should = cellOf(setup, checks);
  const finds = cellOf(
    found.setup?.run,
    found.checks.map(({ name, run }) => [name, run] as const),
  );
  return `| ${made} | ${should} | ${finds === should ? "the same" : finds} |`;
}

function cellOf(setup: string | undefined, checks: FixtureProject["checks"]): string {
  const lines = [...(setup === undefined ? [] : [["set-up", setup] as const]), ...checks];
  return lines.map(([name, run]) => `${name}: \`${run.replaceAll("|", "\\|")}\``).join("<br>");
}
