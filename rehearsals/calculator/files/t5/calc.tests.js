import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

test("prints the result and nothing else", () => {
  assert.deepEqual(calc("2 + 3 * 4"), { stdout: "14\n", stderr: "", status: 0 });
});

test("takes a sum without quotes", () => {
  assert.equal(calc("7", "-", "2").stdout, "5\n");
});

test("puts a caret under the trouble, keeps stdout empty and exits 1", () => {
  assert.deepEqual(calc("1 / 0"), {
    stdout: "",
    stderr: "calc: cannot divide by zero\n  1 / 0\n    ^\n",
    status: 1,
  });
});

test("says how to ask when there is no sum", () => {
  const { stderr, status } = calc();
  assert.match(stderr, /^calc: no sum given, try: node calc\.js/);
  assert.equal(status, 1);
});

function calc(...words) {
  const command = fileURLToPath(new URL("../calc.js", import.meta.url));
  const { stdout, stderr, status } = spawnSync(process.execPath, [command, ...words], { encoding: "utf8" });
  return { stdout, stderr, status };
}
