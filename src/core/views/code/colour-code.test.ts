import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { colourCode, type Inside, insideAfter } from "./colour-code.ts";
import { languageNamed, languageOfPath } from "./language.ts";
import { shownCode } from "./shown-code.ts";

/** `«k:const» a = «n:1»;` */
function marked(code: string, path: string): readonly string[] {
  let inside: Inside = 0;
  return code.split("\n").map((line) => {
    const coloured = colourCode(line, languageOfPath(path), inside);
    inside = coloured.inside;
    return coloured.spans
      .map(({ text, style }) => (style === undefined ? text : `«${style[0]}:${text}»`))
      .join("");
  });
}

describe("code in colours", () => {
  test.each<[path: string, code: string, rows: readonly string[]]>([
    ["a.ts", "const a = 1; // one", ["«k:const» a = «n:1»; «c:// one»"]],
    ["a.ts", "f(\"//\", 'it\\'s')", ["f(«s:\"//\"», «s:'it\\'s'»)"]],
    ["a.ts", "/* one\ntwo */ new X()", ["«c:/* one»", "«c:two */» «k:new» X()"]],
    ["a.ts", "`a\n$b \\` c` + d", ["«s:`a»", "«s:$b \\` c`» + d"]],
    ["a.ts", "constant if1 0x1f 1_000n 1.5e3", ["constant if1 «n:0x1f» «n:1_000n» «n:1.5e3»"]],
    ["a.ts", "größer = 日本 ? 'ß' : null", ["größer = 日本 ? «s:'ß'» : «k:null»"]],
    [
      "a.py",
      "def f(): # it's\n  '''one\n  two''' in x",
      ["«k:def» f(): «c:# it's»", "  «s:'''one»", "«s:  two'''» «k:in» x"],
    ],
    ["a.rs", "fn f<'a>(x: &'a str) {}", ["«k:fn» f<'a>(x: &'a «k:str») {}"]],
    ["a.sh", "echo a#b # c", ["«k:echo» a#b «c:# c»"]],
    ["a.go", "x := `a\\`", ["x := «s:`a\\`»"]],
    ["a.sql", "SELECT 'a' -- b", ["«k:SELECT» «s:'a'» «c:-- b»"]],
    ["a.html", "<!-- a\n--> <b>", ["«c:<!-- a»", "«c:-->» <b>"]],
    ["a.yaml", "a: don't # b", ["a: don't «c:# b»"]],
    ["Dockerfile", "# a\nFROM b", ["«c:# a»", "FROM b"]],
    ["a.unknown", "if (x) // y", ["if (x) // y"]],
    ["a.ts", "if (\u202e true) //\u001b[2K", ["«k:if» (\\u202e «k:true») «c://\\x1b[2K»"]],
  ])("%s: %j", (path, code, rows) => {
    expect(marked(code, path)).toEqual(rows);
  });

  test.each(["ts", "typescript", "TSX", "python", "py", "c++", "json", "yaml", "golang"])(
    "the fence of a block names a language: %s",
    (name) => {
      expect(languageNamed(name)).toBeDefined();
    },
  );

  test.each(["", "nonsense", "constructor", "__proto__"])("%j is none", (name) => {
    expect(languageNamed(name)).toBeUndefined();
    expect(languageOfPath(`a/${name}`)).toBeUndefined();
  });

  test("loses no character, and the fast look agrees with the colouring", () => {
    const lines = fc.array(
      fc.string({
        unit: fc.constantFrom("/", "*", "`", '"', "'", "\\", "a", " ", "#", "1", "é", "\n"),
        maxLength: 20,
      }),
    );
    fc.assert(
      fc.property(lines, fc.constantFrom("a.ts", "a.py", "a.go", "a.css", "a.rb", "a.json"), (all, path) => {
        const language = languageOfPath(path);
        let inside: Inside = 0;
        for (const line of all) {
          const coloured = colourCode(line, language, inside);
          expect(coloured.spans.map(({ text }) => text).join("")).toBe(shownCode(line));
          inside = insideAfter(shownCode(line), language, inside);
          expect(inside).toBe(coloured.inside);
        }
      }),
    );
  });
});
