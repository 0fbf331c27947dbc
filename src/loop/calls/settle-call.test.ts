import { describe, expect, test } from "vitest";
import { z } from "zod";
import { echo, finish, LoopStage, note, sha } from "../../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../../test/support/scripted-model.ts";
import { NoLongerWanted } from "../../core/work/step-context.ts";
import {
  defineTool,
  failure,
  type GeneralTool,
  reply,
  type TerminalTool,
  type WritingTool,
} from "../../core/work/tool.ts";
import { deleteFile } from "../../tools/code/files/delete-file.ts";
import { editFile } from "../../tools/code/files/edit-file.ts";
import { moveFile } from "../../tools/code/files/move-file.ts";
import { writeFile } from "../../tools/code/files/write-file.ts";

const killed = "killed";
const write = says.call("write_file", { path: "a.txt", content: "new" });
const end = says.call("finish", { value: 1 });

function kill(): never {
  throw new Error(killed);
}

/** Dies at the n-th append: before it with its effects done, or after it. */
function dieAtAppend(stage: LoopStage, number: number): void {
  let appends = 0;
  stage.log.before = () => {
    if (++appends === number) kill();
  };
}

async function runAndDie(stage: LoopStage, line = write): Promise<void> {
  await expect(stage.run(new ScriptedModel(line))).rejects.toThrow(killed);
  stage.log.before = undefined;
  stage.worktree.beforeWrite = undefined;
  stage.worktree.afterWrite = undefined;
}

async function resume(stage: LoopStage): Promise<ScriptedModel> {
  const model = new ScriptedModel(end);
  expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
  return model;
}

describe("a write says first what will change, by hash, and then does it", () => {
  test("a new file", async () => {
    const stage = new LoopStage();
    await stage.run(new ScriptedModel(write, end));
    expect(stage.types().slice(3, 6)).toEqual(["model.replied", "tool.called", "tool.settled"]);
    const called = stage.log.facts.find(({ event }) => event.type === "tool.called");
    expect(called?.event).toMatchObject({
      changes: [{ path: "a.txt", before: null, after: sha("new"), content: sha("new") }],
    });
    expect(stage.blobs.texts.get(sha("new"))).toBe("new");
    expect(stage.results()[0]).toEqual({ failed: false, text: "Wrote a.txt, 3 characters." });
    expect(stage.worktree.files.get("a.txt")).toBe("new");
  });

  test("one that stands already as wanted is not written again", async () => {
    const stage = new LoopStage();
    stage.worktree.files.set("a.txt", "new");
    await stage.run(new ScriptedModel(write, end));
    expect(stage.worktree.writes).toBe(0);
    expect(stage.results()[0]).toMatchObject({ failed: false });
  });

  test("what may not be written fails without an intent", async () => {
    const stage = new LoopStage();
    stage.worktree.locked.add("a.txt");
    await stage.run(new ScriptedModel(write, end));
    expect(stage.types()).not.toContain("tool.called");
    expect(stage.results()[0]).toEqual({ failed: true, text: "a.txt is locked." });
  });

  test("several writes to one file in one reply see each other", async () => {
    const stage = new LoopStage({ tools: [writeFile, editFile] });
    const model = new ScriptedModel(
      says.calls(
        { tool: "write_file", input: { path: "a.txt", content: "one two" } },
        { tool: "edit_file", input: { path: "a.txt", find: "two", replace: "three" } },
      ),
      end,
    );
    await stage.run(model);
    expect(stage.worktree.files.get("a.txt")).toBe("one three");
  });
});

describe("10.40: several edits of one file in one call", () => {
  const edits = [
    { find: "one", replace: "1" },
    { find: "three", replace: "3" },
  ];
  const line = says.call("edit_file", { path: "a.txt", edits });
  const answer = "Edited a.txt:\n1\t1\n2\ttwo\n3\t3";
  const staged = () => {
    const stage = new LoopStage({ tools: [writeFile, editFile] });
    stage.worktree.files.set("a.txt", "one\ntwo\nthree\n");
    return stage;
  };

  test("are one write, answered with the lines around each change", async () => {
    const stage = staged();
    await stage.run(new ScriptedModel(line, end));
    expect(stage.worktree.files.get("a.txt")).toBe("1\ntwo\n3\n");
    expect(stage.worktree.writes).toBe(1);
    expect(stage.results()[0]).toEqual({ failed: false, text: answer });
  });

  test("are all made or none after a kill at any append, with the same answer", async () => {
    for (let append = 1; append <= 8; append++) {
      const stage = staged();
      dieAtAppend(stage, append);
      await stage.run(new ScriptedModel(line, end)).catch(() => undefined);
      expect(["one\ntwo\nthree\n", "1\ntwo\n3\n"]).toContain(stage.worktree.files.get("a.txt"));
      const next = stage.restarted();
      const said = next.events("model.replied").length;
      await next.run(new ScriptedModel(...[line, end].slice(said))).catch(() => undefined);
      expect(next.worktree.files.get("a.txt")).toBe("1\ntwo\n3\n");
      expect(next.results()[0]).toEqual({ failed: false, text: answer });
      if (next.events("turn.ended").length === 1 && stage.events("turn.ended").length === 1) break;
    }
  });
});

describe("a file that moves", () => {
  const line = says.call("move_file", { from: "a.txt", to: "b.txt" });
  const staged = () => {
    const stage = new LoopStage({ tools: [moveFile, deleteFile] });
    stage.worktree.files.set("a.txt", "text");
    return stage;
  };
  const files = (stage: LoopStage) => Object.fromEntries(stage.worktree.files);

  test("is two changes of one call, the new path first", async () => {
    const stage = staged();
    await stage.run(new ScriptedModel(line, end));
    expect(files(stage)).toEqual({ "b.txt": "text" });
    expect(stage.events("tool.called")[0]?.changes).toEqual([
      { path: "b.txt", before: null, after: sha("text"), content: sha("text") },
      { path: "a.txt", before: sha("text"), after: null, content: null },
    ]);
  });

  test.each([1, 2])("killed after %i of its two deeds, it is finished and never lost", async (deeds) => {
    const stage = staged();
    stage.worktree.afterWrite = () => {
      if (stage.worktree.writes === deeds) kill();
    };
    await runAndDie(stage, line);
    expect(Object.values(files(stage))).toContain("text");
    await resume(stage);
    expect(files(stage)).toEqual({ "b.txt": "text" });
    expect(stage.results()[0]).toEqual({ failed: false, text: "Moved a.txt to b.txt." });
  });

  test("stays where it is if somebody changed it meanwhile", async () => {
    const stage = staged();
    stage.worktree.afterWrite = () => stage.worktree.files.set("a.txt", "theirs");
    await stage.run(new ScriptedModel(line, end));
    expect(files(stage)).toEqual({ "a.txt": "theirs", "b.txt": "text" });
    expect(stage.results()[0]?.text).toMatch(/^a.txt was changed meanwhile.* Already changed: b.txt\.$/);
  });
});

test("a file that is deleted is named by its hash alone", async () => {
  const stage = new LoopStage({ tools: [deleteFile] });
  stage.worktree.files.set("a.txt", "text");
  await stage.run(new ScriptedModel(says.call("delete_file", { path: "a.txt" }), end));
  expect(stage.worktree.files.size).toBe(0);
  expect(stage.events("tool.called")[0]?.changes).toEqual([
    { path: "a.txt", before: sha("text"), after: null, content: null },
  ]);
  expect(stage.blobs.texts.has(sha("text"))).toBe(false);
});

describe("killed, and met again", () => {
  test("before the intent: nothing was done, and it is done now", async () => {
    const stage = new LoopStage();
    dieAtAppend(stage, 4);
    await runAndDie(stage);
    expect(stage.worktree.writes).toBe(0);
    await resume(stage);
    expect(stage.worktree.files.get("a.txt")).toBe("new");
    expect(stage.types().filter((type) => type === "tool.called")).toHaveLength(1);
  });

  test("between intent and deed: the file is as before, and it is done", async () => {
    const stage = new LoopStage();
    stage.worktree.files.set("a.txt", "old");
    stage.worktree.beforeWrite = kill;
    await runAndDie(stage);
    expect(stage.worktree.files.get("a.txt")).toBe("old");
    await resume(stage);
    expect(stage.worktree.files.get("a.txt")).toBe("new");
    expect(stage.types().filter((type) => type === "tool.called")).toHaveLength(1);
    expect(stage.results()[0]).toMatchObject({ failed: false });
  });

  test("after the deed: the file is as after, and it is not done twice", async () => {
    const stage = new LoopStage();
    stage.worktree.afterWrite = kill;
    await runAndDie(stage);
    await resume(stage);
    expect(stage.worktree.writes).toBe(1);
    expect(stage.results()[0]).toMatchObject({ failed: false });
  });

  test("before the result was recorded: the same", async () => {
    const stage = new LoopStage();
    dieAtAppend(stage, 5);
    await runAndDie(stage);
    expect(stage.worktree.writes).toBe(1);
    await resume(stage);
    expect(stage.worktree.writes).toBe(1);
    expect(stage.results()).toHaveLength(1);
  });

  test("and somebody changed the file meanwhile: failed, and left alone", async () => {
    const stage = new LoopStage();
    stage.worktree.files.set("a.txt", "old");
    stage.worktree.beforeWrite = kill;
    await runAndDie(stage);
    stage.worktree.files.set("a.txt", "theirs");
    const model = await resume(stage);
    expect(stage.worktree.files.get("a.txt")).toBe("theirs");
    expect(stage.results()[0]).toEqual({
      failed: true,
      text: "a.txt was changed meanwhile by somebody else. Read it again before you write.",
    });
    expect(JSON.stringify(model.requests[0])).toContain("changed meanwhile");
  });

  test("and the file was removed meanwhile: failed, and not brought back", async () => {
    const stage = new LoopStage();
    stage.worktree.files.set("a.txt", "old");
    stage.worktree.beforeWrite = kill;
    await runAndDie(stage);
    stage.worktree.files.delete("a.txt");
    await resume(stage);
    expect(stage.worktree.files.has("a.txt")).toBe(false);
    expect(stage.results()[0]).toMatchObject({ failed: true });
  });

  test("and it may no longer be written: failed with the reason", async () => {
    const stage = new LoopStage();
    stage.worktree.beforeWrite = kill;
    await runAndDie(stage);
    stage.worktree.locked.add("a.txt");
    await resume(stage);
    expect(stage.results()[0]).toEqual({ failed: true, text: "a.txt is locked." });
  });

  test("an edit is done once, wherever it was killed", async () => {
    for (const place of ["beforeWrite", "afterWrite"] as const) {
      const stage = new LoopStage({ tools: [editFile] });
      stage.worktree.files.set("a.txt", "n + 1");
      stage.worktree[place] = kill;
      await runAndDie(stage, says.call("edit_file", { path: "a.txt", find: "n", replace: "nn" }));
      await resume(stage);
      expect(stage.worktree.files.get("a.txt")).toBe("nn + 1");
      expect(stage.worktree.writes).toBe(1);
    }
  });
});

describe("a write of two paths", () => {
  const swap = defineTool({
    name: "swap",
    summary: "Put a new text into two files.",
    effect: "writes",
    contents: [],
    input: z.object({ text: z.string() }),
    async prepare({ text }, { worktree }) {
      if (!worktree) return failure("nowhere");
      const paths = ["a.txt", "b.txt"];
      return Promise.all(
        paths.map(async (path) => {
          const read = await worktree.readText(path);
          return { path, before: read.kind === "text" ? read.text : undefined, after: `${text} ${path}` };
        }),
      );
    },
    describe: ({ text }) => `Put ${text}.`,
  });

  test.each([1, 2])("killed at path %i, goes on there and writes each once", async (position) => {
    const stage = new LoopStage({ tools: [swap] });
    let writes = 0;
    stage.worktree.afterWrite = () => {
      if (++writes === position) kill();
    };
    await runAndDie(stage, says.call("swap", { text: "x" }));
    await resume(stage);
    expect([...stage.worktree.files]).toEqual([
      ["a.txt", "x a.txt"],
      ["b.txt", "x b.txt"],
    ]);
    expect(stage.worktree.writes).toBe(2);
    expect(stage.results()).toEqual([{ failed: false, text: "Put x." }]);
  });
});

test("a call is admitted once, whatever it needs and wherever it stands in its reply", async () => {
  const admitted: string[] = [];
  const watched = <Tool extends GeneralTool | TerminalTool<number>>(tool: Tool): Tool => ({
    ...tool,
    input: tool.input.refine(() => admitted.push(tool.name)),
  });
  const terminal = watched({ ...finish, verify: async () => [] });
  const stage = new LoopStage({ tools: [echo, note, writeFile].map(watched), terminal });
  const calls = [
    { tool: "note", input: { text: "one" } },
    { tool: "echo", input: { text: "e" } },
    { tool: "write_file", input: { path: "a.txt", content: "a" } },
    { tool: "note", input: { text: "two" } },
    { tool: "note", input: { text: "three" } },
    { tool: "echo", input: { text: "f" } },
    { tool: "finish", input: { value: 1 } },
  ];
  expect(await stage.run(new ScriptedModel(says.calls(...calls)))).toEqual({ kind: "done", value: 1 });
  expect(admitted).toEqual(calls.map(({ tool }) => tool));
});

test("a write that nobody wants any more has no intent and is not done", async () => {
  const unwanting = { ...(writeFile as WritingTool) };
  unwanting.prepare = async (...given) => {
    stage.wantedByLog = false;
    return (writeFile as WritingTool).prepare(...given);
  };
  const stage: LoopStage = new LoopStage({ tools: [unwanting] });
  await expect(stage.run(new ScriptedModel(write))).rejects.toThrow(NoLongerWanted);
  expect(stage.types()).not.toContain("tool.called");
  expect(stage.worktree.writes).toBe(0);
});

test("killed at every append in turn, a loop with all kinds of calls comes to the same end", async () => {
  const line = says.calls(
    { tool: "note", input: { text: "one" } },
    { tool: "write_file", input: { path: "a.txt", content: "a" } },
    { tool: "echo", input: { text: "e" } },
    { tool: "nope", input: {} },
    { tool: "write_file", input: { path: "b.txt", content: "b" } },
    { tool: "note", input: { text: "two" } },
  );
  const whole = new LoopStage();
  await whole.run(new ScriptedModel(line, end));
  const expected = whole.types().filter((type) => type !== "model.asked");
  for (let kills = 1; kills <= 12; kills++) {
    const stage = new LoopStage();
    const lines = [line, end];
    // A model that is asked again says the same again.
    const model = () =>
      new ScriptedModel(...lines.slice(stage.log.types().filter((type) => type === "model.replied").length));
    dieAtAppend(stage, kills);
    await stage.run(model()).catch(() => undefined);
    stage.log.before = undefined;
    if (stage.outcomes.length === 0 || !stage.types().includes("turn.ended")) await stage.run(model());
    expect(stage.types().filter((type) => type !== "model.asked")).toEqual(expected);
    expect([...stage.worktree.files]).toEqual([...whole.worktree.files]);
    expect(stage.worktree.writes).toBe(2);
  }
});

test("a result counts although nobody wants its step any more, unless a later runner has taken over", async () => {
  const started = { type: "runner.started", host: "here", pid: 2, startedAt: "then", mode: "run" } as const;
  const during: Record<string, (stage: LoopStage) => unknown> = {
    unwanted: (stage) => {
      stage.wantedByLog = false;
    },
    replaced: (stage) => stage.says("harness", started),
  };
  for (const [what, act] of Object.entries(during)) {
    const run = async () => {
      await act(stage);
      return reply("read");
    };
    const reading = { ...echo, run };
    const stage: LoopStage = new LoopStage({ tools: [reading] });
    await stage.says("harness", started);
    const journal = stage.log.journal().as("turn/refinement.1/1").fenced(stage.log.state.fence);
    const model = new ScriptedModel(says.call("echo", { text: "x" }), end);
    await expect(stage.run(model, journal), what).rejects.toThrow(NoLongerWanted);
    expect(model.requests, what).toHaveLength(1);
    expect(stage.results(), what).toHaveLength(what === "replaced" ? 0 : 1);
  }
});

test("a call that records behind one that reads is not settled when nobody wants its step any more", async () => {
  const unwanting = {
    ...echo,
    run: async () => {
      stage.wantedByLog = false;
      return reply("read");
    },
  };
  const stage: LoopStage = new LoopStage({ tools: [unwanting, note] });
  const line = says.calls({ tool: "echo", input: { text: "x" } }, { tool: "note", input: { text: "y" } });
  await expect(stage.run(new ScriptedModel(line))).rejects.toThrow(NoLongerWanted);
  expect(stage.results()).toEqual([{ failed: false, text: "read" }]);
  expect(stage.types()).not.toContain("message.posted");
});
