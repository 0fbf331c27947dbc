import type { BothSides, Found } from "./found.ts";

/** Test files that were removed, emptied, switched off, or that hold fewer tests than before. */
export function weakenedTestFiles(files: readonly BothSides[]): readonly Found[] {
  const added = files.filter(({ before, after }) => before === undefined && after !== undefined);
  return files.flatMap((file) => {
    const { path, was = path, before } = file;
    if (before === undefined || before.trim() === "" || !isTestPath(was)) return [];
    const found = weakened(file, before, added);
    return found ? [{ kind: "test-file", path, ...found }] : [];
  });
}

function weakened(
  { path, was = path, after }: BothSides,
  before: string,
  added: readonly BothSides[],
): Pick<Found, "tier" | "text"> | undefined {
  const then = liveTests(was, before);
  if (after === undefined) {
    const isMoved = added.some(
      (one) => liveTests(one.path, one.after ?? "") >= Math.max(1, then) && isTestPath(one.path),
    );
    return { tier: isMoved ? "note" : "person", text: `the test file ${path} was removed` };
  }
  if (!isTestPath(path))
    return {
      tier: "person",
      text: `the test file ${was} was moved to ${path}, where test runners do not look`,
    };
  if (after.trim() === "") return { tier: "person", text: `the test file ${path} was emptied` };
  const now = liveTests(path, after);
  if (then === 0 || now >= then) return undefined;
  return now === 0
    ? { tier: "person", text: `the test file ${path} no longer runs any test; it had ${then}` }
    : { tier: "note", text: `the test file ${path} has ${now} tests; it had ${then}` };
}

const names = [
  /(?:^|\/)(?:tests?|__tests__|specs?)\//i,
  /(?:^|\/)tests?\.\w+$/i,
  /[._-](?:test|tests|spec)\.\w+$/i,
  /(?:^|\/)test[_-][^/]*\.\w+$/i,
  /(?:Test|Tests|Spec|TestCase|IT)\.(?:java|kt|kts|scala|groovy|php|cs|fs|vb|swift|dart|hs)$/,
];

/** Whether a file holds tests, by the names that runners look for. */
export function isTestPath(path: string): boolean {
  return (
    names.some((name) => name.test(path)) &&
    /\.\w+$/.test(path) &&
    !/\.(?:md|txt|json|ya?ml|snap)$/i.test(path)
  );
}

interface Language {
  readonly files: RegExp;
  /** Where a test begins. */
  readonly tests: RegExp;
  /** The same for one that is switched off. */
  readonly off: RegExp;
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
  },
  {
    files: /\.go$/,
    tests: /^func (?:Test|Fuzz|Example)\w*\(/gm,
    off: /^\s*t\.Skip(?:f|Now)?\(/gm,
  },
  { files: /\.rs$/, tests: /#\[(?:\w+::)*test\b[^\]]*\]/g, off: /#\[ignore\b/g },
  {
    files: /\.(?:java|kt|kts|scala|groovy)$/,
    tests: /@(?:Test|ParameterizedTest|RepeatedTest)\b/g,
    off: /@(?:Disabled|Ignore)\b/g,
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
  },
  { files: /\.swift$/, tests: /func test\w*\s*\(|@Test\b/g, off: /XCTSkip\b/g },
  { files: /\.(?:ex|exs)$/, tests: /^[ \t]*test "/gm, off: /^[ \t]*@tag :skip\b/gm },
  {
    files: /\.(?:c|cc|cpp|cxx|h|hpp)$/,
    tests: /^\s*(?:TEST|TEST_F|TEST_P|TEST_CASE)\s*\(/gm,
    off: /\bDISABLED_|GTEST_SKIP\(/g,
  },
  { files: /\.dart$/, tests: /(?<![\w.])(?:test|testWidgets)\s*\(/g, off: /\bskip:\s*true/g },
];

/** How many tests a file declares and does not switch off. 0 also when its language is unknown. */
export function liveTests(path: string, text: string): number {
  const language = languages.find(({ files }) => files.test(path));
  if (!language) return 0;
  const code = withoutComments(path, text);
  const all = code.match(language.tests)?.length ?? 0;
  return Math.max(0, all - (code.match(language.off)?.length ?? 0));
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
