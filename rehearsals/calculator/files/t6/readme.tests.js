import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { evaluate } from "../src/evaluate.js";
import { format } from "../src/format.js";
import { parse } from "../src/parse.js";
import { tokenize } from "../src/tokenize.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const [worked, refused = ""] = readme.split("## What it refuses");

test("the README has examples of both kinds", () => {
  assert.ok(rows(worked).length > 0);
  assert.ok(rows(refused).length > 0);
});

for (const [, sum, result] of rows(worked)) {
  test(`the README is right: ${sum} is ${result}`, () => {
    assert.equal(calculate(sum), result);
  });
}

for (const [, sum, reason] of rows(refused)) {
  test(`the README is right: ${sum} is refused`, () => {
    assert.throws(() => calculate(sum), { name: "CalcError", message: reason });
  });
}

function rows(text) {
  return [...text.matchAll(/^\| `(.+?)` \| `(.+?)` \|$/gm)];
}

function calculate(sum) {
  return format(evaluate(parse(tokenize(sum))));
}
