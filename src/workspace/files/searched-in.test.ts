import { expect, test } from "vitest";
import { searchedIn } from "./searched-in.ts";

const globsOf = (glob: string) => {
  const found = searchedIn({ glob, max: 5 });
  return "kind" in found ? found.reason : [found.folder, ...(found.options.globs ?? [])];
};

const many = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);

test("alternatives in braces become patterns, in order and one inside another", () => {
  expect(globsOf("src/*.{ts,js}")).toEqual([".", "src/*.ts", "src/*.js"]);
  expect(globsOf("{a,{b,c}d}/x")).toEqual([".", "a/x", "bd/x", "cd/x"]);
  expect(globsOf(`{${many(32).join(",")}}/x`)).toHaveLength(33);
});

test.each([
  ["in one pair of braces", `{${many(33).join(",")}}/x`],
  ["in many pairs", "{a,b}".repeat(30)],
])("too many alternatives %s are refused at once, and none is dropped", (_, glob) => {
  expect(globsOf(glob)).toMatch(/more than 32 patterns/);
});

test("braces without a comma are part of a name", () => {
  expect(globsOf("{{cookiecutter.slug}}/src/main.py")).toEqual(["{{cookiecutter.slug}}/src", "main.py"]);
  expect(globsOf("{x}/*.{ts,js}")).toEqual([".", "{x}/*.ts", "{x}/*.js"]);
  expect(globsOf("src/{a,b/x")).toEqual(["src/{a,b", "x"]);
});
