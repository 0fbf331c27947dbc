interface Language {
  readonly files: RegExp;
  /** Where a test begins. */
  readonly tests: RegExp;
  /** What switches one off. */
  readonly off: RegExp;
  /** That stands before the name of its test, as an attribute does. Else: at the beginning of its test, or inside. */
  readonly isOffBefore?: true;
}

const languages: readonly Language[] = [
  {
    files: /\.(?:[cm]?[jt]sx?|vue|svelte|coffee)$/,
    tests:
      /(?<![\w.$])(?:[xf]?it|x?test|x?specify)(?:\.(?:only|skip|todo|each|for|concurrent|sequential|fails|failing|runIf|skipIf|fixme|slow))*(?:\([^()\n]*\)|`[^`]*`)?\s*\(/g,
    off: /(?<![\w.$])(?:(?:xit|xtest|xspecify)\b|(?:it|test|specify)(?:\.\w+)*\.(?:skip|todo|fixme)\b)/g,
  },
  {
    files: /\.py$/,
    tests: /^[ \t]*(?:async )?def test\w*\s*\(/gm,
    off: /^[ \t]*@(?:pytest\.mark\.skip\b|unittest\.skip\b|skip\b)/gm,
    isOffBefore: true,
  },
  {
    files: /\.go$/,
    tests: /^func (?:Test|Fuzz|Example)\w*\(/gm,
    off: /^\s*t\.Skip(?:f|Now)?\(/gm,
  },
  { files: /\.rs$/, tests: /#\[(?:\w+::)*test\b[^\]]*\]/g, off: /#\[ignore\b/g, isOffBefore: true },
  {
    files: /\.(?:java|kt|kts|scala|groovy)$/,
    tests: /@(?:Test|ParameterizedTest|RepeatedTest)\b/g,
    off: /@(?:Disabled|Ignore)\b/g,
    isOffBefore: true,
  },
  {
    files: /\.rb$/,
    tests: /^[ \t]*(?:x?it|xspecify|specify|test|def test_\w+)\b/gm,
    off: /^[ \t]*(?:xit|xspecify|skip)\b/gm,
  },
  {
    files: /\.php$/,
    tests: /function test\w*\s*\(|#\[Test\b|^\s*(?:it|test)\(/gm,
    off: /markTestSkipped\(|->skip\(/g,
  },
  {
    files: /\.(?:cs|fs|vb)$/,
    tests: /\[(?:Fact|Theory|Test|TestCase|TestMethod)\b/g,
    off: /\[Ignore\b|\bSkip\s*=/g,
    isOffBefore: true,
  },
  { files: /\.swift$/, tests: /func test\w*\s*\(|@Test\b/g, off: /XCTSkip\b/g },
  { files: /\.(?:ex|exs)$/, tests: /^[ \t]*test(?= ")/gm, off: /^[ \t]*@tag :skip\b/gm, isOffBefore: true },
  {
    files: /\.(?:c|cc|cpp|cxx|h|hpp)$/,
    tests: /^\s*(?:TEST|TEST_F|TEST_P|TEST_CASE)\s*\(/gm,
    off: /\bDISABLED_|GTEST_SKIP\(/g,
  },
  { files: /\.dart$/, tests: /(?<![\w.])(?:test|testWidgets)\s*\(/g, off: /\bskip:\s*true/g },
];

/** The titles of the tests that a file declares and does not switch off. None also when its language is unknown. */
export function liveTitles(path: string, text: string): readonly string[] {
  return liveTests(path, text).map(({ title }) => title);
}

/** The same with what stands between the beginning of each test and that of the next one. */
export function liveTests(path: string, text: string): readonly { title: string; body: string }[] {
  const language = languages.find(({ files }) => files.test(path));
  if (!language) return [];
  const code = withoutComments(path, text);
  const tests = testsIn(code, language.tests);
  const off = new Set<Test | undefined>();
  for (const { index } of code.matchAll(language.off))
    off.add(
      language.isOffBefore
        ? tests.find(({ named }) => named >= index)
        : tests.findLast(({ start }) => start <= index),
    );
  return tests.flatMap((test, at) =>
    off.has(test) ? [] : [{ title: test.title, body: code.slice(test.start, tests[at + 1]?.start) }],
  );
}

interface Test {
  readonly title: string;
  readonly start: number;
  /** Where its name stands. */
  readonly named: number;
}

function testsIn(code: string, begins: RegExp): readonly Test[] {
  const all = [...code.matchAll(begins)];
  return all.map(({ 0: begin, index: start }, at) => {
    const rest = code.slice(start + begin.length, all[at + 1]?.index);
    const { text, index } = titleOf(begin, rest);
    return { title: text.replace(/\s+/g, " ").trim(), start, named: start + begin.length + index };
  });
}

const string = String.raw`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|` + "`(?:[^`\\\\]|\\\\.)*`";
const first = new RegExp(`^\\s*\\(?\\s*(${string})`);
/** Behind a table of cases. */
const behindTable = new RegExp(`\\)\\s*\\(\\s*(${string})`);
/** The function behind attributes. */
const following = /(?<![@\w.[#(])(`[^`]+`|\w+)\s*(?:<[^>(]*>)?\(/;

interface Title {
  readonly text: string;
  /** Where it begins in the text behind the beginning of its test; 0 if it is part of that. */
  readonly index: number;
}

/** `begin`: what was found as the beginning of a test. `rest`: what follows, up to the next one. */
function titleOf(begin: string, rest: string): Title {
  const own = /\b(?:def|func|function)\s+(\w+)/.exec(begin)?.[1];
  if (own !== undefined) return { text: own, index: 0 };
  const isAttribute = /^[@#[]/.test(begin);
  const isTable = /\.(?:each|for)\b/.test(begin);
  const ways = [first, ...(isTable ? [behindTable] : []), ...(isAttribute ? [following] : [])];
  for (const way of ways) {
    const found = way.exec(rest);
    const text = found?.[1];
    if (found && text !== undefined) return { text: unquoted(text), index: found.index };
  }
  // A macro names its test by all its arguments, a call by the first.
  const text = (/^\s*TEST/.test(begin) ? /^[^)]*/ : /^\s*[^,\n]*/).exec(rest)?.[0] ?? "";
  return { text, index: 0 };
}

function unquoted(text: string): string {
  return /^["'`]/.test(text) ? text.slice(1, -1) : text;
}

/** Lines that are only a comment are no tests. */
function withoutComments(path: string, text: string): string {
  const line = /\.(?:py|rb|exs?|coffee)$/.test(path) ? /^\s*#(?!\[)/ : /^\s*(?:\/\/|\*)/;
  const blocks = /\.(?:py|rb|exs?)$/.test(path) ? text : text.replace(/\/\*[\s\S]*?\*\//g, "");
  return blocks
    .split("\n")
    .filter((one) => !line.test(one))
    .join("\n");
}
