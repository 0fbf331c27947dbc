import fc from "fast-check";
import { expect, test } from "vitest";
import { readXml } from "./read-xml.ts";

/** What a reader hears, in short. */
function heard(source: string) {
  const all: string[] = [];
  const wrong = readXml(source, {
    open: (name, attributes) => all.push(`<${name} ${JSON.stringify(attributes)}`),
    text: (text) => text.trim() !== "" && all.push(text.trim()),
    close: (name) => all.push(`/${name}`),
  });
  return { all, wrong };
}

test.each<[string, string, readonly string[]]>([
  ["an element", "<a/>", ["<a {}", "/a"]],
  ["text", "<a>b</a>", ["<a {}", "b", "/a"]],
  ["attributes in either quotes, with > in them", `<a b="1>2" c='"'/>`, ['<a {"b":"1>2","c":"\\""}', "/a"]],
  ["what XML names itself", "<a>&lt;&gt;&amp;&quot;&apos;&#65;&#x42;</a>", ["<a {}", "<>&\"'AB", "/a"]],
  ["no other name", "<a>&lol; &#9999999; &amp;lt;</a>", ["<a {}", "&lol; &#9999999; &lt;", "/a"]],
  ["CDATA", "<a><![CDATA[<b>&lt;]]></a>", ["<a {}", "<b>&lt;", "/a"]],
  ["comments and instructions", "\ufeff<?xml version='1.0'?>\n<!-- <b> --><a/>\n", ["<a {}", "/a"]],
  [
    "names that objects have",
    '<a __proto__="x" constructor="y"/>',
    [expect.stringContaining('"constructor":"y"'), "/a"],
  ],
])("%s", (_, source, all) => {
  expect(heard(source)).toEqual({ all, wrong: undefined });
});

test.each([
  ["", "is empty"],
  ["  \n", "is empty"],
  ["all tests passed", "is not XML"],
  ['{"tests": 3}', "is not XML"],
  ["<a/>rest", "is not XML"],
  ["<a/><b/>", "is not XML"],
  ["<1/>", "is not XML"],
  ["<a>", "ends in the middle of <a>"],
  ["<a><b>text", "ends in the middle of <b>"],
  ["<a><b at", "ends in the middle of <a>"],
  ["<a><![CDATA[x", "ends in the middle of <a>"],
  ["<a", "ends in the middle"],
  ["<a></b>", "closes <b>, which is not open"],
  ["</a>", "closes <a>, which is not open"],
  ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', "declares a document type, which is not read"],
  ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', "declares a document type, which is not read"],
  ['<a><!ENTITY b "c"></a>', "declares a document type, which is not read"],
  [`${"<a>".repeat(201)}${"</a>".repeat(201)}`, "is nested more than 200 deep"],
])("what is no report, or a bomb, is told: %j", (source, wrong) => {
  expect(heard(source.slice(0, 10_000)).wrong).toBe(wrong);
});

test("nothing grows: what is heard is never longer than the document", () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          "<a>",
          "</a>",
          "<b c='&amp;'/>",
          "&lt;",
          "&#10;",
          "<![CDATA[",
          "]]>",
          "<!--",
          "-->",
          "<!",
          "<?",
          "?>",
          '"',
          "x",
          "<",
          ">",
          "&",
        ),
        { maxLength: 60 },
      ),
      (pieces) => {
        const source = pieces.join("");
        let length = 0;
        const add = (text: string) => {
          length += text.length;
        };
        readXml(source, {
          open: (name, attributes) => add(name + Object.entries(attributes).flat().join("")),
          text: add,
          close: () => undefined,
        });
        expect(length).toBeLessThanOrEqual(source.length);
      },
    ),
    { numRuns: 2_000 },
  ));
