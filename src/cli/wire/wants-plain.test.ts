import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { wantsPlain } from "./wants-plain.ts";

test.each<[args: readonly string[], set: string | undefined, settings: string, isPlain: boolean]>([
  [["run"], undefined, "", false],
  [["run", "--plain"], undefined, "", true],
  [["--plain"], "0", "", true],
  [["say", "--", "--plain"], undefined, "", false],
  [["run"], "1", "", true],
  [["run"], "", "", false],
  [["run"], undefined, '{ "plain": true }', true],
  [["run"], "0", '{ "plain": true }', false],
  [["run"], undefined, '{ "plain": "yes" }', false],
  [["run"], undefined, "[]", false],
  [["run"], undefined, "{ broken", false],
])("%j, HUDDLE_PLAIN %j, settings %j: plain %s", (args, set, settings, isPlain) => {
  const folder = mkdtempSync(join(tmpdir(), "plain-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (settings !== "") writeFileSync(join(folder, "config.json"), settings);
  expect(wantsPlain(args, set === undefined ? {} : { HUDDLE_PLAIN: set }, folder)).toBe(isPlain);
});
