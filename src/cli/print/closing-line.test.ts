import { expect, test } from "vitest";
import { closingLine } from "./closing-line.ts";

test("the last line is one line, however long what waits is", () => {
  expect(closingLine({ command: "huddle run", why: "" })).toBe("Next: huddle run");
  const line = closingLine({ command: "huddle reply q1 1", why: `ada asks:\n${"really? ".repeat(40)}` });
  expect(line).toMatch(/^Next: huddle reply q1 1 {2}\(ada asks: really\? .*…\)$/);
  expect(line.length).toBeLessThan(130);
});
