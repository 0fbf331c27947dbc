import { expect, test } from "vitest";
import { closingLine } from "./closing-line.ts";

const piped = { isTty: false, columns: () => 80 };
const narrow = { isTty: true, columns: () => 40 };

test("the end is one line where it fits, however long what waits is", () => {
  expect(closingLine({ command: "huddle run", why: "" }, piped)).toBe("Next: huddle run");
  const line = closingLine(
    { command: "huddle reply q1 1", why: `ada asks:\n${"really? ".repeat(40)}` },
    piped,
  );
  expect(line).toMatch(/^Next: huddle reply q1 1 {2}\(ada asks: really\? .*…\)$/);
  expect(line.length).toBeLessThan(130);
});

test("in a narrow terminal the reason stands below, and the command stays whole", () => {
  const command = `huddle new "${"a ".repeat(30)}"`;
  expect(closingLine({ command, why: "there is no session yet, so nothing is open" }, narrow)).toBe(
    `Next: ${command}\n  (there is no session yet, so nothing\n  is open)`,
  );
  expect(closingLine({ command: "huddle run", why: "it goes on" }, narrow)).toBe(
    "Next: huddle run  (it goes on)",
  );
});
