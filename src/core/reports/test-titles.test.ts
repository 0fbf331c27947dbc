import { describe, expect, test } from "vitest";
import { liveTitles } from "./test-titles.ts";

describe("only the test that is switched off is missing", () => {
  test.each([
    [
      "a.test.ts",
      'test("a", f);\ntest.skip("b", f);\nxit("c", f);\nit.only.todo("d");\ntest("e", f);',
      ["a", "e"],
    ],
    ["a.test.ts", 'test("a", f);\nif (x) test.fixme();\ntest("b", f);', ["a", "b"]],
    ["a.test.ts", 'describe.skip("all", () => { test("a", f); });', ["a"]],
    [
      "test_a.py",
      "def test_a():\n  x\n@pytest.mark.skip\ndef test_b():\n  x\ndef test_c():\n  x",
      ["test_a", "test_c"],
    ],
    [
      "a_test.go",
      "func TestA(t *testing.T) {}\nfunc TestB(t *testing.T) {\n\tt.Skipf()\n}\nfunc TestC() {}",
      ["TestA", "TestC"],
    ],
    ["a.rs", "#[test]\nfn a() {}\n#[test]\n#[ignore]\nfn b() {}\n#[test]\nfn c() {}", ["a", "c"]],
    ["a.rs", "#[test]\nfn a() {}\n#[ignore]\n#[test]\nfn b() {}\n#[test]\nfn c() {}", ["a", "c"]],
    ["ATest.java", "@Test void a() {}\n@Disabled @Test void b() {}\n@Test void c() {}", ["a", "c"]],
    ["ATest.java", "@Test @Disabled void a() {}\n@Test void b() {}", ["b"]],
    ["a_spec.rb", 'it "a" do\nend\nit "b" do\n  skip\nend\nxit "c" do\nend\nspecify "d" do\nend', ["a", "d"]],
    [
      "ATest.php",
      "function testA() {}\nfunction testB() { $this->markTestSkipped(); }\nfunction testC() {}",
      ["testA", "testC"],
    ],
    ["ATests.cs", '[Fact]\nvoid A() {}\n[Fact(Skip = "x")]\nvoid B() {}\n[Fact]\nvoid C() {}', ["A", "C"]],
    ["ATests.cs", "[Test]\nvoid A() {}\n[Ignore]\n[Test]\nvoid B() {}", ["A"]],
    ["a_test.exs", 'test "a" do\nend\n@tag :skip\ntest "b" do\nend\ntest "c" do\nend', ["a", "c"]],
    [
      "a_test.cc",
      "TEST(A, One) {}\nTEST(A, DISABLED_Two) {}\nTEST(A, Three) { GTEST_SKIP(); }\nTEST(A, Four) {}",
      ["A, One", "A, Four"],
    ],
    ["a_test.dart", "test('a', f);\ntest('b', f, skip: true);\ntest('c', f);", ["a", "c"]],
  ])("%s: %j", (path, text, titles) => {
    expect(liveTitles(path, text)).toEqual(titles);
  });

  test("where nothing is, nothing is switched off", () => {
    expect(liveTitles("test_a.py", "def test_a():\n  x\n@pytest.mark.skip\n")).toEqual(["test_a"]);
    expect(liveTitles("a_test.go", "  t.Skip()\nfunc TestA() {}")).toEqual(["TestA"]);
    expect(liveTitles("a.txt", 'test("a", f);')).toEqual([]);
  });
});

test.each([
  ["a.test.js", 'test( "a  b" , f);', ["a b"]],
  ["a.test.js", "test(name, f);\ntest(other + 1, f);", ["name", "other + 1"]],
  ["a.test.js", "test(", [""]],
  ["a.test.js", 'test.each([["x"]])("a %s", f);', ["a %s"]],
  ["a.test.js", 'test.each(rows)("a %s", f);', ["a %s"]],
  ["a.test.js", 'test.for(f(1))("a %s", f);', ["a %s"]],
  ["a.test.js", 'test.each([1])(name, f);\ntest.each([2])("b", f);', ["name", "b"]],
  ["a.test.js", 'test(name, () => g(1)("no title"));', ["name"]],
  ["a.test.js", "test('a', f); test(`b`, f);", ["a", "b"]],
  ["ATest.java", '@Test @Timeout(5) void adds() { call("x"); }', ["adds"]],
  ["ATest.kt", "@Test fun `adds two`() {}", ["adds two"]],
  ["ATest.php", "#[Test]\npublic function adds() {}", ["adds"]],
  ["a_test.cc", 'TEST_CASE("adds", "[a]") {}', ["adds"]],
  ["a_test.cc", "TEST_P(A,\n  Two) {}", ["A, Two"]],
])("%s: the titles in %j", (path, text, titles) => {
  expect(liveTitles(path, text)).toEqual(titles);
});

test.each([
  [
    "a.test.js",
    '/* test("a", f);\n*/ test("b", f);\n * test("c", f);\n  // test("d", f);\n# test("e", f);',
    ["b", "e"],
  ],
  ["a.test.coffee", '# test("a", f)\n/* test("b", f) */\ntest("c", f)', ["c"]],
  ["test_a.py", "  # def test_a():\ndef test_b():\n/* x\ndef test_c():\n*/", ["test_b", "test_c"]],
  ["a_spec.rb", "# it 'a'\nit 'b'\n", ["b"]],
  ["a_test.exs", '# test "a"\ntest "b"\n', ["b"]],
  ["a.rs", "// #[test]\n#[test]\nfn b() {}", ["b"]],
])("%s: a comment in %j holds no test", (path, text, titles) => {
  expect(liveTitles(path, text)).toEqual(titles);
});
