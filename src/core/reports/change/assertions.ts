/** One thing that a test asserts. */
export interface Assertion {
  /** As it is written, with single blanks. */
  readonly text: string;
  /** What is called to assert it: `expect.toBe`, `assert.equal`, `assert_eq`; for a bare condition `assert`. */
  readonly name: string;
  /** What is inside the first brackets, or the condition. */
  readonly first: string;
  /** What is inside the last ones. */
  readonly last: string;
}

/** What begins an assertion, with everything up to its first bracket. A condition that fails a test in Go is one, too. */
const calls =
  /(?<![\w$.])(?:(?:expect|assert|require|self|t|chai|pytest|vi)(?:\.\w+)*|debug_assert\w*|assert\w*)!?\s*\(/g;
const inPython = /^[ \t]*assert[ \t]+(?!\()/gm;
const inGo = /\bif ([^{}\n]+)\{\s*t\.(?:Error|Fatal|Fail)\w*\(/g;
const asserting = /^(?:expect|assert|require|chai)|\.(?:assert|raises|warns)|^debug_assert/;

/** What the body of a test asserts, in its order. */
export function assertionsIn(path: string, body: string): readonly Assertion[] {
  const called = [...body.matchAll(calls)].flatMap(({ 0: begin, index }) =>
    asserting.test(begin) ? [calledAt(body, index, begin)] : [],
  );
  if (path.endsWith(".go"))
    return [
      ...called,
      ...[...body.matchAll(inGo)].map(([, condition = ""]) => bare(condition.split(";").at(-1) ?? "")),
    ];
  if (!path.endsWith(".py")) return called;
  return [
    ...called,
    ...[...body.matchAll(inPython)].map(({ 0: { length }, index }) => bare(statement(body, index + length))),
  ];
}

function bare(condition: string): Assertion {
  const text = spaced(condition);
  return { text: `assert ${text}`, name: "assert", first: text, last: text };
}

/** A call with all that is called on its result: `expect(a).not.toBe(3)`. */
function calledAt(body: string, start: number, begin: string): Assertion {
  const names = [begin.replace(/[!\s(]+$/, "")];
  let open = start + begin.length;
  let end = closing(body, open);
  const first = body.slice(open, end);
  let last = first;
  for (;;) {
    const next = /^\)\s*((?:\.\s*\w+\s*)+)\(/.exec(body.slice(end, end + 200));
    if (!next?.[1]) break;
    names.push(next[1].replace(/[\s.]+/g, ".").slice(1));
    open = end + next[0].length;
    end = closing(body, open);
    last = body.slice(open, end);
  }
  const name = names.join(".").replace(/\.$/, "");
  return { text: spaced(body.slice(start, end + 1)), name, first: spaced(first), last: spaced(last) };
}

/** Where the bracket closes before which `from` stands; a bracket in a string counts for nothing. */
function closing(text: string, from: number): number {
  let depth = 1;
  const parts = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|[()[\]{}]/g;
  parts.lastIndex = from;
  for (let part = parts.exec(text); part; part = parts.exec(text)) {
    if ("([{".includes(part[0])) depth += 1;
    else if (")]}".includes(part[0])) depth -= 1;
    if (depth === 0) return part.index;
  }
  return text.length;
}

/** Of a statement in Python: up to the end of its line that is in no bracket. */
function statement(text: string, from: number): string {
  const end = /\n/g;
  for (end.lastIndex = from; ; ) {
    const to = end.exec(text)?.index ?? text.length;
    const line = text.slice(from, to);
    const isOpen = (line.match(/[([{]/g) ?? []).length > (line.match(/[)\]}]/g) ?? []).length;
    if (!isOpen || to === text.length) return line;
  }
}

function spaced(text: string): string {
  return text.replace(/\s+/g, " ").trim().replace(/,$/, "");
}
