import { expect, test } from "vitest";
import { neverFails, recipeNeverFails, scriptNeverFails } from "./never-fails.ts";

test.each([
  ["", true],
  ["  ", true],
  ["/bin/true", true],
  ["printf done", true],
  ["node -e 0", true],
  ['node -e ""', true],
  ["node -e 'run()'", false],
  ["-pytest", true],
  ["@-pytest", true],
  ["@pytest", false],
  ["pytest - x", false],
  ["true; pytest", false],
  ["pytest;", false],
  ["pytest; ; true", true],
  ["true && echo ok", true],
  ["true && true && pytest", false],
  ["pytest && true", false],
  ["pytest && true || true", true],
  ["pytest || echo no", true],
  ["pytest || true; pytest", false],
  ["pytest || exit 1", false],
  ["echo a | grep b", false],
  ["echo a & pytest", false],
  ["truely", false],
])("%j ends well whatever the tests say: %s", (body, never) => {
  expect(neverFails(body)).toBe(never);
});

test.each([
  ["", true],
  ["deps", false],
  ["deps\ntrue", true],
  ["\npytest", false],
  ["\npytest\ntrue", false],
  ["\n-pytest\n# a comment\n@echo ok", true],
  ["\n# a comment", true],
  ["\npytest \\\n|| true", true],
  ["\n#!/bin/sh\npytest\ntrue", true],
  ["\n#!/bin/sh -e\npytest\ntrue", false],
  ["\ntrue\n#!/bin/sh\npytest", false],
])("the recipe %j does: %s", (body, never) => {
  expect(recipeNeverFails(body)).toBe(never);
});

test.each([
  ["", true],
  ["pytest\n", false],
  ["pytest\ntrue\n", true],
  ["# pytest\n\n", true],
  ["set -e\npytest\ntrue\n", false],
  ["set -eu\npytest\ntrue\n", false],
  ["set -u -e\npytest\ntrue\n", false],
  ["set -u\npytest\ntrue\n", true],
  ["cd app; set -o errexit\npytest\ntrue\n", false],
  ["#!/bin/bash -ex\npytest\ntrue\n", false],
  ["#!/bin/bash -x\npytest\ntrue\n", true],
  ["set -e\nset +e\npytest\ntrue\n", true],
  ["set -e\nset +x\npytest\ntrue\n", false],
  ["set +e\npytest\n", false],
  ["set -e\ncd app\nexport A=1\nmkdir -p out\nMODE=all\necho done\n", true],
  ["set -e\ncd app && pytest\necho done\n", false],
  ["set -e\necho a; pytest\n", false],
  ["set -e\nMODE=all pytest\n", false],
])("the script %j does: %s", (text, never) => {
  expect(scriptNeverFails(text)).toBe(never);
});
