import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";

const invoice = join(import.meta.dirname, "../invoice.js");

function print(hours) {
  const file = join(mkdtempSync(join(tmpdir(), "invoice-")), "hours.txt");
  writeFileSync(file, hours);
  return spawnSync(process.execPath, [invoice, file], { encoding: "utf8" });
}

test("prints the total with tax", () => {
  const { status, stdout } = print("2026-03-02 2.5 Design\n");
  assert.equal(status, 0);
  assert.match(stdout, /^Total +238\.00$/m);
});
