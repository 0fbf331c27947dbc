import { expect, test } from "vitest";
import { holdsAssertion } from "./holds-assertion.ts";

test.each([
  "  assert.equal(twice(0), 0);",
  "  expect(twice(0)).toBe(0);",
  "  twice(0).should.equal(0);",
  "  t.is(twice(0), 0);",
  "    assert twice(0) == 0",
  "    self.assertEqual(twice(0), 0)",
  '    t.Errorf("got %d", twice(0))',
  "    assert_eq!(twice(0), 0);",
  "    EXPECT_EQ(twice(0), 0);",
  "    REQUIRE(twice(0) == 0);",
  "  if (twice(0) !== 0) throw new Error();",
  "  equal(twice(0), 0);",
  "    with pytest.raises(ValueError):",
])("this compares: %s", (line) => {
  expect(holdsAssertion(["test('doubles zero', () => {", line, "});"])).toBe(true);
});

test.each([
  ["test('doubles zero', () => {});"],
  ["test('doubles zero', () => { twice(0); });"],
  ["  // assert nothing"],
  ["    # assert twice(0) == 0"],
  ["def test_zero():", "    pass"],
  ['import assert from "node:assert";'],
  ['const assert = require("node:assert");'],
  ["from unittest import assertEqual"],
  [],
])("this compares nothing: %s", (...lines) => {
  expect(holdsAssertion(lines)).toBe(false);
});
