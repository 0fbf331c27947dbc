import { describe, expect, test } from "vitest";
import { isTestPath, liveTests, weakenedTestFiles } from "./test-files.ts";

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
    expect([liveTests(path, live), liveTests(path, off)]).toEqual([1, 0]);
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
    expect(liveTests("a.test.js", '// test("adds", () => {});\n/* test("b", f); */\n')).toBe(0);
    expect(liveTests("test_a.py", "# def test_adds():\n#     pass\n")).toBe(0);
    expect(liveTests("a.test.js", 'regex.test("x"); submit(); await it.next();')).toBe(0);
  });

  test("a file that was moved is told only when runners no longer look there, or it holds less", () => {
    const text = 'test("adds", () => {});\n';
    const at = (path: string, after = text) =>
      weakenedTestFiles([{ path, was: "a.test.js", before: text, after }]).map((found) => found.text);
    expect(at("test/a.test.js")).toEqual([]);
    expect(at("old/a.js")).toEqual([
      "the test file a.test.js was moved to old/a.js, where test runners do not look",
    ]);
    expect(at("test/a.test.js", "")).toEqual(["the test file test/a.test.js was emptied"]);
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
