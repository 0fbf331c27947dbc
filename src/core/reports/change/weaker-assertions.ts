import { clipped } from "../../text/clipped.ts";
import type { BothSides, Found } from "../found.ts";
import { isTestPath } from "../test-files.ts";
import { liveTests } from "../test-titles.ts";
import { type Assertion, assertionsIn } from "./assertions.ts";
import { slackOf, strengthOf } from "./strength.ts";

/** What one test asserts, and everything that stands in it. */
interface Told {
  readonly asserts: readonly Assertion[];
  readonly body: string;
}

const nothing: Told = { asserts: [], body: "" };

/**
 * Tests that stay and assert less than before. What is only written in other words, in another order, in a helper or in
 * another test of the change is not less, and in doubt nothing is told.
 */
export function weakerAssertions(files: readonly BothSides[]): readonly Found[] {
  const sides = files.map((file) => ({ file, past: testsThen(file), now: testsNow(file) }));
  const elsewhere = new Set(
    sides.flatMap(({ past, now }) =>
      [...now].flatMap(([title, { asserts }]) =>
        unlike(asserts, (past.get(title) ?? nothing).asserts).map(({ text }) => text),
      ),
    ),
  );
  const isInHelper = files.some((file) => helperAsserts(file).length > 0);
  return sides.flatMap(({ file: { path }, past, now }) =>
    [...past].flatMap(([title, before]) => {
      const after = now.get(title);
      const found = after && weaker(before, after, { elsewhere, isInHelper });
      const name = `the test "${clipped(title, 80)}" in ${path}`;
      return found
        ? [{ kind: "test-file" as const, path, tier: found.tier, text: `${name} ${found.text}` }]
        : [];
    }),
  );
}

function testsThen({ path, was = path, before = "" }: BothSides): ReadonlyMap<string, Told> {
  return testsOf(was, before);
}

function testsNow({ path, after = "" }: BothSides): ReadonlyMap<string, Told> {
  return testsOf(path, after);
}

/** Each test by its title. */
function testsOf(path: string, text: string): ReadonlyMap<string, Told> {
  const tests = new Map<string, Told>();
  if (!isTestPath(path)) return tests;
  for (const { title, body } of liveTests(path, text)) {
    const { asserts, body: first } = tests.get(title) ?? nothing;
    tests.set(title, { asserts: [...asserts, ...assertionsIn(path, body)], body: first + body });
  }
  return tests;
}

/** What a file asserts outside of its tests, and did not assert before. */
function helperAsserts(file: BothSides): readonly Assertion[] {
  const { path, was = path, before = "", after = "" } = file;
  if (!isTestPath(path)) return [];
  const inTests = [...testsNow(file).values()].flatMap(({ asserts }) => asserts);
  return unlike(unlike(assertionsIn(path, after), inTests), assertionsIn(was, before));
}

interface Rest {
  /** What any test of the change asserts that it did not assert before. */
  readonly elsewhere: ReadonlySet<string>;
  /** A helper asserts something new, and tests may call it. */
  readonly isInHelper: boolean;
}

function weaker(
  { asserts: then, body: before }: Told,
  { asserts: now, body }: Told,
  { elsewhere, isInHelper }: Rest,
): Pick<Found, "tier" | "text"> | undefined {
  const left = [...unlike(now, then)];
  const lost: Assertion[] = [];
  for (const one of unlike(then, now)) {
    const at = left.findIndex(({ first }) => first === one.first);
    const [other] = at === -1 ? [] : left.splice(at, 1);
    if (!other) lost.push(one);
    else if (isWeaker(other, one)) return { tier: "note", text: `asserts less: ${became(one, other)}` };
  }
  const gone = lost.filter(({ text }) => !elsewhere.has(text));
  // One new assertion about a whole can say what several said about its parts.
  if (isInHelper || left.some((one) => (strengthOf(one) ?? 3) === 3)) return undefined;
  const [one] = gone;
  if (!one) return undefined;
  if (now.length === 0 && !mayAssert(body, before))
    return { tier: "person", text: `no longer asserts anything; before, ${said(gone)}` };
  const [other] = left;
  if (gone.length > left.length || !other)
    return { tier: "note", text: `asserts less: ${said(gone)} is gone` };
  return isWeaker(other, one) ? { tier: "note", text: `asserts less: ${became(one, other)}` } : undefined;
}

/** It calls what it did not call before, or what seems to assert something by its name. */
function mayAssert(body: string, before: string): boolean {
  const known = callsIn(before);
  return [...callsIn(body)].some((name) => !known.has(name) || helper.test(name));
}

const helper = /assert|expect|check|verif|should|ensure|must/i;

function callsIn(body: string): ReadonlySet<string> {
  return new Set([...body.matchAll(/(\w+)!?\s*\(/g)].map(([, name = ""]) => name));
}

/** A name that is not known may say as much as any other. */
function isWeaker(now: Assertion, then: Assertion): boolean {
  const [less, more] = [strengthOf(now) ?? 3, strengthOf(then) ?? 1];
  if (less !== more) return less < more;
  const [wide, narrow] = [slackOf(now), slackOf(then)];
  return now.name === then.name && wide !== undefined && narrow !== undefined && wide > narrow;
}

/** Those of the first that the second does not have, each as often as it is missing. */
function unlike(ones: readonly Assertion[], others: readonly Assertion[]): readonly Assertion[] {
  const left = others.map(({ text }) => text);
  return ones.filter(({ text }) => {
    const at = left.indexOf(text);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

const longest = 100;

function became(then: Assertion, now: Assertion): string {
  return `"${clipped(then.text, longest)}" became "${clipped(now.text, longest)}"`;
}

function said(gone: readonly Assertion[]): string {
  const [first] = gone;
  const more = gone.length > 1 ? ` and ${gone.length - 1} more` : "";
  return `"${clipped(first?.text ?? "", longest)}"${more}`;
}
