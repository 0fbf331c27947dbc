import { describe, expect, test } from "vitest";
import { finish, LoopStage, type LoopStageOptions } from "../../test/support/loop-stage.ts";
import { ScriptedModel, type Spoken, says } from "../../test/support/scripted-model.ts";
import { byHarness, type Draft } from "../core/facts/fact.ts";
import { NoLongerWanted } from "../core/work/step-context.ts";
import type { LoopRun } from "./loop-run.ts";
import type { Said } from "./outcome.ts";
import { runToolLoop } from "./run-tool-loop.ts";

const key = "turn/refinement.1/1";

interface Told {
  readonly stage: LoopStage;
  readonly kind: string;
  /** What everybody was told. */
  readonly posted: readonly Said[];
  /** The types of the last facts. */
  readonly last: readonly string[];
}

/** A loop whose words are posted. Checks that its caller learns the number of its own first fact. */
async function told(options: LoopStageOptions, lines: readonly Spoken[]): Promise<Told> {
  const firsts: number[] = [];
  const closing: LoopRun<number>["closing"] = (_, at, first) => {
    firsts.push(first);
    expect(at.head).toBeLessThan(first);
    return [byHarness({ type: "turn.ended", thread: key, how: "said" })];
  };
  const stage = new LoopStage({ ...options, closing });
  stage.worktree.files.set("a.js", "1\n");
  const posted: Said[] = [];
  const saying = (said: Said): Draft => {
    posted.push({ text: said.text, ...(said.missing && { missing: said.missing }) });
    return { actor: "ada", event: { type: "message.posted", text: said.text } };
  };
  const { kind } = await runToolLoop({
    ...(await stage.build(new ScriptedModel(...lines))),
    saying,
  });
  const ends = stage.log.facts.filter(({ event }) => event.type === "turn.ended");
  expect(firsts).toEqual(ends.map(({ seq }) => seq));
  return { stage, kind, posted, last: stage.types().slice(-4) };
}

const note = (text: string) => ({ tool: "note", input: { text } });
const broken = { tool: "note", input: {} };
const beside = (text: string, ...calls: readonly { tool: string; input: object }[]): Spoken => ({
  ...says.calls(...calls),
  text,
});
const end = { tool: "finish", input: { value: 1 } };

describe("words are posted", () => {
  test("when they end the loop, between its end and what its caller adds", async () => {
    const { kind, posted, last } = await told({ textEnds: true }, [says.text("It is in a.js:1 and a.js:2.")]);
    expect({ kind, posted }).toEqual({
      kind: "text",
      posted: [{ text: "It is in a.js:1 and a.js:2.", missing: ["a.js:2"] }],
    });
    expect(last).toEqual(["model.replied", "loop.closed", "message.posted", "turn.ended"]);
  });

  test.each([true, false])(
    "beside a call that ends the loop, where words can end it: %s",
    async (textEnds) => {
      const { kind, posted, last } = await told({ textEnds }, [beside(" Look at b.js:1. ", end)]);
      expect({ kind, posted }).toEqual({
        kind: "done",
        posted: [{ text: "Look at b.js:1.", missing: ["b.js:1"] }],
      });
      expect(last).toEqual(["tool.settled", "loop.closed", "message.posted", "turn.ended"]);
    },
  );

  test("beside a call that ends the loop, and the words of its result are held against the files by themselves", async () => {
    const cited = () => "b.js:1";
    const { stage, posted } = await told({ terminal: { ...finish, cited } }, [beside("In a.js:1.", end)]);
    expect(posted).toEqual([{ text: "In a.js:1." }]);
    expect(stage.types()).toContain("loop.closed");
  });

  test("of all replies where words can end the loop, otherwise of the newest alone", async () => {
    const lines = [beside("First.", broken), beside("Second.", end)];
    expect((await told({ textEnds: true }, lines)).posted).toEqual([{ text: "First.\n\nSecond." }]);
    expect((await told({}, lines)).posted).toEqual([{ text: "Second." }]);
  });

  test("before a question, which closes nothing", async () => {
    const ask = { tool: "question", input: { text: "Which?" } };
    const { kind, posted, last } = await told({ textEnds: true }, [beside("I cannot tell.", ask)]);
    expect({ kind, posted }).toEqual({ kind: "paused", posted: [{ text: "I cannot tell." }] });
    expect(last).toEqual(["model.replied", "message.posted", "question.asked", "loop.paused"]);
  });

  test("at a limit, if they were held back for a call that failed", async () => {
    const held = { textEnds: true, asks: 1 };
    const { kind, posted, last } = await told(held, [beside("As b.js:1 says.", broken)]);
    expect({ kind, posted }).toEqual({
      kind: "max-iterations",
      posted: [{ text: "As b.js:1 says.", missing: ["b.js:1"] }],
    });
    expect(last.slice(1)).toEqual(["loop.closed", "message.posted", "turn.ended"]);
  });
});

describe("nothing is posted", () => {
  test.each<[what: string, options: LoopStageOptions, line: Spoken]>([
    ["without words", {}, beside("", end)],
    ["at a limit without words", { textEnds: true, asks: 1 }, beside("", broken)],
    ["at a limit of a loop that words cannot end", { asks: 1 }, beside("Some words.", note("x"))],
  ])("%s", async (_, options, line) => {
    const { posted, last } = await told(options, [line]);
    expect(posted).toEqual([]);
    expect(last.slice(-2)).toEqual(["loop.closed", "turn.ended"]);
  });

  test("where nobody reads along", async () => {
    const lines = [beside("As b.js:1 says.", broken)];
    const stage = new LoopStage({ textEnds: true, asks: 1 });
    stage.worktree.readText = () => Promise.reject(new Error("looked"));
    expect(await stage.run(new ScriptedModel(...lines))).toMatchObject({ kind: "max-iterations" });
    const other = new LoopStage();
    other.worktree.readText = stage.worktree.readText;
    expect(await other.run(new ScriptedModel(beside("As b.js:1 says.", end)))).toMatchObject({
      kind: "done",
    });
    expect([...stage.types(), ...other.types()]).not.toContain("message.posted");
  });
});

describe("a loop at its limit", () => {
  const held = { textEnds: true, asks: 1 };
  const line = beside("As a.js:1 says.", broken);

  /** Something happens while the files that are cited are looked at. */
  async function during(act: (stage: LoopStage) => unknown, options: LoopStageOptions = held) {
    const stage = new LoopStage(options);
    stage.worktree.readText = async () => {
      await act(stage);
      return { kind: "none" };
    };
    const saying = ({ text }: Said): Draft => ({ actor: "ada", event: { type: "message.posted", text } });
    const run = { ...(await stage.build(new ScriptedModel(line))), saying };
    const ended = await runToolLoop(run).catch((error: unknown) => error);
    return { ended, types: stage.types() };
  }

  test("is not closed by a runner that was told to stop meanwhile, or while it looked", async () => {
    const stopped = await during((stage) => stage.stop.abort(new Error("stop")));
    expect(stopped.ended).toEqual({ kind: "stopped" });
    expect(stopped.types).not.toContain("loop.closed");
    const why = new Error("stop");
    const cut = await during((stage) => {
      stage.stop.abort(why);
      throw why;
    });
    expect(cut.ended).toEqual({ kind: "stopped" });
  });

  test("is not closed when nobody wants it any more, and a look that breaks is a bug", async () => {
    const unwanted = await during((stage) => {
      stage.wantedByLog = false;
    });
    expect(unwanted.ended).toBeInstanceOf(NoLongerWanted);
    expect(unwanted.types).not.toContain("loop.closed");
    const broke = await during(() => Promise.reject(new Error("broken")));
    expect(broke.ended).toMatchObject({ message: "broken" });
  });

  test("calls on its caller at the limit that it named, and only there", async () => {
    const reached: unknown[] = [];
    const onLimit = (one: unknown) => void reached.push(one);
    const escalate = { key: "k", soft: 5, hard: 1 };
    await told({ escalate, onLimit }, [beside("", note("x"))]);
    expect(reached).toEqual([{ which: "hard", key: "k", asks: 1 }]);
    await told({ asks: 1, onLimit }, [beside("", note("x"))]);
    expect(reached).toHaveLength(1);
  });
});
