import fc from "fast-check";
import { expect, test } from "vitest";
import { TinyTerminal } from "../../../test/support/tiny-terminal.ts";
import { Screen } from "./screen.ts";

function screenOn(terminal: TinyTerminal, rows = 24): Screen {
  return new Screen({ write: (text) => terminal.write(text), columns: () => 40, rows: () => rows });
}

test("what is settled stays above, and the frame is drawn again in place", () => {
  const terminal = new TinyTerminal(40);
  const screen = screenOn(terminal);
  screen.paint([], { rows: ["ada: Let"] });
  screen.paint([], { rows: ["ada: Let us"] });
  screen.paint(["ada: Let us begin."], { rows: ["bo: …", "tests run"] });
  screen.paint([], { rows: ["bo: Yes"] });
  expect(terminal.text).toBe("ada: Let us begin.\nbo: Yes");
  screen.paint(["bo: Yes."], { rows: [] });
  screen.close();
  terminal.write("after\r\n");
  expect(terminal.text).toBe("ada: Let us begin.\nbo: Yes.\nafter");
});

test("an unchanged frame is not written again, and a changed last row alone is", () => {
  const terminal = new TinyTerminal(40);
  const screen = screenOn(terminal);
  screen.paint([], { rows: ["one", "two"] });
  terminal.written = "";
  screen.paint([], { rows: ["one", "two"] });
  expect(terminal.written).toBe("");
  screen.paint([], { rows: ["one", "three"] });
  expect(terminal.written).not.toContain("one");
  expect(terminal.text).toBe("one\nthree");
});

test("the cursor is shown only in the input line, and again at the end", () => {
  const terminal = new TinyTerminal(40);
  const screen = screenOn(terminal);
  screen.paint([], { rows: ["working"] });
  expect(terminal.cursorShown).toBe(false);
  screen.paint(["said"], { rows: ["› hello", "hint"], cursor: { row: 0, column: 4 } });
  expect(terminal.cursorShown).toBe(true);
  expect(terminal.cursor).toEqual([1, 4]);
  screen.paint([], { rows: ["working"] });
  screen.close();
  expect(terminal.cursorShown).toBe(true);
  expect(terminal.text).toBe("said");
});

test("of a frame that is too tall the end is shown", () => {
  const terminal = new TinyTerminal(40);
  screenOn(terminal, 4).paint([], { rows: ["a", "b", "c", "d", "e"], cursor: { row: 4, column: 1 } });
  expect(terminal.text).toBe("c\nd\ne");
  expect(terminal.cursor).toEqual([2, 1]);
});

test("whatever is painted in whatever order: all that settled, then the frame, and nothing else", () => {
  const rows = fc.array(fc.constantFrom("a", "bb", "ccc", ""), { maxLength: 5 });
  const frame = fc.record({ rows, cursor: fc.option(fc.nat(4), { nil: undefined }) });
  fc.assert(
    fc.property(fc.array(fc.record({ settled: rows, frame }), { maxLength: 12 }), (paints) => {
      const terminal = new TinyTerminal(40);
      const screen = screenOn(terminal);
      const past: string[] = [];
      for (const { settled, frame: wanted } of paints) {
        const cursor =
          wanted.cursor !== undefined && wanted.cursor < wanted.rows.length
            ? { cursor: { row: wanted.cursor, column: 0 } }
            : {};
        screen.paint(settled, { rows: wanted.rows, ...cursor });
        past.push(...settled);
        expect(terminal.text).toBe([...past, ...wanted.rows].join("\n").trimEnd());
      }
    }),
  );
});
