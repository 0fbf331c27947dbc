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
import { specOf, tidied } from "../core/work/tool.ts";
import { editFile } from "./code/files/edit-file.ts";
import { listFiles } from "./code/files/list-files.ts";
import { readFile } from "./code/files/read-file.ts";
import { searchCode } from "./code/files/search-code.ts";
import { writeFile } from "./code/files/write-file.ts";
import { page } from "./code/page.ts";
import { readDiff } from "./code/read-diff.ts";
import { done } from "./ends/done.ts";
import { reviewComplete } from "./ends/review-complete.ts";
import { askPm } from "./talk/ask-pm.ts";
import { passTurn } from "./talk/pass-turn.ts";
import { recordDecision } from "./talk/record-decision.ts";
import { signalPhaseComplete } from "./talk/signal-phase-complete.ts";
import { sizeWork } from "./talk/size-work.ts";
import { submitArtifact } from "./talk/submit-artifact.ts";
import { volunteer } from "./talk/volunteer.ts";

const nowhere: ToolContext = { files: undefined, worktree: undefined, diff: undefined };

function hands(files: Readonly<Record<string, string>>): ToolContext & { worktree: MemoryWorktree } {
  const worktree = new MemoryWorktree();
  for (const [path, text] of Object.entries(files)) worktree.files.set(path, text);
  return { files: worktree, worktree, diff: undefined };
}

/** A file of a diff as git prints it. */
function changed(path: string, ...lines: readonly string[]): string {
  return [`diff --git a/${path} b/${path}`, "--- x", "+++ y", "@@ -1,2 +1,2 @@", ...lines, ""].join("\n");
}

/** A worktree that lets nobody do anything. */
function guarded(reason: string): ToolContext {
  const denied: Denied = { kind: "denied", reason };
  const worktree: Worktree = {
    readText: async () => denied,
    list: async () => denied,
    match: async () => denied,
    look: async () => denied,
    search: async () => denied,
    write: async () => denied,
    mayWrite: async () => denied,
  };
  return { files: worktree, worktree, diff: undefined };
}

const read = (tool: unknown, input: unknown, context: ToolContext) => {
  const reading = tool as ReadingTool; // the caller says which kind it is
  return reading.run(reading.input.parse(tidied(reading, input)), context);
};
const prepare = (tool: unknown, input: unknown, context: ToolContext) => {
  const writing = tool as WritingTool;
  return writing.prepare(writing.input.parse(tidied(writing, input)), context, (text) => text);
};

describe("read_file", () => {
  const text = (lines: number) => Array.from({ length: lines }, (_, index) => `line ${index + 1}`).join("\n");

  test("10.40: shows a whole file at once, numbers its lines, and says how to get the rest of a long one", async () => {
    const whole = await read(readFile, { path: "a" }, hands({ a: text(900) }));
    expect(whole.text.split("\n")).toHaveLength(900);
    const first = await read(readFile, { path: "a" }, hands({ a: text(1_002) }));
    expect(first.text.split("\n").slice(0, 2)).toEqual(["1\tline 1", "2\tline 2"]);
    expect(first.text).toMatch(/\(2 more lines; read on from 1001\)$/);
    const rest = await read(readFile, { path: "a", from: 1_001 }, hands({ a: text(1_002) }));
    expect(rest).toEqual({ failed: false, text: "1001\tline 1001\n1002\tline 1002" });
  });

  test.each([
    [{ from: 3, lines: 2 }],
    [{ offset: 3, limit: 2 }],
    [{ start: 3, count: 2 }],
    [{ from: 3, lines: 2, offset: 9, encoding: "utf8" }],
  ])("10.40: shows so many lines, %j", async (part) => {
    const shown = await read(readFile, { path: "a", ...part }, hands({ a: text(9) }));
    expect(shown.text).toBe("3\tline 3\n4\tline 4\n(5 more lines; read on from 5)");
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

  test("lists by a pattern over the whole tree, below a folder or from the top", async () => {
    const files = { "a.ts": "", "src/b.ts": "", "src/deep/c.ts": "", "src/d.md": "" };
    const listed = async (input: object) => (await read(listFiles, input, hands(files))).text;
    expect(await listed({ pattern: "**/*.ts" })).toBe("a.ts\nsrc/b.ts\nsrc/deep/c.ts");
    expect(await listed({ path: "src/**/*.ts" })).toBe("src/b.ts\nsrc/deep/c.ts");
    expect(await listed({ folder: "./src/", glob: "*.ts" })).toBe("src/b.ts\nsrc/deep/c.ts");
    expect(await listed({ path: "src", pattern: "./deep/*" })).toBe("src/deep/c.ts");
    expect(await listed({ pattern: "*.rs" })).toBe("No file matches *.rs.");
    const many = Object.fromEntries(Array.from({ length: 501 }, (_, at) => [`f${at}`, ""]));
    const long = await read(listFiles, { pattern: "f*" }, hands(many));
    expect(long.text).toMatch(/\(1 more; take a narrower pattern\)$/);
  });

  test.each([
    [nowhere, "There are no files to list here."],
    [guarded("Not there."), "Not there."],
  ])("refuses with a reason", async (context, text) => {
    expect(await read(listFiles, {}, context)).toEqual({ failed: true, text });
  });
});

describe("read_diff", () => {
  const diff = Array.from({ length: 2_401 }, (_, index) => `+${index + 1}`).join("\n");

  test("shows the whole change, a page at a time", async () => {
    const context = { files: undefined, worktree: undefined, diff: async () => diff };
    const pages = await Promise.all([1, 2, 3, 4].map((number) => read(readDiff, { page: number }, context)));
    expect(pages[0]?.text).toMatch(/^\+1\n[\s\S]*\+1200\n\(page 1 of 3; ask for page 2\)$/);
    expect(pages[1]?.text).toMatch(/^\+1201\n[\s\S]*\(page 2 of 3; ask for page 3\)$/);
    expect(pages[2]?.text).toBe("+2401\n(page 3 of 3, the last)");
    expect(pages[3]).toEqual({ failed: true, text: "There are only 3 pages." });
  });

  test("shows one file or folder in full, and names what there is instead", async () => {
    const lock = changed("package-lock.json", "+{}");
    const both = async () => changed("src/a.js", "+one", "-two") + lock;
    const context = { files: undefined, worktree: undefined, diff: both };
    expect((await read(readDiff, {}, context)).text).toBe(
      `${changed("src/a.js", "+one", "-two")}(package-lock.json: a lock file, +1 -0 lines; path: "package-lock.json" shows it)`,
    );
    expect((await read(readDiff, { path: "package-lock.json" }, context)).text).toBe(lock.trimEnd());
    expect((await read(readDiff, { path: "./src/" }, context)).text).toContain("+one");
    expect((await read(readDiff, { path: "sr" }, context)).text).toBe(
      "The change has nothing at sr. It has: src/a.js, package-lock.json.",
    );
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
    if (!text.endsWith(`; ask for page ${number + 1})`)) break;
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

  test.each([
    ["a pattern of paths", { pattern: "one", path: "src/*.ts" }, ["src/a.ts:1", "src/a.ts:2", "src/b.ts:1"]],
    ["one file", { pattern: "one", path: "src/b.ts" }, ["src/b.ts:1"]],
    ["a pattern by another name", { pattern: "one", glob: "src/b*" }, ["src/b.ts:1"]],
    ["ignoring case", { pattern: "ONE", path: "src/b.ts", ignoreCase: true }, ["src/b.ts:1"]],
    [
      "ignoring case by another name",
      { pattern: "ONE", path: "src/b.ts", ignore_case: true },
      ["src/b.ts:1"],
    ],
  ])("10.40: finds in %s", async (_, input, places) => {
    const { text } = await read(searchCode, input, context);
    expect(text.split("\n").map((line) => line.split(": ")[0])).toEqual(places);
  });

  test("10.40: what matches only when case is ignored is shown at once, and said to be that", async () => {
    expect((await read(searchCode, { pattern: "TWO" }, context)).text).toBe(
      "c.ts:1: two\nsrc/a.ts:2: two one\n(nothing matches exactly; these match with ignoreCase)",
    );
  });

  test("says that there is more and how to narrow it, and when it took the pattern as plain text", async () => {
    const many = Array.from({ length: 120 }, (_, index) => `hit ${index}`).join("\n");
    const flooded = await read(searchCode, { pattern: "hit" }, hands({ "a.ts": many }));
    expect(flooded.text.split("\n")).toHaveLength(101);
    expect(flooded.text).toMatch(/\(there may be more; name a narrower path, or a longer pattern\)$/);
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

test("read_file shows no carriage returns, and no line below the last one", async () => {
  expect(await read(readFile, { path: "a" }, hands({ a: "one\r\ntwo\r\n" }))).toMatchObject({
    text: "1\tone\n2\ttwo",
  });
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
    ["keeps the ends of lines of a file that has only one kind", "a\r\nb\r\n", "1\n2\n", "1\r\n2\r\n"],
    ["leaves those that were typed", "a\r\n", "1\r\n2\n", "1\r\n2\n"],
    ["leaves those of a file that has both kinds", "a\r\nb\n", "1\n2\n", "1\n2\n"],
    ["leaves those of a file with newlines alone", "a\nb\n", "1\n", "1\n"],
  ])("%s", async (_, before, content, after) => {
    expect(await prepare(writeFile, { path: "a", content }, hands({ a: before }))).toMatchObject([{ after }]);
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
    expect(await edit("a.b", ".", "$&$1")).toMatchObject([{ path: "a", before: "a.b", after: "a$&$1b" }]);
    expect(await edit("one\r\ntwo", "one\r\n", "")).toMatchObject([{ after: "two" }]);
  });

  test.each([
    ["several lines", "a\r\nb\r\nc\r\n", "a\nb\n", "A\nB\n", "A\r\nB\r\nc\r\n"],
    ["one line by several", "a\r\nb\r\n", "b", "1\n2", "a\r\n1\r\n2\r\n"],
    ["the end of a line", "a\r\nb\r\n", "\nb", "\nB", "a\r\nB\r\n"],
    ["lines that end in both ways", "a\nb\r\nc\n", "a\nb\nc", "x\ny", "x\ny\n"],
    ["with a carriage return that was typed", "a\r\nb\r\n", "a\r\nb", "a\nb", "a\nb\r\n"],
  ])("finds and keeps the ends of lines that nobody is shown: %s", async (_, text, find, replace, after) => {
    expect(await edit(text, find, replace)).toMatchObject([{ after }]);
  });

  test("a text that occurs twice does so however its lines end", async () => {
    expect(await edit("a\nb\na\r\nb", "a\nb")).toMatchObject({
      failed: true,
      text: expect.stringContaining("occurs 2 times in a, at lines 1, 3"),
    });
  });

  test.each([
    ["what is not there", "abc", "x", /does not occur in a\. Read the file and copy it exactly/],
    ["what is there twice", "abab", "ab", /occurs 2 times in a, at lines 1, 1\. Take more of what stands/],
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

  test.each([
    [
      {
        edits: [
          { find: "one", replace: "1" },
          { find: "two", replace: "2" },
        ],
      },
      "1 2 three",
    ],
    [{ find: "one", replace: "1", edits: [{ find: "three", replace: "3" }] }, "1 two 3"],
    [
      {
        edits: [
          { find: "one", replace: "two two" },
          { find: "two two two", replace: "" },
        ],
      },
      " three",
    ],
    [{ old_string: "one", new_string: "1" }, "1 two three"],
    [{ edits: [{ old_string: "two ", new_string: "" }] }, "one three"],
    [{ find: "two " }, "one three"],
  ])("10.40: takes several edits in one call, in order, by either name: %j", async (input, after) => {
    const planned = await prepare(editFile, { path: "a", ...input }, hands({ a: "one two three" }));
    expect(planned).toMatchObject([{ path: "a", before: "one two three", after }]);
  });

  test("10.40: one edit that does not fit leaves all of them undone, and says which", async () => {
    const edits = [
      { find: "one", replace: "1" },
      { find: "four", replace: "4" },
    ];
    expect(await prepare(editFile, { path: "a", edits }, hands({ a: "one two three" }))).toEqual({
      failed: true,
      text: "Nothing was changed: the text of edit 2 does not occur in a. Read the file and copy it exactly.",
    });
    expect(await prepare(editFile, { path: "a" }, hands({ a: "one" }))).toMatchObject({ failed: true });
    expect(await prepare(editFile, { path: "a", edits: [] }, hands({ a: "one" }))).toMatchObject({
      failed: true,
    });
  });
});

describe("10.40: an edit is answered with the lines around each change", () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\tline ${from + index}`);
  const file = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`).join("\n");
  const shownOf = async (input: object, text = file) => {
    const planned = await prepare(editFile, { path: "a", ...input }, hands({ a: text }));
    if (!Array.isArray(planned)) throw new Error("it was refused");
    const change = { path: "a", before: "", after: "", shown: planned[0]?.shown };
    return (editFile as WritingTool).describe({ path: "a", ...input }, [change]);
  };

  test("of one change", async () => {
    expect(await shownOf({ find: "line 20", replace: "LINE 20" })).toBe(
      ["Edited a:", ...lines(18, 19), "20\tLINE 20", ...lines(21, 22)].join("\n"),
    );
  });

  test("of several, where they stand in the end", async () => {
    const edits = [
      { find: "line 30", replace: "line 30\nnew" },
      { find: "line 5\n", replace: "" },
    ];
    expect(await shownOf({ edits })).toBe(
      [
        "Edited a:",
        ...lines(3, 4),
        "5\tline 6",
        "6\tline 7",
        "7\tline 8",
        "…",
        "27\tline 28",
        "28\tline 29",
        "29\tline 30",
        "30\tnew",
        "31\tline 31",
        "32\tline 32",
      ].join("\n"),
    );
  });

  test("at the top, at the end, and in a file of one line", async () => {
    expect(await shownOf({ find: "line 1\n", replace: "first\n" })).toMatch(
      /^Edited a:\n1\tfirst\n2\tline 2\n/,
    );
    expect(await shownOf({ find: "line 40", replace: "last" })).toMatch(/39\tline 39\n40\tlast$/);
    expect(await shownOf({ find: "x", replace: "y" }, "x\n")).toBe("Edited a:\n1\ty");
  });

  test("a long change is shown by its two ends, and the answer stays short", async () => {
    const replace = Array.from({ length: 100 }, (_, index) => `new ${index}`).join("\n");
    const shown = await shownOf({ find: "line 20", replace });
    expect(shown.split("\n").length).toBeLessThan(20);
    expect(shown).toMatch(/20\tnew 0\n[\s\S]*…\n[\s\S]*119\tnew 99\n120\tline 21/);
    const many = Array.from({ length: 40 }, () => "y".repeat(900)).join("\n");
    expect((await shownOf({ find: "line 20", replace: many })).length).toBeLessThan(4_200);
  });

  test("text that differs in white space only is shown as it is", async () => {
    const refused = await prepare(
      editFile,
      { path: "a", find: "if (x) {\n  go();\n}", replace: "" },
      hands({ a: "begin\n\tif (x)  {\n\t\tgo();\n\t}\nend\n" }),
    );
    expect(refused).toEqual({
      failed: true,
      text: "That text does not occur in a. Copy it exactly:\n2\t\tif (x)  {\n3\t\t\tgo();\n4\t\t}\n5\tend",
    });
  });
});

describe("record_decision", () => {
  const decision = {
    topic: "t",
    decision: "d",
    reason: "r",
    proposed: "ada",
    agreed: ["bo"],
    dissents: [],
  };
  const record = (input: object) => {
    const tool = recordDecision as RecordingTool;
    return tool.record(tool.input.parse(input), Past.opened().state, "coach");
  };

  test("becomes a fact, and its id is told", () => {
    expect(record(decision)).toEqual({
      text: "Recorded as d2.",
      events: [{ type: "decision.recorded", ...decision }],
    });
  });

  test("10.40: who else than a member is told kindly, by field, and what the fields take", () => {
    expect(record({ ...decision, agreed: ["zed"], dissents: ["bo thinks it is too slow"] })).toEqual({
      failed: true,
      text: 'Not recorded. These are not names of this team: agreed: "zed", dissents: "bo thinks it is too slow". Use names only: ada, bo, coach, architect, or human for the product manager. What somebody thinks belongs in reason.',
    });
  });

  test.each([
    [["@bo"], ["bo"]],
    [
      ["Bo", "ADA"],
      ["bo", "ada"],
    ],
    [["bo (engineer)"], ["bo"]],
  ])("10.40: %j are names", (given, names) => {
    expect(record({ ...decision, agreed: given })).toMatchObject({ events: [{ agreed: names }] });
  });

  test("10.27: who records proposed it, if nothing else is said", () => {
    const { proposed: _, ...rest } = decision;
    expect(record(rest)).toMatchObject({ events: [{ proposed: "coach" }] });
  });
});

test("10.27: a decision takes the place of another, and the schema says that names are wanted", () => {
  const past = Past.opened();
  past.enters("refinement");
  const decided = { topic: "Storage", decision: "One file.", reason: "small", proposed: "ada" };
  const { seq } = past.add("ada", { type: "decision.recorded", ...decided, agreed: [], dissents: [] });
  const tool = recordDecision as RecordingTool;
  const replacing = (replaces: string) =>
    tool.record(
      tool.input.parse({ topic: "Storage", decision: "Two files.", reason: "it grew", replaces }),
      past.state,
      "bo",
    );
  expect(replacing("d999")).toEqual({
    failed: true,
    text: `There is no decision d999 in force. There are: d${seq}.`,
  });
  expect(replacing(`d${seq}`)).toEqual({
    text: `Recorded as d${seq + 1}, in place of d${seq}.`,
    events: [
      {
        type: "decision.amended",
        topic: "Storage",
        decision: "Two files.",
        reason: "it grew",
        proposed: "bo",
        agreed: [],
        dissents: [],
        amends: `d${seq}`,
      },
    ],
  });
  expect(specOf(recordDecision).schema).toMatchObject({
    properties: { agreed: { description: "names only" }, dissents: { description: "names only" } },
  });
});

describe("10.27: the number of tasks follows from the size", () => {
  const size = (input: object) => {
    const parsed = sizeWork.input.parse({ why: "so it looks", ...input });
    expect(sizeWork.check(sizeWork.result(parsed), Past.opened().state)).toEqual([]);
    return sizeWork.result(parsed);
  };

  test.each([
    [{ size: "task", tasks: 2 }, 1],
    [{ size: "task" }, 1],
    [{ size: "task", tasks: 0 }, 1],
    [{ size: "chain", tasks: 3 }, 3],
    [{ size: "chain" }, 2],
    [{ size: "chain", tasks: 1 }, 2],
    [{ size: "parallel", tasks: 2.4 }, 2],
    [{ size: "parallel", tasks: -4 }, 2],
    [{ size: "parallel", tasks: 1e9 }, 60],
  ])("%j: %i", (input, tasks) => {
    expect(size(input)).toEqual({ size: input.size, tasks, why: "so it looks" });
  });
});

test("10.27: a pass without a reason is a pass", () => {
  expect(passTurn.result(passTurn.input.parse({}))).toBe("nothing to add");
});

describe("10.40: one name for one field", () => {
  test.each([
    ["id", { tasks: [{ id: "t1", why: "mine" }] }],
    ["task", { tasks: [{ task: "t1", why: "mine" }] }],
  ])("a task is volunteered for by its %s", (_, input) => {
    expect(volunteer.result(volunteer.input.parse(tidied(volunteer, input)))).toEqual([
      { task: "t1", why: "mine" },
    ]);
  });

  test.each(["id", "task"])("an approach and a plan name their tasks by %s", (name) => {
    const approach = submitArtifact("approach");
    const body = { tasks: [{ [name]: "t1", approach: "so" }] };
    expect(approach.result(approach.input.parse(tidied(approach, body)))).toMatchObject({
      body: { tasks: [{ id: "t1" }] },
    });
    const plan = submitArtifact("tasks");
    const { id, ...rest } = planned("t1");
    expect(plan.result(plan.input.parse(tidied(plan, { tasks: [{ [name]: id, ...rest }] })))).toMatchObject({
      body: { tasks: [{ id: "t1" }] },
    });
  });

  test("in every tool: lists of tasks have ids, a place in the files is a path", () => {
    const schemas = [
      ...[readFile, listFiles, searchCode, writeFile, editFile, volunteer],
      ...artifactKinds.map((kind) => submitArtifact(kind)),
    ].map((tool) => JSON.stringify(specOf(tool).schema));
    for (const schema of schemas) expect(schema).not.toMatch(/"(folder|directory|glob)":/);
    for (const name of ["volunteer", "submit_approach", "submit_tasks"]) {
      const tool = [volunteer, submitArtifact("approach"), submitArtifact("tasks")].find(
        (one) => one.name === name,
      );
      const schema = tool && specOf(tool).schema;
      expect(schema, name).toMatchObject({ properties: { tasks: { items: { properties: { id: {} } } } } });
    }
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
    expect(check("approach", { tasks: [{ id: "t9", approach: "so" }] })).toEqual([
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

  test("has a name of its own, a sentence, and a schema that is an object", () => {
    const specs = tools.map(specOf);
    expect(new Set(specs.map(({ name }) => name)).size).toBe(tools.length);
    for (const spec of specs) {
      expect(spec.name).toMatch(/^[a-z_]{3,32}$/);
      expect(spec.description).toMatch(/\.$/);
      expect(spec.schema).toMatchObject({ type: "object" });
    }
  });

  test.each(tools.map((tool) => [tool.name, tool] as const))(
    "10.40: %s ignores keys it does not know",
    (_, tool) => {
      const parsed = tool.input.safeParse({ ...exampleOf(tool), force: true, "": 1 });
      expect(parsed.error?.issues).toBeUndefined();
      expect(parsed.data).not.toHaveProperty("force");
    },
  );

  test.each([
    [done, { summary: "Add it" }, { summary: "Add it" }],
    [passTurn, { reason: "agreed" }, "agreed"],
    [signalPhaseComplete, { summary: "all" }, "all"],
    [
      reviewComplete,
      { status: "changes", feedback: "no test" },
      { verdict: "changes", feedback: "no test", findings: [{ text: "no test" }], criteria: [], flags: [] },
    ],
  ])("an ending tool gives its result", (tool, input, result) => {
    const ending = tool as TerminalTool<unknown>;
    expect(ending.result(ending.input.parse(input))).toEqual(result);
    expect(ending.check(ending.result(ending.input.parse(input)), Past.opened().state)).toEqual([]);
    // A turn can be passed without a word; `done` says itself what is missing.
    expect(ending.input.safeParse({}).success).toBe(tool === passTurn || tool === done);
  });
});

/** Input that fits, made from the schema. */
function exampleOf(tool: Parameters<typeof specOf>[0]): object {
  return exampleFor(specOf(tool).schema) as object; // the schema of a tool is that of an object
}

function exampleFor(schema: unknown): unknown {
  const { type, properties = {}, required = [], items, enum: values, pattern = "" } = schema as Schema; // ours
  switch (type) {
    case "object":
      return Object.fromEntries(required.map((name) => [name, exampleFor(properties[name])]));
    case "array":
      return [exampleFor(items)];
    case "integer":
    case "number":
      return 1;
    default:
      return values?.[0] ?? (pattern.includes("r[") ? "r1" : pattern.includes("t[") ? "t1" : "text");
  }
}

interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly items?: unknown;
  readonly enum?: readonly string[];
  readonly pattern?: string;
}
