import { describe, expect, test } from "vitest";
import { wholeFile } from "../test-report.ts";
import { pytestReader } from "./pytest.ts";

function read(...lines: string[]) {
  const reader = pytestReader();
  for (const line of lines) reader.line(line);
  return { ...reader.end(), counts: reader.counts() };
}
const ids = (...lines: string[]) =>
  read(...lines).named.map(({ file, suite, test: name }) => [file, suite, name].filter(Boolean).join(" "));
const summary = "====== short test summary info ======";
const failures = "====== FAILURES ======";

describe("the summary", () => {
  test("names tests, errors and files, with what it says of them", () => {
    expect(
      read(
        summary,
        "FAILED t.py::T::U::test_a - assert 1 == 2",
        "FAILED t.py::test_b",
        "ERROR t.py::test_c - no database",
        "ERROR broken.py - ImportError: x",
        "ERROR other.py",
        "====== 5 failed in 0.1s ======",
        "FAILED not.py - after it",
        "ERROR not.py",
      ),
    ).toEqual({
      named: [
        { test: "test_a", suite: "T > U", file: "t.py", message: "assert 1 == 2" },
        { test: "test_b", file: "t.py" },
        { test: "test_c", file: "t.py", message: "no database" },
        { test: wholeFile, file: "broken.py", message: "ImportError: x" },
        { test: wholeFile, file: "other.py" },
      ],
      more: 0,
      counts: undefined,
    });
  });

  test("may be missing its heading, where a test is named", () => {
    expect(ids("FAILED t.py::test_a - no", "FAILED t.py - no")).toEqual(["t.py test_a"]);
  });

  test("counts those beyond the ones that it names, once", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `t.py::t${index}`);
    const verbose = (count: number) => many(count).map((id) => `${id} FAILED [ 1%]`);
    const told = (count: number) => many(count).map((id) => `FAILED ${id}`);
    expect(read(...verbose(1002), summary, ...told(1002))).toMatchObject({
      named: { length: 1000 },
      more: 2,
    });
    expect(read(...verbose(1003), summary, ...told(1002)).more).toBe(3);
    expect(read(...verbose(3), summary, ...told(1002)).more).toBe(2);
  });
});

describe("the block of a test", () => {
  const block = (name: string, ...lines: string[]) => [`_______ ${name} _______`, ...lines];

  test("says why and where it failed, without the code around it", () => {
    expect(
      read(
        failures,
        ...block(
          "test_a",
          "    def test_a():",
          ">   f()",
          "a.py:3: ",
          "E       one",
          "E     two",
          "E   three",
          "b.py:7: Error",
        ),
        ...block("ERROR at setup of test_b", "E   no database"),
        ...block("ERROR collecting c.py", "E   ImportError"),
        summary,
        "E   not in a block",
        "FAILED a.py::test_a - short",
        "ERROR a.py::test_b - short",
        "ERROR c.py - short",
      ).named,
    ).toEqual([
      { test: "test_a", file: "a.py", place: "b.py:7", message: "one\n  two\nthree" },
      { test: "test_b", file: "a.py", message: "no database" },
      { test: wholeFile, file: "c.py", message: "ImportError" },
    ]);
  });

  test("ends at the next heading", () => {
    expect(
      read(
        failures,
        ...block("test_a", "E   one"),
        "====== warnings ======",
        "E   two",
        "FAILED a.py::test_a",
      ).named,
    ).toEqual([{ test: "test_a", file: "a.py", message: "one" }]);
  });

  test("is found by class and name, before the name alone", () => {
    expect(
      read(
        ...block("T.test_a", "E   of T"),
        ...block("test_a", "E   alone"),
        summary,
        "FAILED a.py::T::test_a",
        "FAILED a.py::test_a",
      ).named.map((one) => one.message),
    ).toEqual(["of T", "alone"]);
  });

  test("holds no other test: what a test prints may look like a result", () => {
    expect(ids(...block("test_a", "a.py::test_x FAILED [ 1%]"), summary, "FAILED a.py::test_a")).toEqual([
      "a.py test_a",
    ]);
  });

  test("is kept for a thousand tests", () => {
    const blocks = Array.from({ length: 1001 }, (_, index) => block(`t${index}`, `E   of ${index}`)).flat();
    const { named } = read(...blocks, summary, "FAILED a.py::t999 - short", "FAILED a.py::t1000 - short");
    expect(named.map((one) => one.message)).toEqual(["of 999", "short"]);
  });
});

test("a run that was cut off names its tests as they fail; those of the summary are named once", () => {
  const verbose = [
    "a.py::test_a FAILED [ 10%]",
    "a.py::T::test_b ERROR  [100%]",
    "a.py::test_c PASSED",
    "a.py::test_d[x y] FAILED",
  ];
  expect(ids(...verbose)).toEqual(["a.py test_a", "a.py T test_b", "a.py test_d[x y]"]);
  expect(ids(...verbose, summary, "FAILED a.py::test_a")).toEqual([
    "a.py test_a",
    "a.py T test_b",
    "a.py test_d[x y]",
  ]);
  expect(read("_____ test_a _____", "E   no", "=== x ===", "a.py::test_a FAILED").named).toEqual([
    { test: "test_a", file: "a.py", message: "no" },
  ]);
});
