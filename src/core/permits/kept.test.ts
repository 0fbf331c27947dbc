import { expect, test } from "vitest";
import { keptAt } from "./kept.ts";

const paths = ["node_modules", "packages/a/node_modules/", "./.venv"];

test.each([
  ["node_modules", "node_modules"],
  ["node_modules/x/y.js", "node_modules"],
  ["./node_modules//x", "node_modules"],
  ["NODE_modules/x", "node_modules"],
  ["packages/a/node_modules/x", "packages/a/node_modules/"],
  [".venv/bin/python", "./.venv"],
  ["node_modules.md", undefined],
  ["src/node_modules/x", undefined],
  ["packages/a", undefined],
  [".venvs/x", undefined],
  ["", undefined],
])("%s is kept at %s", (path, place) => {
  expect(keptAt(paths, path)).toBe(place);
  expect(keptAt(["", "/"], path)).toBeUndefined();
});
