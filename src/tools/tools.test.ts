import { describe, expect, test } from "vitest";
import { MemoryWorktree } from "../../test/support/loop-stage.ts";
import { Past } from "../../test/support/past.ts";
import { planned, scope } from "../../test/support/plans.ts";
import type { Denied, Files, Worktree } from "../core/ports/files.ts";
import { artifactKinds } from "../core/terms/phase.ts";
import type {
  PausingTool,
  ReadingTool,
  RecordingTool,
  TerminalTool,
  ToolContext,
  WritingTool,
} from "../core/work/tool.ts";
import { specOf } from "../core/work/tool.ts";
import { editFile } from "./code/edit-file.ts";
import { listFiles } from "./code/list-files.ts";
import { page } from "./code/page.ts";
import { readDiff } from "./code/read-diff.ts";
import { readFile } from "./code/read-file.ts";
import { searchCode } from "./code/search-code.ts";
import { writeFile } from "./code/write-file.ts";
import { done } from "./ends/done.ts";
import { reviewComplete } from "./ends/review-complete.ts";
import { askPm } from "./talk/ask-pm.ts";
import { passTurn } from "./talk/pass-turn.ts";
import { recordDecision } from "./talk/record-decision.ts";
import { signalPhaseComplete } from "./talk/signal-phase-complete.ts";
import { submitArtifact } from "./talk/submit-artifact.ts";

const nowhere: ToolContext = { files: undefined, worktree: undefined, diff: undefined };

function hands(files: Readonly<Record<string, string>>): ToolContext & { worktree: MemoryWorktree } {
  const worktree = new MemoryWorktree();
  for (const [path, text] of Object.entries(files)) worktree.files.set(path, text);
  return { files: worktree, worktree, diff: undefined };
}

/** A worktree that lets nobody do anything. */
function guarded(reason: string): ToolContext {
  const denied: Denied = { kind: "denied", reason };
  const worktree: Worktree = {
    readText: async () => denied,
    list: async () => denied,
    search: async () => denied,
    write: async () => denied,
    mayWrite: async () => denied,
  };
  return { files: worktree, worktree, diff: undefined };
}

const read = (tool: unknown, input: unknown, context: ToolContext) => {
  const reading = tool as ReadingTool; // the caller says which kind it is
  return reading.run(reading.input.parse(input), context);
};
const prepare = (tool: unknown, input: unknown, context: ToolContext) => {
  const writing = tool as WritingTool;
  return writing.prepare(writing.input.parse(input), context);
};

describe("read_file", () => {
  test("numbers its lines, and says how to get the rest", async () => {
    const text = Array.from({ length: 402 }, (_, index) => `line ${index + 1}`).join("\n");
    const first = await read(readFile, { path: "a" }, hands({ a: text }));
    expect(first.text.split("\n").slice(0, 2)).toEqual(["1\tline 1", "2\tline 2"]);
    expect(first.text).toMatch(/\(2 more lines; ask from 401\)$/);
    const rest = await read(readFile, { path: "a", from: 401 }, hands({ a: text }));
    expect(rest).toEqual({ failed: false, text: "401\tline 401\n402\tline 402" });
  });

  test.each([
    ["a missing file", hands({}), "There is no file at a. List its folder first."],
    ["a guarded file", guarded("a holds secrets."), "a holds secrets."],
    ["no worktree", nowhere, "There are no files to read here."],
  ])("%s is a failure the model can act on", async (_, context, text) => {
    expect(await read(readFile, { path: "a" }, context)).toEqual({ failed: true, text });
  });

  test("an empty file is not nothing", async () => {
    expect(await read(readFile, { path: "a" }, hands({ a: "" }))).toEqual({ failed: false, text: "(empty)" });
  });
});

describe("list_files", () => {
  test("lists, cuts a long list with words, and says when there is nothing", async () => {
    expect((await read(listFiles, {}, hands({ b: "", a: "" }))).text).toBe("a\nb");
    const many = Object.fromEntries(
      Array.from({ length: 503 }, (_, index) => [`f${String(index).padStart(3, "0")}`, ""]),
    );
    const long = await read(listFiles, {}, hands(many));
    expect(long.text.split("\n")).toHaveLength(501);
    expect(long.text).toMatch(/\(3 more; list a folder further down\)$/);
    expect((await read(listFiles, { folder: "src" }, hands({}))).text).toBe("There are no files below src.");
  });

  test.each([
    [nowhere, "There are no files to list here."],
    [guarded("Not there."), "Not there."],
  ])("refuses with a reason", async (context, text) => {
    expect(await read(listFiles, {}, context)).toEqual({ failed: true, text });
  });
});

describe("read_diff", () => {
  const diff = Array.from({ length: 1_201 }, (_, index) => `+${index + 1}`).join("\n");

  test("shows the whole change, a page at a time", async () => {
    const context = { files: undefined, worktree: undefined, diff: async () => diff };
    const pages = await Promise.all([1, 2, 3, 4].map((number) => read(readDiff, { page: number }, context)));
    expect(pages[0]?.text).toMatch(/^\+1\n[\s\S]*\+600\n\(601 more lines; ask for page 2\)$/);
    expect(pages[1]?.text).toMatch(/^\+601\n[\s\S]*\(1 more lines; ask for page 3\)$/);
    expect(pages[2]?.text).toBe("+1201");
    expect(pages[3]?.text).toBe("(there are only 1201 lines)");
  });

  test("where nothing is under review it says so", async () => {
    expect(await read(readDiff, {}, nowhere)).toEqual({
      failed: true,
      text: "There is no change to read here.",
    });
  });
});

test("long lines make short pages, and following them shows every line once", async () => {
  const lines = Array.from({ length: 900 }, (_, index) => `${index + 1} ${"x".repeat(900)}`);
  const context = { files: undefined, worktree: undefined, diff: async () => lines.join("\n") };
  const shown: string[] = [];
  for (let number = 1; ; number++) {
    const { text } = await read(readDiff, { page: number }, context);
    expect(text.length).toBeLessThan(61_000);
    shown.push(...text.split("\n").filter((line) => !line.startsWith("(")));
    if (!text.endsWith(`more lines; ask for page ${number + 1})`)) break;
  }
  expect(shown).toEqual(lines);
});

test("a line without end is cut, and says so", () => {
  const shown = page("x".repeat(5_000), 1, 10, (line) => line, String);
  expect(shown).toBe(`${"x".repeat(2_000)} (line cut, 5000 characters)`);
});

describe("search_code", () => {
  const context = hands({ "src/a.ts": "one\ntwo one\n", "src/b.ts": "one\n", "c.ts": "two\n" });

  test("shows path, line and text, also below a folder", async () => {
    expect(await read(searchCode, { pattern: "one" }, context)).toEqual({
      failed: false,
      text: "src/a.ts:1: one\nsrc/a.ts:2: two one\nsrc/b.ts:1: one",
    });
    expect(await read(searchCode, { pattern: "two", folder: "src" }, context)).toEqual({
      failed: false,
      text: "src/a.ts:2: two one",
    });
    expect(await read(searchCode, { pattern: "three" }, context)).toEqual({
      failed: false,
      text: "Nothing in . matches.",
    });
  });

  test("says that there is more and how to narrow it, and when it took the pattern as plain text", async () => {
    const many = Array.from({ length: 120 }, (_, index) => `hit ${index}`).join("\n");
    const flooded = await read(searchCode, { pattern: "hit" }, hands({ "a.ts": many }));
    expect(flooded.text.split("\n")).toHaveLength(101);
    expect(flooded.text).toMatch(/\(there may be more; name a folder, or a longer pattern\)$/);
    const found = { kind: "found" as const, matches: [], more: false, literal: true };
    const files = { ...context.worktree, search: async () => found } as Files; // only search is asked for
    const plain = await read(searchCode, { pattern: "f(" }, { ...context, files });
    expect(plain.text).toBe("(no valid expression, so it was searched as plain text)\nNothing in . matches.");
  });

  test.each([
    ["a guarded folder", guarded("keys holds secrets."), "keys holds secrets."],
    ["no files", nowhere, "There are no files to search here."],
  ])("%s is a failure the model can act on", async (_, place, text) => {
    expect(await read(searchCode, { pattern: "a" }, place)).toEqual({ failed: true, text });
  });
});

test("a name that would break out of its line is quoted in lists", async () => {
  const context = hands({ "new\nline.ts": "word", '"quoted"': "word", "plain ü": "word" });
  expect((await read(listFiles, {}, context)).text.split("\n")).toEqual([
    '"\\"quoted\\""',
    '"new\\nline.ts"',
    "plain ü",
  ]);
  expect((await read(searchCode, { pattern: "word" }, context)).text.split("\n")).toEqual([
    '"\\"quoted\\"":1: word',
    '"new\\nline.ts":1: word',
    "plain ü:1: word",
  ]);
});

describe("write_file", () => {
  test("says what stood there before and what will", async () => {
    expect(await prepare(writeFile, { path: "a", content: "new" }, hands({ a: "old" }))).toEqual([
      { path: "a", before: "old", after: "new" },
    ]);
    expect(await prepare(writeFile, { path: "a", content: "" }, hands({}))).toEqual([
      { path: "a", before: undefined, after: "" },
    ]);
  });

  test.each([
    [nowhere, "There is nothing to write to here."],
    [guarded("Not yours."), "Not yours."],
  ])("refuses with a reason", async (context, text) => {
    expect(await prepare(writeFile, { path: "a", content: "" }, context)).toEqual({ failed: true, text });
  });

  test("what may be written but not read is refused too", async () => {
    const { worktree } = guarded("a is a device.");
    const writable = worktree && { ...worktree, mayWrite: async () => undefined };
    const odd = { files: writable, worktree: writable, diff: undefined };
    expect(await prepare(writeFile, { path: "a", content: "" }, odd)).toEqual({
      failed: true,
      text: "a is a device.",
    });
    expect(await prepare(editFile, { path: "a", find: "x", replace: "" }, odd)).toMatchObject({
      failed: true,
    });
  });
});

describe("edit_file", () => {
  const edit = (text: string, find: string, replace = "!") =>
    prepare(editFile, { path: "a", find, replace }, hands({ a: text }));

  test("replaces one place, literally", async () => {
    expect(await edit("a.b", ".", "$&$1")).toEqual([{ path: "a", before: "a.b", after: "a$&$1b" }]);
    expect(await edit("one\r\ntwo", "one\r\n", "")).toMatchObject([{ after: "two" }]);
  });

  test.each([
    ["what is not there", "abc", "x", /does not occur in a\. Read the file and copy it exactly/],
    ["what is there twice", "abab", "ab", /occurs 2 times in a\. Take more of what stands around it/],
    ["what is there twice, overlapping", "ababa", "aba", /occurs 2 times/],
  ])("refuses %s", async (_, text, find, words) => {
    const refused = await edit(text, find);
    expect(refused).toMatchObject({ failed: true });
    expect("text" in refused && refused.text).toMatch(words);
  });

  test.each([
    ["a missing file", hands({}), "There is no file at a. Use write_file to create it."],
    ["no worktree", nowhere, "There is nothing to edit here."],
    ["a guarded file", guarded("Not yours."), "Not yours."],
  ])("refuses %s", async (_, context, text) => {
    expect(await prepare(editFile, { path: "a", find: "x", replace: "y" }, context)).toEqual({
      failed: true,
      text,
    });
  });
});

describe("record_decision", () => {
  const decision = {
    topic: "t",
    decision: "d",
    reason: "r",
    proposed: "ada",
    agreed: ["bo", "human"],
    dissents: [],
  };
  const record = (input: object) => {
    const tool = recordDecision as RecordingTool;
    return tool.record(tool.input.parse(input), Past.opened().state, "coach");
  };

  test("becomes a fact", () => {
    expect(record(decision)).toEqual({
      text: "Recorded.",
      events: [{ type: "decision.recorded", ...decision }],
    });
  });

  test("names only who is there", () => {
    expect(record({ ...decision, agreed: ["zed"], dissents: ["pm"] })).toEqual({
      failed: true,
      text: "There is nobody called zed, pm. The team: ada, bo, coach, architect, human.",
    });
  });
});

test("ask_pm gives the question and its options, none where none are given", () => {
  const tool = askPm as PausingTool;
  expect(tool.question(tool.input.parse({ question: "Big?" }))).toEqual({ text: "Big?", options: [] });
  expect(tool.input.safeParse({ question: "?", options: ["1", "2", "3", "4", "5", "6"] }).success).toBe(
    false,
  );
});

describe("submitting an artifact", () => {
  const check = (kind: (typeof artifactKinds)[number], body: object) => {
    const tool = submitArtifact(kind) as TerminalTool<never>;
    return tool.check(tool.result(tool.input.parse(body)), Past.opened().reaches("implementation").state);
  };

  test("is checked against what was agreed before", () => {
    expect(check("scope", scope)).toEqual([]);
    expect(check("tasks", { tasks: [{ ...planned("t1"), requirements: ["r2"] }] })).toEqual([
      "There is no requirement r2 in the scope.",
      "No task meets requirement r1.",
    ]);
    expect(check("approach", { tasks: [{ task: "t9", approach: "so" }] })).toEqual([
      "There is no task t9.",
      "Task t1 has no approach.",
    ]);
    expect(check("findings", { summary: "fine" })).toEqual([]);
  });
});

describe("every tool as a model sees it", () => {
  const tools = [
    readFile,
    listFiles,
    searchCode,
    readDiff,
    writeFile,
    editFile,
    recordDecision,
    askPm,
    passTurn,
    done,
    reviewComplete,
    signalPhaseComplete,
    ...artifactKinds.map((kind) => submitArtifact(kind)),
  ];

  test("has a name of its own, a sentence, and a schema that is an object and takes no other field", () => {
    const specs = tools.map(specOf);
    expect(new Set(specs.map(({ name }) => name)).size).toBe(tools.length);
    for (const spec of specs) {
      expect(spec.name).toMatch(/^[a-z_]{3,32}$/);
      expect(spec.description).toMatch(/\.$/);
      expect(spec.schema).toMatchObject({ type: "object", additionalProperties: false });
    }
  });

  test.each([
    [done, { summary: "Add it" }, { summary: "Add it" }],
    [passTurn, { reason: "agreed" }, "agreed"],
    [signalPhaseComplete, { summary: "all" }, "all"],
    [reviewComplete, { status: "changes", feedback: "no test" }, { verdict: "changes", feedback: "no test" }],
  ])("an ending tool gives its result", (tool, input, result) => {
    const ending = tool as TerminalTool<unknown>;
    expect(ending.result(ending.input.parse(input))).toEqual(result);
    expect(ending.check(ending.result(ending.input.parse(input)), Past.opened().state)).toEqual([]);
    expect(ending.input.safeParse({}).success).toBe(false);
  });
});
