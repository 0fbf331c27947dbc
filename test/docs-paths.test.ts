import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const pages = [
  "AGENTS.md",
  "docs/architecture.md",
  "docs/building.md",
  "docs/faults.md",
  "docs/models.md",
  "docs/prompts.md",
  "docs/rehearsals.md",
  "docs/security.md",
];
const rooms = readdirSync("src");
const folders = ["src", "test", "docs", "scripts", "prompts", "rehearsals"];

/** The paths of this repository that a page names in backticks. A page may leave out `src/`. */
function pathsIn(text: string): readonly string[] {
  return [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].flatMap(([, path = ""]) => {
    const [first = ""] = path.split("/", 1);
    if (folders.includes(first)) return [path];
    return rooms.includes(first) ? [`src/${path}`] : [];
  });
}

test.each(pages)("%s names only files that exist", async (page) => {
  const paths = pathsIn(await readFile(page, "utf8"));
  expect(paths).not.toEqual([]);
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test("11: every control that holds names the test that shows it", async () => {
  const page = await readFile("docs/security.md", "utf8");
  const rows = page.split("\n").filter((line) => /^\| \d+ \|/.test(line));
  expect(rows).toHaveLength(25);
  const bare = rows.filter((row) => /\| holds[^|]*\|$/.test(row) && !/`(src|test)\/[\w./-]+`/.test(row));
  // They are about what there is not: no telemetry, no scripts, no rule.
  expect(bare.map((row) => Number(/\d+/.exec(row)?.[0]))).toEqual([19, 20, 25]);
});

test("11: everything that an attacker cannot do names the test that shows it", async () => {
  const page = await readFile("docs/security.md", "utf8");
  const lists = [...page.matchAll(/^It cannot:\n\n((?:- .*\n)+)/gm)].map(([, list = ""]) => list.trim());
  expect(lists).toHaveLength(3);
  const bare = lists
    .flatMap((list) => list.split("\n"))
    .filter((line) => !/`(src|test)\/[\w./-]+`/.test(line));
  expect(bare).toEqual([]);
});

test("no newcomer's walk passes through more than a dozen files, or twice through one", async () => {
  const page = await readFile("docs/architecture.md", "utf8");
  const section = /^## A newcomer's walk$(.*?)^## /ms.exec(page)?.[1] ?? "";
  const walks = section
    .split(/^\*\*/m)
    .slice(1)
    .map((walk) => walk.match(/^\d+\. `[^`]+`/gm) ?? []);
  expect(walks).toHaveLength(4);
  for (const walk of walks) {
    const files = walk.map((line) => line.replace(/^\d+\. /, ""));
    expect(files.length).toBeGreaterThan(5);
    expect(files.length).toBeLessThanOrEqual(12);
    expect(new Set(files).size).toBe(files.length);
  }
});

test.each(["README.md", "docs/running.md"])("10.17: %s says where the tests of a model run", async (page) => {
  expect(await readFile(page, "utf8")).toMatch(/a model wr.{0,80}sandbox|sandbox.{0,80}a model wr/);
});
