import { describe, expect, test } from "vitest";
import { mochaReader } from "./mocha.ts";

function read(...lines: string[]) {
  const reader = mochaReader();
  for (const line of lines) reader.line(line);
  return { ...reader.end(), counts: reader.counts() };
}
const names = (...lines: string[]) =>
  read(...lines).named.map(({ suite, test: name }) => (suite === undefined ? name : `${suite} > ${name}`));

describe("the end of a run", () => {
  test("tells each failing test with its suites, message and place", () => {
    expect(
      read(
        "  3 passing (12ms)",
        "  2 failing",
        "",
        "  1) adds:",
        "     Error: no",
        "      at Context.<anonymous> (test/a.js:3:1)",
        "",
        "  2) calc",
        "       by zero",
        "         throws:",
        "",
        "      AssertionError: oh",
        "      + expected",
      ),
    ).toEqual({
      named: [
        { test: "adds", file: "test/a.js", place: "test/a.js:3:1", message: "Error: no" },
        { test: "throws", suite: "calc > by zero", message: "AssertionError: oh\n      + expected" },
      ],
      more: 0,
      counts: undefined,
    });
  });

  test("has as many as it says, by number: other numbers belong to the message", () => {
    const lines = [
      "  2 failing",
      "  1) a:",
      "  1) one",
      "  3) three",
      "    2) deep",
      "  2) b:",
      "  3) c:",
      "  4) d",
    ];
    expect(read(...lines).named).toEqual([
      { test: "a", message: "1) one\n  3) three\n    2) deep" },
      { test: "b", message: "3) c:\n  4) d" },
    ]);
    expect(names("  1 failing", "   1) three spaces:")).toEqual(["three spaces"]);
    expect(names("  1 failing", "    1) four spaces:")).toEqual([]);
  });

  test("may be followed by another run", () => {
    const first = ["  1 failing", "  1) a:", "     Error"];
    expect(names(...first, "  1 failing", "  1) b:")).toEqual(["a", "b"]);
    expect(read(...first, "    ✔ passes", "     late").named).toEqual([{ test: "a", message: "Error" }]);
    expect(read(...first, "  1 passing (2ms)", "     late").named).toEqual([{ test: "a", message: "Error" }]);
    expect(names(...first, "    ✓ passes", "    1) cut off")).toEqual(["a", "cut off"]);
    expect(names("  2 failing", "  1) a:", "  5 passing (1s)", "    ✔ x", "    1) b")).toEqual(["a", "b"]);
  });

  test("leaves nothing behind for the next run", () => {
    const first = [
      "    ✔ adds",
      "    1) halves",
      "  1 passing (2ms)",
      "  1 failing",
      "  1) calc",
      "       halves:",
      "     Error",
    ];
    expect(read(...first, "  1 failing", "     stray", "  1) b:").named).toEqual([
      { test: "halves", suite: "calc", message: "Error" },
      { test: "b" },
    ]);
    expect(names(...first, "    ✔ next", "    1) cuts")).toEqual(["calc > halves", "cuts"]);
    expect(names(...first, "  2) no test")).toEqual(["calc > halves"]);
    expect(names("  2 failing", "  1) a:", "  7) in the message", "  1 passing (2ms)")).toEqual(["a"]);
  });

  test("is not ended by a sign of success in a message, as long as tests are missing", () => {
    expect(names("  2 failing", "  1) a:", "    ✔ in the message", "  2) b:")).toEqual(["a", "b"]);
  });

  test("takes twenty lines at most for a name", () => {
    const suites = (count: number) => Array.from({ length: count }, (_, index) => `       s${index}`);
    const [found] = read("  1 failing", "  1) first", ...suites(20), "      Error").named;
    expect([found?.test, found?.message]).toEqual(["s19", "Error"]);
    expect(
      read("  1 failing", "  1) first", ...suites(19), "      last:", "      Error").named[0],
    ).toMatchObject({
      test: "last",
      message: "Error",
    });
    expect(names("  1 failing", "  1) first", ...suites(18), "      last").at(0)).toMatch(/> last$/);
  });
});

describe("a run that was cut off", () => {
  test("names its failing tests in its tree, if it is one of Mocha", () => {
    expect(names("  calc", "    ✔ adds", "    1) halves", "    2) doubles")).toEqual(["halves", "doubles"]);
    expect(names("    1) halves", "  1 passing (2ms)")).toEqual(["halves"]);
    expect(names("  1) do this", "  2) do that")).toEqual([]);
  });

  test("is none where the end has told them", () => {
    expect(
      names("    ✔ adds", "    1) halves", "  1 passing (2ms)", "  1 failing", "  1) calc", "       halves:"),
    ).toEqual(["calc > halves"]);
  });

  test("counts those beyond the ones that it names", () => {
    const many = Array.from({ length: 1002 }, (_, index) => `    ${index + 1}) t${index}`);
    expect(read("    ✔ adds", ...many)).toMatchObject({ named: { length: 1000 }, more: 2 });
    expect(read(...many).more).toBe(0);
  });
});
