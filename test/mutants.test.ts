import { mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import type { Lane } from "../scripts/lane.mjs";
import { type Equivalent, isListed, mutantsOf, namedMutant } from "../scripts/mutants.mjs";
import { watchTests } from "../scripts/reach.mjs";
import { pointAround, pointsOf } from "../scripts/reach-points.mjs";
import equivalent from "./equivalent-mutants.json" with { type: "json" };
import named from "./named-mutants.json" with { type: "json" };

/** Each mutant as its kind, its line and the whole text after the change. */
function changes(text: string): readonly string[] {
  return mutantsOf("a.ts", text).map(
    ({ kind, line, start, end, is }) => `${kind} ${line}: ${text.slice(0, start)}${is}${text.slice(end)}`,
  );
}

test("10.41: an early way out is a guard, and everything else a change", () => {
  expect(changes("if (a) return b;")).toEqual(["guard 1: if (false) return b;"]);
  expect(changes("if (a) {\n  throw b;\n}")).toEqual(["guard 1: if (false) {\n  throw b;\n}"]);
  expect(changes("if (a) b = c; else d = e;")).toEqual([
    "change 1: if (!(a)) b = c; else d = e;",
    "change 1: if (a) ; else d = e;",
    "change 1: if (a) b = c; else ;",
  ]);
});

test("10.41: operators, numbers, calls and spreads change; texts, types and imports do not", () => {
  expect(changes("const x = a < 2 && b;")).toEqual([
    "change 1: const x = a < 2 || b;",
    "change 1: const x = a <= 2 && b;",
    "change 1: const x = a < (2 + 1) && b;",
  ]);
  expect(changes("const most = 7 * 9;\nfunction f() { const least = 3; }")).toEqual([
    "change 1: const most = 0 * 9;\nfunction f() { const least = 3; }",
    "change 1: const most = 7 * 0;\nfunction f() { const least = 3; }",
    "change 2: const most = 7 * 9;\nfunction f() { const least = (3 + 1); }",
  ]);
  expect(changes("const x = { ...y, z: all.filter(even) };")).toEqual([
    "change 1: const x = { ...{}, z: all.filter(even) };",
    "change 1: const x = { ...y, z: all };",
  ]);
  expect(changes("const x = all.some(a).toString().constructor(b);")).toEqual([
    "change 1: const x = all.every(a).toString().constructor(b);",
  ]);
  expect(changes('import { a } from "b";\ntype C = 1 | true;\nconst d = "e" + f;')).toEqual([]);
});

test("10.41: what is listed as equivalent or named still stands in the code, once, with a reason", async () => {
  const textOf = (path: string) => readFile(join(import.meta.dirname, "..", path), "utf8");
  for (const one of equivalent as readonly Equivalent[]) {
    const there = mutantsOf(one.path, await textOf(one.path)).filter((mutant) => isListed([one], mutant));
    expect(there, `${one.path}: ${one.text}`).not.toEqual([]);
    expect(one.why.length, one.text).toBeGreaterThan(20);
  }
  for (const one of named) {
    const mutant = namedMutant(one, await textOf(one.path));
    expect(mutant).toMatchObject({ path: one.path, was: one.was, is: one.is });
  }
  expect(() => namedMutant({ path: "a.ts", was: "b", is: "c", what: "d" }, "b b")).toThrow("once");
});

describe("10.41: the tests of a mutant are those that reach its statement", () => {
  const text = [
    "const top = 1;",
    "export function f(a) {",
    "  if (a) return all.map((x) => x + 1);",
    "  for (const one of a) if (one) go(one);",
    "  switch (a) { case 1: go(); break; }",
    "  return () => ({ ...a });",
    "}",
  ].join("\n");

  test("watched code does what it did, and says where it is", () => {
    const seen: string[] = [];
    vi.stubGlobal("reached", (id: string) => seen.push(id));
    const { watched, points } = pointsOf(
      "a.ts",
      "function f(a) { if (a) return [2].map((x) => x + a); return 0; }",
    );
    const f = new Function(`${watched}; return f;`)();
    expect([f(1), f(0)]).toEqual([[3], 0]);
    expect(new Set(seen)).toEqual(new Set(points.map(({ id }) => id)));
  });

  test("each place belongs to the innermost statement around it; what stands outside of functions to none", () => {
    const { points } = pointsOf("a.ts", text);
    const around = (what: string) => {
      const point = pointAround(points, text.indexOf(what));
      return point && text.slice(point.start, point.end);
    };
    expect(around("top")).toBeUndefined();
    expect(around("x + 1")).toBe("x + 1");
    expect(around("all.map")).toBe("return all.map((x) => x + 1);");
    expect(around("(a) return")).toBe("if (a) return all.map((x) => x + 1);");
    expect(around("go(one)")).toBe("go(one);");
    expect(around("break")).toBe("break;");
    expect(around("...a")).toBe("({ ...a })");
  });
});

describe("10.41: which tests reach a point", () => {
  const file = "test/mutants.test.ts";
  const ran = [{ file, id: "1", name: "one", ok: true, ms: 1, reached: ["a.ts@1"] }];

  /** Watches in a place of its own. Returns who reaches the point, and how often a lane had to run. */
  async function watching() {
    const folder = await mkdtemp(join(tmpdir(), "reach-"));
    const place = { cache: join(folder, "cache.json"), support: join(folder, "support") };
    await mkdir(place.support);
    let runs = 0;
    const watch = async (broken: readonly string[]) => {
      const run = async () => {
        runs += 1;
        return broken.length > 0 ? { ran: [], broken } : { ran, broken };
      };
      const lane = { files: [file], write: async () => {}, run } as unknown as Lane; // all that watching uses
      const found = await watchTests(lane, new Map([["a.ts", "a();"]]), place);
      return { runs, reached: found.has("a.ts@1") };
    };
    return { ...place, watch };
  }

  test("is kept, until something that tests share changes", async () => {
    const { watch, support } = await watching();
    expect(await watch([])).toEqual({ runs: 1, reached: true });
    expect(await watch([])).toEqual({ runs: 1, reached: true });
    await writeFile(join(support, "shared.ts"), "");
    expect(await watch([])).toEqual({ runs: 2, reached: true });
  });

  test("is not kept after a run that did not end: it saw nothing", async () => {
    const { watch } = await watching();
    expect(await watch(["it did not end in time"])).toEqual({ runs: 1, reached: false });
    expect(await watch([])).toEqual({ runs: 2, reached: true });
  });
});
