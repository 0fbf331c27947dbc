import { describe, expect, test } from "vitest";
import { LoopStage } from "../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../test/support/scripted-model.ts";
import { editFile } from "../tools/code/files/edit-file.ts";
import { readFile } from "../tools/code/files/read-file.ts";
import { writeFile } from "../tools/code/files/write-file.ts";

async function written(...calls: readonly { readonly tool: string; readonly input: object }[]) {
  const stage = new LoopStage({ tools: [writeFile, editFile, readFile] });
  const model = new ScriptedModel(says.calls(...calls), says.call("finish", { value: 1 }));
  await stage.run(model);
  return { stage, files: Object.fromEntries(stage.worktree.files), next: JSON.stringify(model.requests[1]) };
}

const content = "a\u001b[31m\f\u200b\u202e\ufeff\r\nb\u0085";
const shown = "a\\\\x1b[31m\\\\x0c\\\\u200b\\\\u202e\\\\ufeff\\nb\\\\x85";

describe("10.6: a file keeps every character that its author wrote", () => {
  test("in the file and its side file, while the next request shows them", async () => {
    const { files, next, stage } = await written({ tool: "write_file", input: { path: "a", content } });
    expect(files).toEqual({ a: content });
    const [change] = stage.events("tool.called")[0]?.changes ?? [];
    expect(await stage.blobs.get(change?.content ?? "")).toBe(content);
    expect(next).toContain(shown);
    expect(next).not.toContain("\\u001b");
  });

  test("also in an edit, which finds them as they are", async () => {
    const { files, next } = await written(
      { tool: "write_file", input: { path: "a", content } },
      { tool: "edit_file", input: { path: "a", find: "\u001b[31m\f", replace: "\u001b[0m" } },
      { tool: "read_file", input: { path: "a" } },
    );
    expect(files.a).toBe(content.replace("\u001b[31m\f", "\u001b[0m"));
    expect(next).toContain("1\\ta\\\\x1b[0m");
  });

  test("several lines that a call has read are found again, whatever ends them", async () => {
    const stage = new LoopStage({ tools: [editFile, readFile] });
    stage.worktree.files.set("a", "one\r\ntwo\r\nthree\r\n");
    await stage.run(
      new ScriptedModel(says.call("read_file", { path: "a" }), async ({ messages }) => {
        const read = JSON.stringify(messages.at(-1));
        expect(read).toContain("1\\tone\\n2\\ttwo\\n3\\tthree");
        return says.calls(
          { tool: "edit_file", input: { path: "a", find: "one\ntwo", replace: "1\n2" } },
          { tool: "finish", input: { value: 1 } },
        );
      }),
    );
    expect(stage.worktree.files.get("a")).toBe("1\r\n2\r\nthree\r\n");
  });

  test.each([
    ["a NUL", "\u0000", "It holds a NUL character"],
    ["half a character", "\ud800", "It holds half a surrogate pair"],
  ])("but for %s, which is refused in words", async (_, character, why) => {
    const { stage, files } = await written(
      { tool: "write_file", input: { path: "a", content: `x${character}` } },
      { tool: "write_file", input: { path: "b", content: "x" } },
      { tool: "edit_file", input: { path: "b", find: "x", replace: `y${character}` } },
    );
    expect(stage.results().map(({ text }) => text)).toEqual([
      expect.stringContaining(why),
      "Wrote b, 1 character.",
      expect.stringContaining(why),
    ]);
    expect(files).toEqual({ b: "x" });
  });
});

test("10.6: the name of a new file is one line, with nothing hidden", async () => {
  const { stage, files } = await written(
    { tool: "write_file", input: { path: "a\nb", content: "x" } },
    { tool: "write_file", input: { path: "c\u202egnp.exe", content: "x" } },
  );
  expect(Object.keys(files)).toEqual(["c\\u202egnp.exe"]);
  expect(stage.results()[0]).toEqual({
    failed: true,
    text: "The name of a new file is one line without tabs.",
  });
});
