import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exampleModel, providerOf } from "../src/core/terms/policy.ts";

const pages = [
  "README.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

test.each(pages)("%s names no other model of its provider to set than the code does", (page) => {
  const named = readFileSync(page, "utf8").matchAll(/huddle model set \S+ (\S+)/g);
  const ofProvider = [...named].flatMap(([, model = ""]) =>
    providerOf(model) === providerOf(exampleModel) ? [model] : [],
  );
  expect(ofProvider.filter((model) => model !== exampleModel)).toEqual([]);
});

test("the first page names it", () => {
  expect(readFileSync("README.md", "utf8")).toContain(`huddle model set all ${exampleModel}`);
});
