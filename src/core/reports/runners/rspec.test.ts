import { expect, test } from "vitest";
import { wholeFile } from "../test-report.ts";
import { rspecReader } from "./rspec.ts";

function read(...lines: string[]) {
  const reader = rspecReader();
  for (const line of lines) reader.line(line);
  return { ...reader.end(), counts: reader.counts() };
}

test("each failing example is told with its first place in the project, and what stands above it", () => {
  expect(
    read(
      "  1) printed before",
      "Failures:",
      "",
      "  1) Calc adds",
      "     Failure/Error: expect(1)",
      "",
      "       expected: 2",
      "     # /usr/lib/x.rb:1:in `f'",
      "     # ./spec/calc_spec.rb:6:in `block'",
      "     # ./spec/helper.rb:9",
      "",
      "  2) Calc cuts",
      "     no place",
      "",
      "Finished in 0.01 seconds",
      "  3) after it",
    ),
  ).toEqual({
    named: [
      {
        test: "Calc adds",
        file: "spec/calc_spec.rb",
        place: "spec/calc_spec.rb:6",
        message: "Failure/Error: expect(1)\n\n  expected: 2",
      },
      { test: "Calc cuts", message: "no place" },
    ],
    more: 0,
    counts: undefined,
  });
});

test("an example without words has no message", () => {
  expect(read("Failures:", "  1) adds", "     # ./a_spec.rb:6").named).toEqual([
    { test: "adds", file: "a_spec.rb", place: "a_spec.rb:6" },
  ]);
});

test("a file that could not be loaded is told as a whole, and need not be among the failures", () => {
  expect(
    read(
      "An error occurred while loading ./spec/a_spec.rb.",
      "Failure/Error: require 'x'",
      "",
      "LoadError:",
      "  cannot load",
      "# ./spec/a_spec.rb:1:in `require'",
      "An error occurred while loading spec/b_spec.rb",
      "no",
      "Finished in 0.01 seconds",
      "late",
    ).named,
  ).toEqual([
    {
      test: wholeFile,
      file: "spec/a_spec.rb",
      place: "spec/a_spec.rb:1",
      message: "Failure/Error: require 'x'\n\nLoadError:\n  cannot load",
    },
    { test: wholeFile, file: "spec/b_spec.rb", message: "no" },
  ]);
});
