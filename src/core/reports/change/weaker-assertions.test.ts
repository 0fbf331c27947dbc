import { describe, expect, test } from "vitest";
import type { BothSides } from "../found.ts";
import { weakerAssertions } from "./weaker-assertions.ts";

/** A test with these lines, and where it would stand. */
const wraps = {
  js: (lines: string) => ["src/a.test.ts", `test("adds", () => {\n  ${lines}\n});\n`],
  py: (lines: string) => ["tests/test_a.py", `def test_adds():\n    ${lines.replaceAll("\n", "\n    ")}\n`],
  go: (lines: string) => ["a_test.go", `func TestAdds(t *testing.T) {\n\t${lines}\n}\n`],
  rs: (lines: string) => ["tests/a.rs", `#[test]\nfn adds() {\n    ${lines}\n}\n`],
} satisfies Record<string, (lines: string) => [string, string]>;
type Language = keyof typeof wraps;

function told(language: Language, then: string, now: string): readonly string[] {
  const [path, before] = wraps[language](then);
  const [, after] = wraps[language](now);
  return weakerAssertions([{ path, before, after }]).map(({ kind, tier }) => `${kind} ${tier}`);
}

/** A strong assertion, and what is weaker. */
const pairs: readonly [Language, then: string, now: string][] = [
  ["js", "assert.equal(sum, 3);", "assert.ok(sum);"],
  ["js", "assert.strictEqual(sum(1, 2), 3);", "assert(sum(1, 2));"],
  ["js", "assert.deepEqual(list, [1, 2]);", "assert.ok(list.length > 0);"],
  ["js", "assert.deepStrictEqual(list, [\n    1,\n    2,\n  ]);", "assert.notEqual(list, null);"],
  ["js", "assert.match(text, /sum/);", "assert.ok(text);"],
  ["js", "assert.throws(run, /no number/);", "assert.throws(run);"],
  ["js", "assert.equal(sum, 3);", "assert.ok(sum > 0);"],
  ["js", "expect(sum).toBe(3);", "expect(sum).toBeDefined();"],
  ["js", "expect(sum).toEqual({ a: 1 });", "expect(sum).toBeTruthy();"],
  ["js", "expect(sum).toEqual({ a: 1, b: 2 });", "expect(sum).toMatchObject({ a: 1 });"],
  ["js", "expect(sum).toBe(3);", "expect(sum > 0).toBe(true);"],
  ["js", "expect(sum).toBe(3);", "expect(sum).not.toBe(4);"],
  ["js", 'expect(() => run()).toThrow("no number");', "expect(() => run()).toThrow();"],
  ["js", "await expect(run()).resolves.toBe(3);", "await expect(run()).resolves.toBeDefined();"],
  ["js", 'expect(text).toContain("sum (3)");', "expect(text).toBeTruthy();"],
  ["js", "expect(sum).toBeCloseTo(0.3, 5);", "expect(sum).toBeCloseTo(0.3, 1);"],
  ["js", "expect(sum).toBeCloseTo(0.3);", "expect(sum).toBeCloseTo(0.3, 0);"],
  ["js", "expect(ms).toBeLessThan(10);", "expect(ms).toBeLessThan(1000);"],
  ["js", "expect(count).toBeGreaterThanOrEqual(10);", "expect(count).toBeGreaterThanOrEqual(1);"],
  ["py", "assert add(1, 2) == 3", "assert add(1, 2)"],
  ["py", "assert add(1, 2) == 3", "assert add(1, 2) is not None"],
  ["py", "assert add(1, 2) == 3", "assert add(1, 2) > 0"],
  ["py", "assert add(.1, .2) == 0.3", "assert add(.1, .2) == pytest.approx(0.3)"],
  ["py", "assert x == pytest.approx(0.3, abs=0.01)", "assert x == pytest.approx(0.3, abs=0.5)"],
  ["py", "self.assertEqual(add(1, 2), 3)", "self.assertTrue(add(1, 2))"],
  ["py", "self.assertEqual(add(1, 2), 3)", "self.assertIsNotNone(add(1, 2))"],
  ["py", "self.assertAlmostEqual(x, 0.3)", "self.assertAlmostEqual(x, 0.3, places=1)"],
  [
    "py",
    'with pytest.raises(ValueError, match="no number"):\n    run()',
    "with pytest.raises(ValueError):\n    run()",
  ],
  [
    "go",
    'if got := Add(1, 2); got != 3 {\n\t\tt.Errorf("got %d", got)\n\t}',
    'if got := Add(1, 2); got == nil {\n\t\tt.Errorf("none")\n\t}',
  ],
  ["go", 'if got != 3 {\n\t\tt.Fatal("no")\n\t}', 'if got < 1 {\n\t\tt.Fatal("no")\n\t}'],
  ["go", "assert.Equal(t, 3, Add(1, 2))", "assert.NotNil(t, Add(1, 2))"],
  ["go", "require.Equal(t, 3, got)", "require.True(t, got > 0)"],
  ["go", "assert.InDelta(t, 0.3, got, 0.01)", "assert.InDelta(t, 0.3, got, 0.5)"],
  ["rs", "assert_eq!(add(1, 2), 3);", "assert!(add(1, 2) > 0);"],
  ["rs", "assert_eq!(add(1, 2), Ok(3));", "assert!(add(1, 2).is_ok());"],
  ["rs", "assert!(add(1, 2) == 3);", "assert_ne!(add(1, 2), 4);"],
];

describe("a test that stays and asserts less is pointed out", () => {
  test.each(pairs)("%s: %s → %s, and nothing in the other direction", (language, strong, weak) => {
    expect(told(language, strong, weak)).toEqual(["test-file note"]);
    expect(told(language, weak, strong)).toEqual([]);
    expect(told(language, strong, strong)).toEqual([]);
    expect(told(language, strong, "")).toEqual(["test-file person"]);
    expect(told(language, "", strong)).toEqual([]);
    expect(told(language, `${strong}\n${weak}`, weak)).toEqual(["test-file note"]);
    expect(told(language, strong, `${strong}\n${weak}`)).toEqual([]);
    expect(told(language, `${strong}\n${weak}`, `${weak}\n${strong}`)).toEqual([]);
  });
});

describe("what is not less is not pointed out", () => {
  test.each<[Language, then: string, now: string]>([
    ["js", "expect(sum).toBe(3);", "expect(sum).toBe(4);"],
    ["js", "expect(sum).toBe(3);", "expect(total).toBe(3);"],
    ["js", "expect(sum).toBe(3);", "expect(sum).toStrictEqual(3);"],
    ["js", "expect(sum).toBe(3);", "assert.equal(sum, 3);"],
    ["js", "expect(a.x).toBe(1);\n  expect(a.y).toBe(2);", "expect(a).toEqual({ x: 1, y: 2 });"],
    ["js", "expect(sum).toBe(3);", "expect(sum).toBe(\n    3,\n  );"],
    ["js", "expect(sum).toBe(3);", "expect(sum).toBeSumOf(1, 2);"],
    ["js", "expect(isOdd).toBe(true);", "expect(isOdd).toEqual(true);"],
    ["js", 'expect(text).toBe("a > b)");', 'expect(text).toBe("a < b(");'],
    ["js", "expect(sum).toBeCloseTo(0.3, 1);", "expect(sum).toBeCloseTo(0.4, 1);"],
    ["py", "assert add(1, 2) == 3", "assert 3 == add(1, 2)"],
    ["py", "self.assertEqual(add(1, 2), 3)", "assert add(1, 2) == 3"],
    ["py", "assert add(\n    1,\n    2,\n) == 3", "assert add(1, 2) == 3"],
    ["go", 'if got != 3 {\n\t\tt.Errorf("got %d", got)\n\t}', "assert.Equal(t, 3, got)"],
    ["rs", "assert!(add(1, 2) == 3);", "assert_eq!(add(1, 2), 3);"],
  ])("%s: %s → %s", (language, then, now) => {
    expect(told(language, then, now)).toEqual([]);
  });

  test("an assertion that the change moves into another test, also of another file", () => {
    const js = (title: string, lines: string) => `test("${title}", () => {\n  ${lines}\n});\n`;
    const [one, two] = ["expect(a).toBe(1);", "expect(b).toBe(2);"];
    const file = (path: string, before: string | undefined, after: string): BothSides => ({
      path,
      before,
      after,
    });
    expect(weakerAssertions([file("a.test.ts", js("a", one + two), js("a", one) + js("b", two))])).toEqual(
      [],
    );
    expect(
      weakerAssertions([
        file("a.test.ts", js("a", one + two), js("a", one)),
        file("b.test.ts", undefined, js("b", two)),
      ]),
    ).toEqual([]);
    expect(weakerAssertions([file("a.test.ts", js("a", one + two), js("a", one))])).toHaveLength(1);
    expect(weakerAssertions([file("src/a.ts", js("a", one + two), js("a", one))])).toEqual([]);
  });

  test("an assertion that the change moves into a helper; one that an old helper may make is only a note", () => {
    const js = (lines: string, before = "") => `${before}test("a", () => {\n  ${lines}\n});\n`;
    const now = (after: string) =>
      weakerAssertions([{ path: "a.test.ts", before: js("expect(sum(1)).toBe(1);"), after }]);
    const helper = "function same(a, b) {\n  expect(sum(a)).toBe(b);\n}\n";
    expect(now(js("same(1, 1);", helper))).toEqual([]);
    expect(now(js("checkSum(1, 1);"))).toMatchObject([{ tier: "note" }]);
    expect(now(js("await appears(1, 1);"))).toMatchObject([{ tier: "note" }]);
    expect(now(js("sum(1, 1);"))).toMatchObject([{ tier: "person" }]);
  });

  test("the reviewer reads which assertion it was", () => {
    const [path, before] = wraps.js("expect(sum).toBe(3);");
    const now = (lines: string) =>
      weakerAssertions([{ path, before, after: wraps.js(lines)[1] }]).map(({ text }) => text);
    expect(now("expect(sum).toBeDefined();")).toEqual([
      'the test "adds" in src/a.test.ts asserts less: "expect(sum).toBe(3)" became "expect(sum).toBeDefined()"',
    ]);
    expect(now("void sum;")).toEqual([
      'the test "adds" in src/a.test.ts no longer asserts anything; before, "expect(sum).toBe(3)"',
    ]);
  });
});
