import { expect, test } from "vitest";
import { assertPrompts, fillPrompt, unknownVariables } from "./prompt-files.ts";

test("a value is put in as it is, whatever it looks like", () => {
  expect(fillPrompt("Now “{{title}}”, {{ title }}.", { title: "$& and {{title}}" })).toBe(
    "Now “$& and {{title}}”, $& and {{title}}.",
  );
});

test("a place without a value stays", () => {
  expect(fillPrompt("{{other}} {{constructor}}", { title: "x" })).toBe("{{other}} {{constructor}}");
});

test("unknown variables are found with their lines", () => {
  const text = "{{title}}\n\nof {{ titel }} and {{}}, not { {x} }\n{{a}} {{b}}";
  expect(unknownVariables(text, ["title"])).toEqual([
    { line: 3, name: "titel" },
    { line: 3, name: "" },
    { line: 4, name: "a" },
    { line: 4, name: "b" },
  ]);
});

test("all faults are told at once, with the way back", () => {
  expect(() => assertPrompts({ files: [], faults: [] })).not.toThrow();
  expect(() => assertPrompts({ files: [], faults: ["one", "two"] })).toThrow(
    expect.objectContaining({
      code: "config.invalid",
      message: expect.stringMatching(/\n {2}one\n {2}two\n.*delete it to go back/),
    }),
  );
});
