import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { isOver, taskStates } from "../src/core/terms/task-machine.ts";
import { machineDiagram, movesToOrigin } from "./support/machine-diagram.ts";

const page = await readFile("docs/building.md", "utf8");

test("docs/building.md shows the table of the code", () => {
  const [, shown = ""] = /```mermaid\n([\s\S]*?)\n```/.exec(page) ?? [];
  expect(shown).toBe(machineDiagram());
});

test("the moves that the diagram leaves out stand below it", () => {
  for (const [from, trigger] of movesToOrigin())
    expect(page).toMatch(new RegExp(`${from} \\([^)]*\`${trigger}\`[^)]*\\)`));
});

test("every state has a row that says what happens in it", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.flatMap((row) => /^\| `([A-Z_]+)`/.exec(row)?.[1] ?? [])).toEqual(taskStates);
  expect(taskStates.filter(isOver)).toEqual(["DONE", "CANCELLED"]);
});
