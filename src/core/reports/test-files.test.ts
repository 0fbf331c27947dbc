import { describe, expect, test } from "vitest";
import { isTestPath, weakenedTestFiles } from "./test-files.ts";
import { liveTitles } from "./test-titles.ts";

/** One test in each language: where it would stand, the test, and the same switched off. */
const languages: readonly [path: string, live: string, off: string][] = [
  ["src/a.test.ts", 'test("adds", () => {});', 'test.skip("adds", () => {});'],
  ["src/a.test.mjs", 'test("adds", () => {});', 'test.todo("adds");'],
  ["test/a.js", 'it("adds", () => {});', 'xit("adds", () => {});'],
  ["src/a.spec.tsx", 'it.each([1, 2])("adds %s", () => {});', 'it.skip("adds", () => {});'],
  ["tests/test_a.py", "def test_adds():\n    pass", "@pytest.mark.skip\ndef test_adds():\n    pass"],
  ["a_test.go", "func TestAdds(t *testing.T) {}", "func TestAdds(t *testing.T) {\n\tt.Skip()\n}"],
  ["tests/adds.rs", "#[test]\nfn adds() {}", "#[test]\n#[ignore]\nfn adds() {}"],
  ["tests/later.rs", "#[tokio::test]\nasync fn adds() {}", "#[tokio::test]\n#[ignore]\nasync fn adds() {}"],
  ["src/test/java/ATest.java", "@Test\nvoid adds() {}", "@Disabled\n@Test\nvoid adds() {}"],
  ["spec/a_spec.rb", 'it "adds" do\nend', 'xit "adds" do\nend'],
  [
    "tests/ATest.php",
    "public function testAdds() {}",
    "public function testAdds() { $this->markTestSkipped(); }",
  ],
  ["A.Tests/ATests.cs", "[Fact]\npublic void Adds() {}", '[Fact(Skip = "later")]\npublic void Adds() {}'],
  ["Tests/ATests.swift", "func testAdds() {}", "func testAdds() throws { throw XCTSkip() }"],
  ["test/a_test.exs", 'test "adds" do\nend', '@tag :skip\ntest "adds" do\nend'],
  ["test/a_test.cc", "TEST(A, Adds) {}", "TEST(A, DISABLED_Adds) {}"],
  ["test/a_test.dart", "test('adds', () {});", "test('adds', () {}, skip: true);"],
];

describe("10.18: a test file that says less than before is told", () => {
  test.each(languages)("%s", (path, live, off) => {
    expect(isTestPath(path)).toBe(true);
    expect(liveTitles(path, live).join()).toMatch(/adds/i);
    expect(liveTitles(path, off)).toEqual([]);
    const told = (after: string | undefined, before = live) =>
      weakenedTestFiles([{ path, before, after }]).map(({ tier, kind }) => `${kind} ${tier}`);
    expect(told(live)).toEqual([]);
    expect(told(`${live}\n${live}`)).toEqual([]);
    for (const after of [undefined, "", " \n", off, "// nothing\n"])
      expect(told(after)).toEqual(["test-file person"]);
    expect(told(live, `${live}\n${live}`)).toEqual(["test-file note"]);
    expect(told(live, "")).toEqual([]);
  });

  test("a test that is only in a comment does not run", () => {
    expect(liveTitles("a.test.js", '// test("adds", () => {});\n/* test("b", f); */\n')).toEqual([]);
    expect(liveTitles("test_a.py", "# def test_adds():\n#     pass\n")).toEqual([]);
    expect(liveTitles("a.test.js", 'regex.test("x"); submit(); await it.next();')).toEqual([]);
  });

  test("a file that was moved is told only when runners no longer look there, or it holds less", () => {
    const text = 'test("adds", () => {});\n';
    const at = (path: string, after = text) =>
      weakenedTestFiles([{ path, was: "a.test.js", before: text, after }]).map((found) => found.text);
    expect(at("test/a.test.js")).toEqual([]);
    expect(at("old/a.js")).toEqual([
      'the test file a.test.js was moved to old/a.js, where test runners do not look: "adds"',
    ]);
    expect(at("test/a.test.js", "")).toEqual(['the test file test/a.test.js was emptied: "adds"']);
  });

  test.each([
    "src/test-run.ts.md",
    "README.md",
    "src/contest.js",
    "src/latest.py",
    "tests/data.json",
    "src/a.js",
  ])("%s is no test file", (path) => expect(isTestPath(path)).toBe(false));
});

describe("10.18: tests that are gone are told, however many others there are now", () => {
  const js = (...names: string[]) => names.map((name) => `test("${name}", () => {});\n`).join("");
  const many = (count: number, word = "case") =>
    Array.from({ length: count }, (_, at) => `${word} ${at + 1}`);
  const told = (...files: Parameters<typeof weakenedTestFiles>[0]) =>
    weakenedTestFiles(files).map(({ tier, text }) => `${tier}: ${text}`);

  test.each(languages)("%s: another test in the place of one", (path, live) => {
    const three = ["adds", "cuts", "rounds"].map((name) => named(live, name));
    const others = ["adds", "prints", "reads"].map((name) => named(live, name));
    const found = told({ path, before: three.join("\n"), after: others.join("\n") });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^person: the test file .* has 3 tests; it had 3, and 2 of them are gone: /);
    expect(found[0]).toMatch(/cuts.*rounds/i);
    expect(found[0]).not.toMatch(/gone: .*adds/i);
    // The order says nothing.
    expect(told({ path, before: three.join("\n"), after: three.toReversed().join("\n") })).toEqual([]);
    // Each in a file of its own.
    const [one = "", two = "", rest = ""] = three;
    expect(
      told(
        { path, before: three.join("\n"), after: one },
        { path: path.replace(/(?=[^/]+$)/, "test/"), before: undefined, after: `${rest}\n${two}` },
      ),
    ).toEqual([]);
  });

  test.each<[then: readonly string[], now: readonly string[], tier: string | undefined, names: RegExp]>([
    [many(69), many(1), "person", /"case 2", "case 3", "case 4", "case 5", "case 6" and 63 more$/],
    [many(69), [...many(59), ...many(40, "new")], "person", /10 of them are gone/],
    [many(69), [...many(60), ...many(40, "new")], "note", /9 of them are gone/],
    [many(4), many(2), "note", /2 of them are gone: "case 3", "case 4"$/],
    [many(5), [...many(2), ...many(9, "new")], "person", /3 of them are gone/],
    [many(1), many(1, "renamed"), "note", /has 1 test; it had 1, and 1 of them is gone: "case 1"$/],
    [many(3), [...many(2), "renamed"], "note", /1 of them is gone: "case 3"$/],
    [["same", "same"], ["same"], "note", /1 of them is gone: "same"$/],
    [many(3), [...many(3), "new"], undefined, /never/],
  ])("%#: how much is lost decides who must look", (then, now, tier, names) => {
    const [found] = told({ path: "test.js", before: js(...then), after: js(...now) });
    if (tier === undefined) return expect(found).toBeUndefined();
    expect(found?.startsWith(`${tier}: `)).toBe(true);
    return expect(found).toMatch(names);
  });

  test("a file is removed: nothing is told if its tests are elsewhere in the change, else what is gone", () => {
    const removed = { path: "a.test.js", before: js("adds", "cuts"), after: undefined };
    const added = (path: string, ...names: string[]) => ({ path, before: undefined, after: js(...names) });
    expect(told(removed, added("test/b.test.js", "adds", "cuts", "new"))).toEqual([]);
    expect(told(removed, added("test/b.test.js", "adds"), added("test/c.test.js", "cuts"))).toEqual([]);
    expect(told(removed, added("test/b.test.js", "adds", "one", "two"))).toEqual([
      'person: the test file a.test.js was removed: "cuts"',
    ]);
    expect(told(removed, added("old/b.js", "adds", "cuts"))).toHaveLength(1);
    // What was there before does not stand in for it.
    const kept = { path: "b.test.js", before: js("adds", "cuts"), after: js("adds", "cuts", "new") };
    const gone = ['person: the test file a.test.js was removed: "adds", "cuts"'];
    expect(told(removed, kept)).toEqual(gone);
    expect(told(kept, removed)).toEqual(gone);
    const twice = { path: "b.test.js", before: js("adds", "adds"), after: js("adds", "adds", "new") };
    expect(told(removed, twice)).toEqual(gone);
    expect(told(twice, removed)).toEqual(gone);
    // One test stands in for one.
    expect(
      told(removed, { ...removed, path: "c.test.js" }, added("test/b.test.js", "adds", "cuts")),
    ).toHaveLength(1);
  });

  test.each([
    ["a.test.js", "test('it\\'s', f);", "it\\'s"],
    ["a.test.js", 'test.each([\n  [f(1), 2],\n])("sums %s", f);', "sums %s"],
    ["a.test.js", "for (const name of all)\n  test(name, () => expect(1).toBe(1));", "name"],
    ["a.test.js", "test(`a\n  b`, f);", "a b"],
    ["ATest.java", "@ParameterizedTest\n@ValueSource(ints = {1})\npublic void adds(int n) {}", "adds"],
    ["ATest.kt", "@Test fun `adds two`() {}", "adds two"],
    ["ATests.cs", "[Fact]\npublic async Task Adds() {}", "Adds"],
    ["a_test.cc", "TEST_F(Sums, Adds) {}", "Sums, Adds"],
    ["spec/a_spec.rb", "def test_adds\nend", "test_adds"],
    ["tests/a.rs", "#[tokio::test]\npub async fn adds() {}", "adds"],
    ["Tests/ATests.swift", '@Test("adds two") func adds() {}', "adds two"],
  ])("%s: the title of %s", (path, text, title) => expect(liveTitles(path, text)).toEqual([title]));
});

describe("10.18: a file is judged by its tests, or by whether it is there where it has none", () => {
  const told = (path: string, before: string | undefined, after: string | undefined) =>
    weakenedTestFiles([{ path, before, after }]).map(({ tier, text }) => `${tier}: ${text}`);

  test("a helper of tests may change, and may not vanish", () => {
    expect(told("test/helper.js", "help();", "other();")).toEqual([]);
    expect(told("test/helper.js", "help();", undefined)).toEqual([
      "person: the test file test/helper.js was removed",
    ]);
    expect(told("test/helper.js", "help();", " ")).toEqual([
      "person: the test file test/helper.js was emptied",
    ]);
  });

  test("what was no test file, or held nothing, cannot be weakened", () => {
    expect(told("src/a.js", 'test("a", f);', undefined)).toEqual([]);
    expect(told("a.test.js", " \n", undefined)).toEqual([]);
    expect(told("a.test.js", undefined, undefined)).toEqual([]);
    expect(told("a.test.js", undefined, 'test("a", f);')).toEqual([]);
  });

  test("a file without a test that runs is told as one, with how many it had", () => {
    expect(told("a.test.js", 'test("a", f);\ntest("b", f);', "help();")).toEqual([
      'person: the test file a.test.js no longer runs any test; it had 2: "a", "b"',
    ]);
  });

  test("five are named, each up to 80 characters, and the others counted", () => {
    const js = (count: number) => Array.from({ length: count }, (_, at) => `test("t${at}", f);`).join("\n");
    const names = '"t0", "t1", "t2", "t3", "t4"';
    expect(told("a.test.js", js(5), undefined)).toEqual([
      `person: the test file a.test.js was removed: ${names}`,
    ]);
    expect(told("a.test.js", js(6), undefined)).toEqual([
      `person: the test file a.test.js was removed: ${names} and 1 more`,
    ]);
    expect(told("a.test.js", `test("${"x".repeat(81)}", f);`, undefined)).toEqual([
      `person: the test file a.test.js was removed: "${"x".repeat(80)}…"`,
    ]);
  });

  test("a test that moved to another file, alone or with others, leaves nothing to tell", () => {
    const move = (...names: string[]) => {
      const text = names.map((name) => `test("${name}", f);`).join("\n");
      return weakenedTestFiles([
        { path: "a.test.js", before: text, after: undefined },
        { path: "b.test.js", before: undefined, after: text },
      ]);
    };
    expect(move("one")).toEqual([]);
    expect(move("one", "two", "two")).toEqual([]);
  });
});

function named(live: string, name: string): string {
  const upper = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return live.replace("adds", name).replace("Adds", upper);
}
