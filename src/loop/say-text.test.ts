import { describe, expect, test } from "vitest";
import { finish, LoopStage, type LoopStageOptions } from "../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../test/support/scripted-model.ts";
import type { TerminalTool } from "../core/work/tool.ts";

const killed = "killed";

function staged(options: LoopStageOptions): LoopStage {
  const stage = new LoopStage(options);
  stage.worktree.files.set("src/a.js", "1\n2\n");
  return stage;
}

/** Makes every look at a file die, and then lets them live again. */
function lookFails(stage: LoopStage, error: unknown): () => void {
  const readText = stage.worktree.readText.bind(stage.worktree);
  stage.worktree.readText = async () => {
    throw error;
  };
  return () => {
    stage.worktree.readText = readText;
  };
}

describe("a plain reply that cites files", () => {
  const line = says.text("It is in src/a.js:2, and src/a.js:3 and b.js:1 call it.");
  const cited = [{ path: "src/a.js", from: 2, lines: ["2"] }];
  const outcome = { kind: "text", text: line.text, missing: ["src/a.js:3", "b.js:1"], cited };

  test("ends the loop with what it cites and is not there", async () => {
    const stage = staged({ textEnds: true });
    expect(await stage.run(new ScriptedModel(line))).toEqual(outcome);
    expect(stage.outcomes).toEqual([outcome]);
    expect(stage.types().slice(-3)).toEqual(["model.replied", "loop.closed", "turn.ended"]);
    const replied = stage.log.facts.find(({ event }) => event.type === "model.replied");
    expect(stage.events("loop.closed")).toEqual([
      { type: "loop.closed", loop: "l4", outcome: "text", cites: `m${replied?.seq}` },
    ]);
  });

  test("has nothing missing where all of it is there, and brings the lines", async () => {
    const stage = staged({ textEnds: true });
    const text = "See src/a.js:1-2.";
    expect(await stage.run(new ScriptedModel(says.text(text)))).toEqual({
      kind: "text",
      text,
      cited: [{ path: "src/a.js", from: 1, lines: ["1", "2"] }],
    });
  });

  test("is not asked for again when the runner dies while its files are looked at", async () => {
    const stage = staged({ textEnds: true });
    const live = lookFails(stage, new Error(killed));
    await expect(stage.run(new ScriptedModel(line))).rejects.toThrow(killed);
    expect(stage.types().at(-1)).toBe("model.replied");
    live();
    expect(await stage.restarted().run(new ScriptedModel())).toEqual(outcome);
  });

  test("waits in the log when the runner is stopped meanwhile", async () => {
    const stage = staged({ textEnds: true });
    const why = new Error("stop");
    const live = lookFails(stage, why);
    const model = new ScriptedModel(async () => {
      stage.stop.abort(why);
      return line;
    });
    expect(await stage.run(model)).toEqual({ kind: "stopped" });
    expect(stage.outcomes).toEqual([]);
    live();
    expect(await stage.restarted().run(new ScriptedModel())).toEqual(outcome);
  });

  test("is dropped quietly when nobody wants the turn any more", async () => {
    const stage = staged({ textEnds: true });
    const readText = stage.worktree.readText.bind(stage.worktree);
    stage.worktree.readText = async (path) => {
      stage.wantedByLog = false;
      return readText(path);
    };
    await expect(stage.run(new ScriptedModel(line))).rejects.toThrow();
    expect(stage.outcomes).toEqual([]);
  });
});

describe("a result that is held against the world", () => {
  /** Takes only the number of lines that src/a.js has. */
  const counting: TerminalTool<number> = {
    ...finish,
    verify: async (value, { files }) => {
      const read = await files?.readText("src/a.js");
      const lines = read?.kind === "text" ? read.text.split("\n").length - 1 : 0;
      return value === lines ? [] : [`There are ${lines} lines.`];
    },
  };
  const end = (value: number) => says.call("finish", { value });

  test("goes back to the model where it does not hold, and ends the loop where it does", async () => {
    const stage = staged({ terminal: counting });
    const model = new ScriptedModel(end(7), end(-1), end(2));
    expect(await stage.run(model)).toEqual({ kind: "done", value: 2 });
    expect(stage.results()).toEqual([
      { failed: true, text: "Not accepted:\n- There are 2 lines.\nMend this and call finish again." },
      { failed: true, text: "Not accepted:\n- It is below zero.\nMend this and call finish again." },
    ]);
    expect(stage.outcomes).toEqual([{ kind: "done", value: 2 }]);
  });

  test("is taken with a note for its author, without keys and hidden characters", async () => {
    const noting: TerminalTool<number> = { ...finish, verify: async () => ({ note: "Two lines.\u202e" }) };
    const stage = staged({ terminal: noting });
    expect(await stage.run(new ScriptedModel(end(2)))).toEqual({ kind: "done", value: 2 });
    expect(stage.events("tool.settled").at(-1)).toMatchObject({
      failed: false,
      text: "Accepted. Two lines.\\u202e",
    });
  });

  test("stands behind other calls in its reply, and before others", async () => {
    const stage = staged({ terminal: counting });
    const call = (tool: string, input: object) => ({ tool, input });
    const line = says.calls(
      call("note", { text: "one" }),
      call("finish", { value: 2 }),
      call("finish", { value: 3 }),
    );
    expect(await stage.run(new ScriptedModel(line))).toEqual({ kind: "done", value: 2 });
    expect(stage.results().at(-1)).toMatchObject({ failed: true, text: expect.stringMatching(/^Not done/) });
  });

  test("is looked at again after a kill or a stop, and a look that breaks is told", async () => {
    for (const [error, ended] of [
      [new Error("enough"), "stopped"],
      [new Error("broken"), "max-iterations"],
    ] as const) {
      const stage = staged({ terminal: counting, asks: 1 });
      const live = lookFails(stage, error);
      const model = new ScriptedModel(async () => {
        if (ended === "stopped") stage.stop.abort(error);
        return end(2);
      });
      const outcome = await stage.run(model);
      live();
      if (ended !== "stopped") {
        expect(outcome).toMatchObject({ kind: "invalid-result", error: "finish broke: broken" });
        continue;
      }
      expect(outcome).toEqual({ kind: "stopped" });
      expect(await stage.restarted().run(new ScriptedModel())).toEqual({ kind: "done", value: 2 });
    }
  });
});
