import { expect, test, vi } from "vitest";
import { z } from "zod";
import { echo, LoopStage, note, question } from "../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../test/support/scripted-model.ts";
import { defineTerminal, defineTool, type GeneralTool, reply, type ToolResult } from "../core/work/tool.ts";
import { listFiles } from "../tools/code/files/list-files.ts";
import { readFile } from "../tools/code/files/read-file.ts";
import { writeFile } from "../tools/code/files/write-file.ts";
import { readDiff } from "../tools/code/read-diff.ts";

// Tools and the circuit breaker: lines 25 to 33 of what a tool loop must hold.

const end = says.call("finish", { value: 7 });
const done = { kind: "done", value: 7 };
type Calls = { readonly tool: string; readonly input: unknown }[];

/** Echo with other hands, and how often they were used. */
function acting(run: (input: { text?: string }) => Promise<ToolResult> | ToolResult) {
  const used = vi.fn(run);
  const tool = defineTool({
    name: "act",
    summary: "Do something.",
    effect: "reads",
    input: z.object({ text: z.string().optional(), more: z.string().optional() }),
    run: async (input) => used(input as { text?: string }),
  });
  return { tool, used };
}

/** Plays these lines, then the end, and gives the results. */
async function resultsOf(tools: readonly GeneralTool[], ...lines: ReturnType<typeof says.call>[]) {
  const stage = new LoopStage({ tools, asks: 30 });
  const model = new ScriptedModel(...lines, end);
  expect(await stage.run(model)).toEqual(done);
  model.assertSpent();
  return stage.results();
}

test("25. an unknown tool: an error result that lists the tools there are; the loop recovers", async () => {
  const results = await resultsOf([echo, note], says.call("rm_rf", { path: "/" }));
  expect(results).toEqual([
    { failed: true, text: "There is no tool rm_rf. You can use: echo, note, finish." },
  ]);
});

const megabyte = "x".repeat(1_000_000);
const oddInputs: readonly [what: string, input: unknown, words: RegExp][] = [
  ["malformed JSON", '{"text": "a', /^- input: must be an object with named fields, not a text$/m],
  ["an array", ["a"], /^- input: must be an object with named fields, not a list$/m],
  ["a string", "a", /^- input: must be an object with named fields, not a text$/m],
  ["nothing", undefined, /^- (text|value): is missing; it must be a (text|number)$/m],
  ["what cannot be JSON", { text: 1n }, /^- input: must be an object with named fields, not null$/m],
  ["a missing field", {}, /^- (text|value): is missing; it must be a (text|number)$/m],
  [
    "a wrong type",
    { text: 7, value: "7" },
    /^- (text: must be a text, not 7|value: must be a number, not a text)$/m,
  ],
  ["a megabyte", { text: megabyte, value: 1 }, /^- input: \d+ characters are too many; at most 900000 fit/m],
  ["a megabyte of malformed JSON", `{"text": "${megabyte}`, /^- input: \d+ characters are too many/m],
  ["a megabyte as the name of a field", { [megabyte.slice(0, 800_000)]: 1 }, /^The input does not fit:/],
];

test.each(oddInputs)(
  "26. arguments, %s: an error result in plain words, no exception",
  async (_, input, words) => {
    const odd = ["echo", "note", "question", "finish"].map((tool) => ({ tool, input }));
    // At once with their reply, and one by one behind a call with effects.
    const behind = says.calls({ tool: "echo", input: { text: "a" } }, ...odd);
    const results = await resultsOf([echo, note, question], says.calls(...odd), behind);
    expect(results.map(({ failed }) => failed)).toEqual([
      true,
      true,
      true,
      true,
      false,
      true,
      true,
      true,
      true,
    ]);
    for (const { text } of results.filter(({ failed }) => failed)) {
      expect(text).toMatch(words);
      expect(text.length).toBeLessThan(1_500);
    }
  },
);

test("26. an extra field is ignored, as 10.40 wants it", async () => {
  const odd = { text: "a", value: 7, force: true, nested: { deep: [1] } };
  const stage = new LoopStage({ tools: [echo, note, writeFile] });
  const calls = ["echo", "note", "finish"].map((tool) => ({ tool, input: odd }));
  const write = { tool: "write_file", input: { path: "a", content: "b", mode: "w" } };
  expect(await stage.run(new ScriptedModel(says.calls(write, ...calls)))).toEqual({ kind: "done", value: 7 });
  expect(stage.events("tool.settled").map(({ failed }) => failed)).toEqual([false, false, false, false]);
  // What the model wrote stays in the log.
  expect(stage.events("model.replied")[0]?.calls.at(-1)?.input).toEqual(odd);
});

test("26. where a tool sets its own bounds, those hold first", async () => {
  const input = { path: "a", content: "x".repeat(500_000) };
  const [result] = await resultsOf([writeFile], says.call("write_file", input));
  expect(result?.text).toMatch(/- content: has 500000 characters; at most 400000 fit/);
});

test("26. a tool with a name of a megabyte, and a thousand faults, are answered briefly", async () => {
  const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`f${index}`, index]));
  const many = defineTool({
    name: "many",
    summary: "Take much.",
    effect: "reads",
    input: z.object(Object.fromEntries(Object.keys(fields).map((name) => [name, z.string()]))),
    run: async () => reply(""),
  });
  const results = await resultsOf([many], says.call(megabyte), says.call("many", fields));
  for (const { failed, text } of results) {
    expect(failed).toBe(true);
    expect(text.length).toBeLessThan(1_500);
  }
});

function thrower(): never {
  throw new Error("the disk is gone");
}

const named = { summary: "Break.", input: z.object({}) };
test.each<[kind: string, tool: GeneralTool]>([
  ["reads", defineTool({ ...named, name: "breaks", effect: "reads", run: async () => thrower() })],
  ["reads, and throws at once", defineTool({ ...named, name: "breaks", effect: "reads", run: thrower })],
  [
    "writes",
    defineTool({
      ...named,
      name: "breaks",
      effect: "writes",
      contents: [],
      prepare: thrower,
      describe: thrower,
    }),
  ],
  ["records", defineTool({ ...named, name: "breaks", effect: "records", record: thrower })],
  ["pauses", defineTool({ ...named, name: "breaks", effect: "pauses", question: thrower })],
])("27. a handler that %s and throws: an error result, and the loop goes on", async (_, tool) => {
  const results = await resultsOf(
    [tool, echo],
    says.calls({ tool: "breaks", input: {} }, { tool: "echo", input: { text: "on" } }),
  );
  expect(results).toEqual([
    { failed: true, text: "breaks broke: the disk is gone" },
    { failed: false, text: "echo on" },
  ]);
});

test("27. what is thrown may be anything, of any length", async () => {
  const { tool } = acting(() => Promise.reject(megabyte));
  const [result] = await resultsOf([tool], says.call("act"));
  expect(result).toMatchObject({ failed: true });
  expect(result?.text).toMatch(/^act broke: x{500}$/);
});

test("28. three calls in one reply run in order, and the results keep it", async () => {
  const order: string[] = [];
  const { tool } = acting(async ({ text = "" }) => {
    order.push(`begin ${text}`);
    for (let turn = 0; turn < 3 - order.length; turn++) await Promise.resolve();
    order.push(`end ${text}`);
    return reply(text);
  });
  const three = ["a", "b", "c"].map((text) => ({ tool: "act", input: { text } }));
  const results = await resultsOf([tool], says.calls(...three));
  expect(results.map(({ text }) => text)).toEqual(["a", "b", "c"]);
  expect(order.filter((step) => step.startsWith("begin"))).toEqual(["begin a", "begin b", "begin c"]);
});

test("28. calls of all kinds in one reply see what those before them did", async () => {
  const results = await resultsOf(
    [writeFile, readFile, note],
    says.calls(
      { tool: "write_file", input: { path: "a", content: "one" } },
      { tool: "read_file", input: { path: "a" } },
      { tool: "write_file", input: { path: "a", content: "two" } },
      { tool: "read_file", input: { path: "a" } },
    ),
  );
  expect(results.map(({ text }) => text)).toEqual([
    "Wrote a, 3 characters.",
    "1\tone",
    "Wrote a, 3 characters.",
    "1\ttwo",
  ]);
});

test("29. a diff comes in pages, with a way to ask for the next; so does a file", async () => {
  const diff = Array.from({ length: 1_300 }, (_, index) => `+${index}`).join("\n");
  const stage = new LoopStage({ tools: [readDiff, readFile], asks: 9, diff: async () => diff });
  stage.worktree.files.set("a", diff);
  const model = new ScriptedModel(
    says.call("read_diff"),
    says.call("read_diff", { page: 2 }),
    says.call("read_file", { path: "a", from: 801 }),
    end,
  );
  await stage.run(model);
  const [first, second, file] = stage.results().map(({ text }) => text);
  expect(first).toMatch(/^\+0\n[\s\S]*\+1199\n\(page 1 of 2; ask for page 2\)$/);
  expect(second).toMatch(/^\+1200\n[\s\S]*\+1299\n\(page 2 of 2, the last\)$/);
  expect(file).toMatch(/^801\t\+800\n/);
});

test("29. a single line of 300 KB is cut inside the line, and says so", async () => {
  const stage = new LoopStage({ tools: [readDiff, readFile], diff: async () => "x".repeat(300_000) });
  stage.worktree.files.set("a", `first\n${"y".repeat(300_000)}\nlast`);
  await stage.run(new ScriptedModel(says.call("read_diff"), says.call("read_file", { path: "a" }), end));
  const [diff, file] = stage.results().map(({ text }) => text);
  expect(diff).toBe(`${"x".repeat(2_000)} (line cut, 300000 characters)`);
  expect(file?.split("\n")).toEqual([
    "1\tfirst",
    `2\t${"y".repeat(2_000)} (line cut, 300000 characters)`,
    "3\tlast",
  ]);
});

test("29. a result of any other tool has a budget too: cut inside the line, and says so", async () => {
  const { tool } = acting(() => reply("z".repeat(300_000)));
  const [result] = await resultsOf([tool], says.call("act"));
  expect(result?.failed).toBe(false);
  expect(result?.text).toMatch(/^z{200000}\n\(cut here: the first 200000 of 300000 characters; ask for less/);
});

test("29. no result is ever empty, or says that there is no output", async () => {
  const stage = new LoopStage({ tools: [readFile, readDiff, listFiles], asks: 9, diff: async () => "" });
  stage.worktree.files.set("empty", "");
  stage.worktree.files.set("newline", "\n");
  const lines = [
    says.call("read_file", { path: "empty" }),
    says.call("read_file", { path: "newline" }),
    says.call("read_file", { path: "newline", from: 9 }),
    says.call("read_diff"),
    says.call("list_files"),
  ];
  await stage.run(new ScriptedModel(...lines, end));
  for (const { text } of stage.results()) {
    expect(text.trim()).not.toBe("");
    expect(text).not.toContain("no output");
  }
  const { tool } = acting(() => reply(""));
  expect(await resultsOf([tool], says.call("act"))).toEqual([{ failed: false, text: "Done." }]);
});

const no = { failed: true, text: "no" };
const act = (input: object = {}) => says.call("act", input);
const refused = {
  failed: true,
  text: expect.stringMatching(
    /^Refused: this same call has failed three times, for this reason:\n[\s\S]+\nOnly another input can help\.$/,
  ),
};

test("30. the same call failing the same way three times: executed three times, then refused with a reason", async () => {
  const { tool, used } = acting(() => no);
  const results = await resultsOf([tool], act(), act(), act(), act(), act());
  expect(results).toEqual([no, no, no, refused, refused]);
  expect(used).toHaveBeenCalledTimes(3);
});

test("30. other parameters and other tools are unaffected", async () => {
  const { tool, used } = acting(() => no);
  const results = await resultsOf(
    [tool, echo],
    act(),
    act(),
    act(),
    act({ text: "other" }),
    says.call("echo", { text: "a" }),
    act(),
  );
  expect(results).toEqual([no, no, no, no, { failed: false, text: "echo a" }, refused]);
  expect(used).toHaveBeenCalledTimes(4);
});

test("30. the order of parameters does not matter, and none equals empty", async () => {
  const ordered = acting(() => no);
  const two = [
    act({ text: "a", more: "b" }),
    act({ more: "b", text: "a" }),
    act({ text: "a", more: "b" }),
    act({ more: "b", text: "a" }),
  ];
  expect(await resultsOf([ordered.tool], ...two)).toEqual([no, no, no, refused]);
  const { tool, used } = acting(() => no);
  const none = says.calls({ tool: "act", input: undefined });
  const nothing = says.calls({ tool: "act", input: null });
  expect(await resultsOf([tool], none, act(), nothing, none)).toEqual([no, no, no, refused]);
  expect(used).toHaveBeenCalledTimes(3);
});

test.each([
  ["in one reply, settled one by one", 1],
  ["spread over replies", 2],
])("30. it holds for calls %s", async (_, replies) => {
  const { tool, used } = acting(() => no);
  const calls: Calls = Array.from({ length: 6 / replies }, () => ({ tool: "act", input: {} }));
  const lines = Array.from({ length: replies }, () => says.calls(...calls));
  const results = await resultsOf([tool], ...lines);
  expect(results).toEqual([no, no, no, refused, refused, refused]);
  expect(used).toHaveBeenCalledTimes(3);
});

test("30. it holds for calls without effects in one reply, which are resolved in one append", async () => {
  const record = vi.fn(() => no);
  const tool = defineTool({ ...named, name: "act", effect: "records", record });
  const calls: Calls = Array.from({ length: 5 }, () => ({ tool: "act", input: {} }));
  expect(await resultsOf([tool], says.calls(...calls))).toEqual([no, no, no, refused, refused]);
  expect(record).toHaveBeenCalledTimes(3);
});

test.each([
  ["a different error", ["no", "no", "other", "no", "no"]],
  ["a success", ["no", "no", "yes", "no", "no"]],
])("31. %s in between resets", async (_, texts) => {
  const left = [...texts];
  const { tool, used } = acting(() => {
    const text = left.shift() ?? "";
    return { failed: text !== "yes", text };
  });
  const results = await resultsOf([tool], ...texts.map(() => act()));
  expect(results.map(({ text }) => text)).toEqual(texts);
  expect(used).toHaveBeenCalledTimes(5);
});

test("31. A, A, B, A does not trip", async () => {
  const { tool, used } = acting(() => no);
  const b = act({ text: "b" });
  const results = await resultsOf([tool], act(), act(), b, act(), act(), b, act());
  expect(results).toEqual(Array.from({ length: 7 }, () => no));
  expect(used).toHaveBeenCalledTimes(7);
});

test("32. a tripped terminal never counts as done, even when its check would now let it pass", async () => {
  const check = vi.fn(() => (check.mock.calls.length <= 3 ? ["Not yet."] : []));
  const terminal = defineTerminal({
    name: "finish",
    summary: "End it.",
    effect: "ends",
    input: z.object({ value: z.number() }),
    result: ({ value }) => value,
    check,
  });
  const stage = new LoopStage({ terminal, asks: 5 });
  const outcome = await stage.run(new ScriptedModel(end, end, end, end, end));
  // What was wrong with it, not that it was refused for being wrong again.
  expect(outcome).toMatchObject({ kind: "invalid-result", error: expect.stringContaining("Not yet.") });
  expect(check).toHaveBeenCalledTimes(3);
  const other = new LoopStage({ terminal, asks: 9 });
  check.mockClear();
  const same = { tool: "finish", input: { value: 7 } };
  const model = new ScriptedModel(says.calls(same, same, same, same), says.call("finish", { value: 8 }));
  expect(await other.run(model)).toEqual({ kind: "done", value: 8 });
});

test("32. nor when all of it stands in one reply", async () => {
  const bad = { tool: "finish", input: { value: -1 } };
  const stage = new LoopStage({ asks: 2 });
  const model = new ScriptedModel(says.calls(bad, bad, bad, bad), says.call("finish", { value: -1 }));
  expect(await stage.run(model)).toMatchObject({ kind: "invalid-result" });
  expect(stage.results().slice(-2)).toEqual([refused, refused]);
});

test("33. a result that says success: false is a failure with its text", async () => {
  const text = JSON.stringify({ success: false, error: "port in use" });
  const { tool, used } = acting(() => reply(text));
  const results = await resultsOf([tool], act(), act(), act(), act());
  expect(results).toEqual([{ failed: true, text }, { failed: true, text }, { failed: true, text }, refused]);
  expect(used).toHaveBeenCalledTimes(3);
});

test.each([
  ["a non-zero exit code alone", '{"exit": 1, "output": "2 tests failed"}'],
  ["success: true", '{"success": true, "exit": 2}'],
  ["success deep inside", '{"result": {"success": false}}'],
  ["words about it", "success: false"],
  ["something that only begins like JSON", '{"success": false'],
])("33. %s is not a failure", async (_, text) => {
  const { tool, used } = acting(() => reply(text));
  const results = await resultsOf([tool], act(), act(), act(), act());
  expect(results).toEqual(Array.from({ length: 4 }, () => ({ failed: false, text })));
  expect(used).toHaveBeenCalledTimes(4);
});
