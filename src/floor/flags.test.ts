import { describe, expect, test } from "vitest";
import { FloorStage } from "../../test/support/floor-stage.ts";
import { memoryFiles } from "../../test/support/memory-files.ts";
import type { Workspace } from "../core/ports/workspace.ts";
import type { Results } from "../core/state/session.ts";
import { redactionOf } from "../core/text/redaction.ts";
import type { StepContext } from "../core/work/step-context.ts";
import { flagsOfLanding, flagsOfTask, flagsSinceBase } from "./flags.ts";
import type { Evidence } from "./gather-evidence.ts";

type Tree = Readonly<Record<string, string>>;

const ran = (passed: number, more: Partial<Results[number]> = {}): Results[number] => ({
  name: "tests",
  command: "test",
  exit: 0,
  ms: 1,
  blob: "b",
  counts: { passed, failed: 0 },
  ...more,
});
const evidence = (results: Results): Evidence => ({
  passed: true,
  results,
  words: "",
  fresh: [],
  known: [],
  flaky: [],
  isSandboxed: false,
});
const two = 'test("one", () => {});\ntest("two", () => {});\n';
const one = 'test("one", () => {});\n';

/** A change from one tree to another, as git would tell it; moved files as `from -> to`. */
async function changed(before: Tree, after: Tree, paths: readonly string[], more: Partial<StepContext> = {}) {
  const stage = await FloorStage.open();
  await stage.moves("t1", "dispatched");
  const context = stage.context("setup", "t1");
  if (!context) throw new Error("nobody wants it");
  const diff = paths.map((path) => {
    const [was = "", now] = path.split(" -> ");
    const moved = now === undefined ? [] : [`rename from ${was}`, `rename to ${now}`];
    return [`diff --git a/${was} b/${was}`, ...moved].join("\n");
  });
  const read = new Set<string>();
  const texts = async (commit: string, paths: readonly string[]) => {
    const files = memoryFiles(new Map(Object.entries(commit === "next" ? after : before)));
    const readText = async (path: string) => {
      read.add(path);
      const isDenied = path === "denied.test.js" || (path === "now-denied.test.js" && commit === "next");
      return isDenied ? { kind: "denied", reason: "no" } : files.readText(path);
    };
    return Promise.all(paths.map(readText));
  };
  // Only these are asked of it.
  const workspace = { diff: async () => `${diff.join("\n")}\n`, texts } as unknown as Workspace;
  return { context: { ...context, workspace, ...more } as StepContext, read, stage };
}

async function flagsOf(...args: Parameters<typeof changed>) {
  const { context, read } = await changed(...args);
  return { flags: await flagsSinceBase(context, "next", evidence([])), read };
}

describe("a change is held against its tests", () => {
  test("one that loses a test is flagged; files that are no tests are not looked at", async () => {
    const { flags, read } = await flagsOf({ "a.test.js": two, "b.png": "x" }, { "a.test.js": one }, [
      "a.test.js",
      "b.png",
    ]);
    expect(flags).toMatchObject([{ id: "1", kind: "test-file", path: "a.test.js" }]);
    expect([...read]).toEqual(["a.test.js"]);
  });

  test("one that is moved is compared with what it was, and only tests that nobody runs there are gone", async () => {
    const move = (to: string) => flagsOf({ "a.test.js": two }, { [to]: two }, [`a.test.js -> ${to}`]);
    expect((await move("b.test.js")).flags).toEqual([]);
    const { flags, read } = await move("b.txt");
    expect(flags).toMatchObject([{ kind: "test-file", path: "b.txt" }]);
    expect([...read]).toEqual(["a.test.js", "b.txt"]);
  });

  test("a test that stays and asserts less is flagged, also where it was moved to another file", async () => {
    const asserting = (words: string) => `test("one", () => { expect(sum).${words}; });\n`;
    const [before, after] = [
      { "a.test.js": asserting("toBe(3)") },
      { "b.test.js": asserting("toBeDefined()") },
    ];
    const { flags } = await flagsOf(before, after, ["a.test.js -> b.test.js"]);
    expect(flags).toMatchObject([{ kind: "test-file", path: "b.test.js", tier: "note" }]);
    expect(flags[0]?.text).toContain('"expect(sum).toBe(3)" became "expect(sum).toBeDefined()"');
  });

  test("what may not be read is left out", async () => {
    const files = { "denied.test.js": two, "now-denied.test.js": two, "a.test.js": two };
    const { flags } = await flagsOf(files, {}, Object.keys(files));
    expect(flags).toMatchObject([{ path: "a.test.js" }]);
  });

  test("no more than 300 files are looked into", async () => {
    const paths = Array.from({ length: 301 }, (_, at) => `${at}.test.js`);
    expect((await flagsOf({}, {}, paths)).read.size).toBe(300);
  });

  test("flags are numbered, and hold no key", async () => {
    const key = "sk-0123456789abcdef";
    const files = { [`${key}.test.js`]: two, "a.test.js": two };
    const redaction = redactionOf([{ name: "KEY", value: key }]);
    const { flags } = await flagsOf(files, {}, Object.keys(files), { redaction });
    expect(flags.map(({ id, path }) => [id, path])).toEqual([
      ["1", "[key].test.js"],
      ["2", "a.test.js"],
    ]);
    expect(JSON.stringify(flags)).not.toContain(key);
  });
});

test("fewer tests than before are flagged: since the base, and since a commit that landed", async () => {
  const { context, stage } = await changed({}, {}, []);
  await stage.adds({
    type: "checks.finished",
    commit: stage.world.base,
    why: "baseline",
    passed: true,
    results: [ran(4), ran(9, { name: "lint" })],
    sandboxed: false,
  });
  const fewer = (from: number) => [
    {
      id: "1",
      kind: "fewer-tests",
      path: "tests",
      tier: "note",
      text: expect.stringContaining(`ran ${from} tests`),
    },
  ];
  expect(await flagsSinceBase(context, "next", evidence([ran(3)]))).toEqual(fewer(4));
  expect(await flagsSinceBase(context, "next", evidence([ran(4)]))).toEqual([]);
  const state = stage.log.state;
  const landed = { ...state, session: { ...state.session, landings: { c1: [ran(6)] } } };
  expect(flagsOfLanding(landed, "c1", [ran(5)])).toEqual(fewer(6));
  expect(flagsOfLanding(landed, "c2", [ran(5)])).toEqual([]);
  expect(flagsOfLanding(landed, "c1", [ran(8, { name: "lint" })])).toMatchObject([{ path: "lint" }]);
  expect(flagsOfLanding({ ...state, session: { ...state.session } }, "c1", [ran(3)])).toEqual(fewer(4));
});

test("a task is compared with the commit that it began from", async () => {
  const { context, stage } = await changed({ "a.test.js": two }, { "a.test.js": one }, ["a.test.js"]);
  await expect(flagsOfTask(context, "t1", "next", evidence([]))).rejects.toThrow("base");
  const { setUp } = await import("./states/set-up.ts");
  await stage.performs("setup", "t1", setUp);
  expect(await flagsOfTask(context, "t1", "next", evidence([]))).toMatchObject([{ kind: "test-file" }]);
});
