import { expect, test } from "vitest";
import { shownChanges } from "./shown-changes.ts";

test.each([
  ["a new file", { path: "a", before: undefined, after: "x\ny\n" }, "a (new file)\n+ x\n+ y"],
  ["a removed file", { path: "a", before: "x\n", after: undefined }, "a (removed)\n- x"],
  ["an empty new file", { path: "a", before: undefined, after: "" }, "a (new file)"],
  ["a mode", { path: "a", before: "x\n", after: "x\n", executable: true }, "a (changed, executable)"],
])("%s", (_, file, shown) => {
  expect(shownChanges([file])).toBe(shown);
});

test("of a long file, the lines around each change", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `${index}`);
  const after = lines.with(10, "ten").join("\n");
  expect(shownChanges([{ path: "a", before: lines.join("\n"), after }])).toBe(
    "a (changed)\n  …\n  7\n  8\n  9\n- 10\n+ ten\n  11\n  12\n  13\n  …",
  );
});

test("more than a person reads is counted", () => {
  const after = "x\n".repeat(3_000);
  expect(shownChanges([{ path: "a", before: undefined, after }])).toMatch(/\n\(1000 more lines\)$/);
});
