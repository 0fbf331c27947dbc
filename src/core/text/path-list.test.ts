import { expect, test } from "vitest";
import { listedPath, pathList } from "./path-list.ts";

test.each([
  ["src/a.ts", "src/a.ts"],
  ["app/[id]/(group)/page.tsx", "app/[id]/(group)/page.tsx"],
  ["ünï😀.md", "ünï😀.md"],
  ["a b", '"a b"'],
  ["a,b", '"a,b"'],
  ["a, b.ts", '"a, b.ts"'],
  ['say "hi"', '"say \\"hi\\""'],
  ["it's", '"it\'s"'],
  ["a\nb", '"a\\nb"'],
  ["back\\slash", '"back\\\\slash"'],
  ["end.", '"end."'],
  ["", '""'],
])("%j stands in a list as %s", (path, listed) => {
  expect(listedPath(path)).toBe(listed);
});

test("no two lists of paths read the same", () => {
  const pieces = ["a", "b", ",", " ", '"', "\\", "\n", ".", " and "];
  const names = pieces.flatMap((one) => pieces.flatMap((two) => [one, `${one}${two}`, `a${one}${two}`]));
  const lists = [...new Set(names)].flatMap((name) => [[name], ["a", name], [name, "b"], ["a", name, "b"]]);
  const seen = new Map(lists.map((list) => [pathList(list), JSON.stringify(list)]));
  for (const list of lists) expect(seen.get(pathList(list))).toBe(JSON.stringify(list));
});

test("of many, some are named and the rest is counted", () => {
  const many = Array.from({ length: 14 }, (_, at) => `f${at}`);
  expect(pathList(many)).toMatch(/^f0, .*, f11 and 2 more$/);
  expect(pathList(many, 1)).toBe("f0 and 13 more");
});
