import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { firstProjects } from "./support/first-projects.ts";

const page = readFileSync("docs/first-hour.md", "utf8");

test("docs/first-hour.md counts what the screens count", () => {
  const rows = [
    ...page.matchAll(/^\| (.+?) \| (\d+) \| \[([\d.]+) s\]\((.+?)\) \| \[([\d.]+) s\]\((.+?)\) \|$/gm),
  ];
  expect(rows).toHaveLength(firstProjects.length);
  for (const [, , keys, narrow, at80, wide, at120] of rows) {
    for (const [seconds, path] of [
      [narrow, at80],
      [wide, at120],
    ])
      expect(readFileSync(`docs/${path}`, "utf8")).toMatch(
        `${keys} keys, ${seconds} s to the team's first word\n`,
      );
  }
});

test("it leads to every file of screens, and to no other", () => {
  const named = [...page.matchAll(/\]\(((?:screens|pictures)\/[^)]+)\)/g)].map(([, path = ""]) => path);
  expect(named.filter((path) => !existsSync(`docs/${path}`))).toEqual([]);
  const screens = readdirSync("docs/screens").map((name) => `screens/${name}`);
  expect(screens.filter((path) => !named.includes(path))).toEqual([]);
});

test("no row of a screen is wider than its terminal", () => {
  for (const name of readdirSync("docs/screens")) {
    const columns = Number(/-(\d+)\.txt$/.exec(name)?.[1]);
    const rows = readFileSync(`docs/screens/${name}`, "utf8").split("\n");
    // The mark of Enter is ours, and so is what was typed at the end of a row.
    expect(rows.filter((row) => !row.endsWith("⏎") && row.length > columns)).toEqual([]);
  }
});
