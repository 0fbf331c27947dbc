import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = "docs/absent-faults.md";
const rows = readFileSync(page, "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| what "));

test("every fault of the page names a test that exists, or says that it is not shown yet", () => {
  expect(rows.length).toBeGreaterThan(50);
  const wrong = rows.filter((row) => !row.includes("Not shown yet") && !isShown(row));
  expect(wrong).toEqual([]);
});

function isShown(row: string): boolean {
  const [, path = "", title = ""] = /\| `([^`]+\.test\.ts)`: "(.+)" \|$/.exec(row) ?? [];
  return existsSync(path) && title !== "" && readFileSync(path, "utf8").includes(title);
}
