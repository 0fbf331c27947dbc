import { describe, expect, test } from "vitest";
import { z } from "zod";
import { echo, LoopStage, type LoopStageOptions } from "../../test/support/loop-stage.ts";
import { ScriptedModel, type Spoken, says } from "../../test/support/scripted-model.ts";
import type { Model } from "../core/ports/model.ts";
import { redactionOf } from "../core/text/redaction.ts";
import { defineTool, reply } from "../core/work/tool.ts";
import { editFile } from "../tools/code/files/edit-file.ts";
import { readFile } from "../tools/code/files/read-file.ts";
import { searchCode } from "../tools/code/files/search-code.ts";
import { writeFile } from "../tools/code/files/write-file.ts";
import { readDiff } from "../tools/code/read-diff.ts";

const key = "sk-canary-0123456789-abcdefghijklmnop-0123456789-xyz";
const redaction = redactionOf([{ name: "OPENAI_API_KEY", value: key }]);
const tools = [echo, readFile, searchCode, readDiff, writeFile, editFile];

/** Every part of a log that a loop has written, and what the model was sent. */
async function played(lines: readonly Spoken[], options: LoopStageOptions = {}, files: object = {}) {
  const stage = new LoopStage({ redaction, tools, asks: 9, ...options });
  for (const [path, text] of Object.entries(files)) stage.worktree.files.set(path, text);
  const model = new ScriptedModel(...lines, says.call("finish", { value: 1 }));
  await stage.run(model);
  return { stage, model, all: JSON.stringify([stage.log.facts, model.requests]) };
}

describe("10.17: a key that comes in is taken out, before anything is cut", () => {
  test.each<[where: string, line: Spoken]>([
    ["a reply", says.text(`It is ${key}.`)],
    ["an argument", says.call("echo", { text: `It is ${key}` })],
    ["the name of an argument", says.call("echo", { [key]: 1 })],
    ["the name of a tool", says.call(key)],
    ["a nested argument", says.call("echo", { text: [{ deep: [key] }] })],
    ["thinking", { ...says.call("echo", { text: "x" }), opaque: { parts: [{ text: key }] } } as Spoken],
    ["a failure", says.failed(`Bad key ${key}`)],
    ["what is written into a file", says.call("write_file", { path: "a.env", content: `K=${key}\n` })],
  ])("in %s", async (_, line) => {
    const { all, stage } = await played([line]);
    expect(all).not.toContain("canary");
    expect([...stage.worktree.files.values()].join()).not.toContain("canary");
  });

  const shapes = [
    "sk-abcdefghij0123456789abcd",
    "ghp_abcdefghij0123456789abcdefghij012345",
    "AKIAABCDEFGHIJKLMNOP",
    "AIzaabcdefghij0123456789abcdefghij0",
    "xoxb-0123456789-abcdefghij",
  ];
  test.each(shapes)("also one that Huddle does not know, by its shape: %s", async (shape) => {
    const url = "postgres://test:test@localhost/test";
    const lines = [
      says.call("echo", { text: `curl -H 'Authorization: ${shape}' ${url}` }),
      says.text(`It is ${shape}.`),
      says.failed(`Bad key ${shape}`),
    ];
    for (const line of lines) expect((await played([line])).all).not.toContain(shape);
    const { all, stage } = await played([
      ...lines.slice(0, 1),
      says.call("write_file", { path: "a.test.js", content: shape }),
    ]);
    expect(all).toContain(`curl -H 'Authorization: [key]' ${url}`);
    // A test may need a text that looks like a key. A flag names it.
    expect(stage.worktree.files.get("a.test.js")).toBe(shape);
  });

  const long = `${"x".repeat(1_980)}${key}`;
  test.each<[tool: string, line: Spoken]>([
    ["read_file", says.call("read_file", { path: "long.txt" })],
    ["search_code", says.call("search_code", { pattern: "xxx" })],
    ["read_diff", says.call("read_diff")],
  ])("in what %s shows of a line that it cuts within the key", async (_, line) => {
    const { all } = await played([line], { diff: async () => `+${long}` }, { "long.txt": long });
    expect(all).toContain("[key]");
    expect(all).not.toContain("sk-can");
  });

  test("in a result, and in the words of a tool that broke", async () => {
    const shows = (name: string, run: () => Promise<ReturnType<typeof reply>>) =>
      defineTool({ name, summary: name, effect: "reads", input: z.object({}), run });
    const broken = shows("breaks", async () => {
      throw new Error(`${"x".repeat(490)}${key}`);
    });
    const long = shows("shows", async () => reply(`${"x".repeat(199_990)}${key}`));
    const { all } = await played([says.calls({ tool: "breaks", input: {} }, { tool: "shows", input: {} })], {
      tools: [broken, long],
    });
    expect(all).not.toContain("sk-can");
  });
});

test("10.17: nor does an edit that does not fit show a key beside the lines it may have meant", async () => {
  const { all } = await played(
    [says.call("edit_file", { path: "a.js", find: "if  (x)  {\n  stop", replace: "" })],
    {},
    { "a.js": `if (x) {\n${" ".repeat(180)}${key}\n}\n` },
  );
  expect(all).toContain("Copy it exactly");
  expect(all).not.toContain("sk-can");
});

test("10.17: a file that holds a key is not copied into a side file; the model is told", async () => {
  const { stage } = await played(
    [says.call("edit_file", { path: ".env.test", find: "A=1", replace: "A=2" })],
    {},
    { ".env.test": `A=1\nK=${key}\n` },
  );
  expect(stage.results()).toEqual([
    {
      failed: true,
      text: ".env.test would hold the value of a key in use (OPENAI_API_KEY), and Huddle writes no key. Let the code read it from the environment.",
    },
  ]);
  expect(stage.events("tool.called")).toEqual([]);
});

describe("10.17: signals", () => {
  test("a key that arrives in pieces is hidden, and other words are passed on at once", async () => {
    const stage = new LoopStage({ redaction });
    const model: Model = {
      async reply(_, by, emit) {
        const say = (text: string) => emit({ type: "text.delta", ...by, text });
        say("Hello ");
        expect(stage.signals).toHaveLength(1);
        for (const letter of `the key is ${key} and`) say(letter);
        emit({ type: "reasoning.delta", ...by, text: `think ${key.slice(0, 30)}` });
        emit({ type: "reasoning.delta", ...by, text: key.slice(30) });
        say(" \ud83d");
        say("\ude00\u001b[31m sk-can");
        emit({ type: "call.began", ...by, tool: `x\n${key}` });
        emit({ type: "model.waiting", ...by, why: key });
        emit({ type: "ask.ended", ...by });
        return says.call("finish", { value: 1 });
      },
    };
    await stage.run(model);
    const heard = (type: string) =>
      stage.signals.map((one) => (one.type === type && "text" in one ? one.text : "")).join("");
    expect(heard("text.delta")).toBe("Hello the key is [key] and 😀\\x1b[31m sk-can");
    expect(heard("reasoning.delta")).toBe("think [key]");
    expect(JSON.stringify(stage.signals)).not.toContain(key.slice(0, 12));
    expect(stage.signals.at(-1)?.type).toBe("ask.ended");
  });
});
