import { clipped } from "../text/clipped.ts";
import type { BothSides, Found } from "./found.ts";
import { liveTitles } from "./test-titles.ts";

/** Titles of tests; one that stands there twice counts twice. */
type Titles = readonly string[];

/**
 * Test files that were removed, emptied, switched off, or that lost tests. What counts is which tests are gone, not how
 * many there are: others may have taken their place. A test that the change has put into another test file is not gone.
 */
export function weakenedTestFiles(files: readonly BothSides[]): readonly Found[] {
  const elsewhere = files.flatMap((file) => without(titlesAfter(file), titlesBefore(file)));
  return files.flatMap((file) => {
    const { path, was = path, before } = file;
    if (before === undefined || before.trim() === "" || !isTestPath(was)) return [];
    const gone: string[] = [];
    for (const title of without(titlesBefore(file), titlesAfter(file))) {
      const at = elsewhere.indexOf(title);
      if (at === -1) gone.push(title);
      else elsewhere.splice(at, 1);
    }
    const found = weakened(file, gone);
    return found ? [{ kind: "test-file", path, ...found }] : [];
  });
}

function titlesBefore({ path, was = path, before = "" }: BothSides): Titles {
  return isTestPath(was) ? liveTitles(was, before) : [];
}

/** Where runners do not look, no test runs. */
function titlesAfter({ path, after = "" }: BothSides): Titles {
  return isTestPath(path) ? liveTitles(path, after) : [];
}

function without(titles: Titles, others: Titles): Titles {
  const left = new Map<string, number>();
  for (const title of others) left.set(title, (left.get(title) ?? 0) + 1);
  return titles.filter((title) => {
    const count = left.get(title) ?? 0;
    left.set(title, count - 1);
    return count <= 0;
  });
}

/** A file in which no test was found before, such as a helper, is judged by whether it is still there. */
function weakened(file: BothSides, gone: Titles): Pick<Found, "tier" | "text"> | undefined {
  const { path, was = path, after } = file;
  const then = titlesBefore(file).length;
  if (then > 0 && gone.length === 0) return undefined;
  const names = gone.length === 0 ? "" : `: ${namesOf(gone)}`;
  if (after === undefined) return { tier: "person", text: `the test file ${path} was removed${names}` };
  if (!isTestPath(path))
    return {
      tier: "person",
      text: `the test file ${was} was moved to ${path}, where test runners do not look${names}`,
    };
  if (after.trim() === "") return { tier: "person", text: `the test file ${path} was emptied${names}` };
  if (gone.length === 0) return undefined;
  const now = titlesAfter(file).length;
  if (now === 0)
    return { tier: "person", text: `the test file ${path} no longer runs any test; it had ${then}${names}` };
  const are = gone.length === 1 ? "is" : "are";
  return {
    tier: isMuch(gone.length, then, now) ? "person" : "note",
    text: `the test file ${path} has ${now} ${now === 1 ? "test" : "tests"}; it had ${then}, and ${gone.length} of them ${are} gone${names}`,
  };
}

/** One test under another name is no loss of many, even if it is the only one. */
function isMuch(gone: number, then: number, now: number): boolean {
  return gone >= 10 || (gone > then / 2 && !(gone === 1 && now >= then));
}

const mostNamed = 5;
const longestName = 80;

function namesOf(gone: Titles): string {
  const shown = gone.slice(0, mostNamed).map((title) => `"${clipped(title, longestName)}"`);
  const more = gone.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
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
