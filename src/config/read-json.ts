import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";

/** A place in a text as editors count it, from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

export interface JsonText {
  readonly kind: "json";
  readonly value: unknown;
  /** Where the value at a path begins, or its name where it has one; else the value around it. */
  placeOf(path: readonly PropertyKey[]): TextPlace;
}

export type JsonRead = JsonText | ({ readonly kind: "wrong"; readonly why: string } & TextPlace);

/** A text as JSON, as strict as JSON.parse: without comments, without a comma behind the last value. */
export function readJson(text: string): JsonRead {
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first) return { kind: "wrong", why: whyOf(first, text), ...placeAt(text, first.offset) };
  // It is JSON. The tree's own values would take a field __proto__ for something else.
  return {
    kind: "json",
    value: JSON.parse(text),
    placeOf: (path) => placeAt(text, tree ? nodeAt(tree, path).offset : 0),
  };
}

/** As deep as the path leads. Of two fields with one name the last counts, as it does for JSON.parse. */
function nodeAt(root: Node, path: readonly PropertyKey[]): Node {
  let [shown, value] = [root, root];
  for (const step of path) {
    const isList = value.type === "array";
    const child = isList
      ? value.children?.[Number(step)]
      : value.children?.findLast(({ children }) => children?.[0]?.value === step);
    if (!child) break;
    shown = child;
    value = isList ? child : (child.children?.[1] ?? child);
  }
  return shown;
}

function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** What is wrong there and what to do about it. It repeats nothing of the text: a key may stand there. */
function whyOf({ error, offset, length }: ParseError, text: string): string {
  const found = text.slice(offset, offset + length);
  const why = reasons[printParseErrorCode(error)];
  return typeof why === "function" ? why(found) : (why ?? "this cannot stand here");
}

const reasons: Readonly<Record<string, string | ((found: string) => string)>> = {
  InvalidSymbol: "this is not a value; text stands in double quotes",
  PropertyNameExpected: (found) =>
    found === "}" ? "there is a comma too many before this }" : "a name in double quotes is missing here",
  ValueExpected: (found) => {
    if (found === "") return "it ends where a value is missing";
    return isClosing(found)
      ? `a value is missing before this ${found}, or there is a comma too many`
      : "a value is missing here";
  },
  ColonExpected: "a colon is missing before this",
  CommaExpected: (found) =>
    isClosing(found)
      ? `${found === "}" ? "]" : "}"} is missing before this ${found}`
      : "a comma is missing before this",
  CloseBraceExpected: "} is missing at the end",
  CloseBracketExpected: "] is missing at the end",
  EndOfFileExpected: "this follows the end; delete it, or look for a bracket that closes too early",
  InvalidCommentToken: "comments are not allowed; delete this one",
  UnexpectedEndOfString:
    "the text that begins here has no closing quote on its line; a line break is written \\n",
  UnexpectedEndOfNumber: "this number lacks its last digits",
  InvalidUnicode: "in the text that begins here, \\u lacks its four hexadecimal digits",
  InvalidEscapeCharacter:
    "the text that begins here holds a backslash that escapes nothing; a backslash is written \\\\",
  InvalidCharacter: "the text that begins here holds a control character; a tab is written \\t",
};

function isClosing(found: string): boolean {
  return found === "}" || found === "]";
}
