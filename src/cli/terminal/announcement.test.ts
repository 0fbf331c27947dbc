import fc from "fast-check";
import { expect, test } from "vitest";
import { TinyTerminal } from "../../../test/support/tiny-terminal.ts";
import { announcement, restingTitle } from "./announcement.ts";

const esc = "\u001b";
const one = { id: "q1", escalation: { kind: "clarify" }, answers: [] } as never;
const waits = [one];

test.each([
  [{ text: "Twice: Which port?", waits }, "Huddle needs you: Twice: Which port?"],
  [{ text: "Twice: finished", waits: [] }, "Huddle is done: Twice: finished"],
  [{ text: `4;1;50\u0007${esc}]0;pwned${esc}\\\u009c\n\u202ex`, waits: [] }, "Huddle is done: 4;1;50 x"],
])("%j is a title, a message and one bell", (notice, words) => {
  expect(announcement(notice)).toBe(`${esc}]2;${words}${esc}\\${esc}]9;${words}${esc}\\\u0007`);
});

test("whatever models and people write, no word of it steers the terminal, and it stays short", () => {
  const part = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(esc, "\u0007", "\u009c", "\u009d", `${esc}\\`, `${esc}]9;`, "\n", "\r", "字".repeat(90)),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, needed) => {
      const text = parts.join("");
      const told = announcement({ text, waits: needed ? waits : [] });
      const shape = new RegExp(
        `^${esc}\\]2;(Huddle [^\\p{Cc}]*)${esc}\\\\${esc}\\]9;\\1${esc}\\\\\u0007$`,
        "u",
      );
      expect(told).toMatch(shape);
      expect(restingTitle(text)).toMatch(new RegExp(`^${esc}\\]2;Huddle: [^\\p{Cc}]*${esc}\\\\$`, "u"));
      expect(told.length).toBeLessThan(400);
    }),
  );
});

test("between two writes of a screen it changes nothing that is seen", () => {
  const terminal = new TinyTerminal(20);
  terminal.write(`one\r\ntw${announcement({ text: "x".repeat(50), waits })}o`);
  expect([terminal.text, terminal.cursor]).toEqual(["one\ntwo", [1, 3]]);
});
