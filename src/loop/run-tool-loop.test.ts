import { describe, expect, test } from "vitest";
import { echo, LoopStage, note } from "../../test/support/loop-stage.ts";
import { lastBlock, ScriptedModel, says } from "../../test/support/scripted-model.ts";
import { unnumbered } from "../../test/support/unnumbered.ts";
import { Fault } from "../core/fault.ts";
import { NoLongerWanted } from "../core/work/step-context.ts";
import type { GeneralTool, ReadingTool, ToolResult } from "../core/work/tool.ts";

const asked = ["model.asked"];
const opened = ["turn.started", "loop.opened"];

describe("how a loop ends", () => {
  test("with its terminal tool: typed value, one ask, all of it in one append", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(says.call("finish", { value: 7 }));
    expect(await stage.run(model)).toEqual({ kind: "done", value: 7 });
    const ended = ["model.replied", "tool.settled", "loop.closed", "turn.ended"];
    expect(stage.types()).toEqual([...opened, ...asked, ...ended]);
    expect(stage.log.facts.slice(-4).map((fact) => fact.more)).toEqual([true, true, true, undefined]);
    model.assertSpent();
  });

  test("with words, where words end it", async () => {
    const stage = new LoopStage({ textEnds: true });
    expect(await stage.run(new ScriptedModel(says.text("  I think so. ")))).toEqual({
      kind: "text",
      text: "I think so.",
    });
  });

  test("with a terminal behind other calls of the same reply, taken in order", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(
      says.calls(
        { tool: "echo", input: { text: "a" } },
        { tool: "note", input: { text: "b" } },
        { tool: "finish", input: { value: 1 } },
      ),
    );
    expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
    expect(stage.types().slice(3)).toEqual([
      "model.replied",
      "tool.settled",
      "message.posted",
      "tool.settled",
      "tool.settled",
      "loop.closed",
      "turn.ended",
    ]);
    model.assertSpent();
  });

  test("general first, terminal in the next reply: two asks, and the result stands in the second", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(says.call("echo", { text: "a" }), says.call("finish", { value: 2 }));
    expect(await stage.run(model)).toEqual({ kind: "done", value: 2 });
    expect(model.requests[1]?.messages.slice(-2)).toMatchObject([
      { role: "assistant", calls: [{ tool: "echo", input: { text: "a" } }] },
      { role: "tool", results: [{ text: "echo a", failed: false }] },
    ]);
    expect(model.askedBy.map(({ ask }) => ask)).toEqual([1, 2]);
  });

  test("a recording tool adds its facts to the reply's own append, by whoever called it", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(says.call("note", { text: "kept" }), says.call("finish", { value: 1 }));
    await stage.run(model);
    const posted = stage.log.facts.find(({ event }) => event.type === "message.posted");
    expect(posted).toMatchObject({ actor: "ada", more: true, event: { text: "kept" } });
    expect(stage.results()[0]).toEqual({ failed: false, text: "Noted." });
  });

  test("ids of calls are ours, made from the seq of their reply", async () => {
    const stage = new LoopStage();
    await stage.run(new ScriptedModel(says.call("echo", { text: "a" }), says.call("finish", { value: 1 })));
    const replied = stage.log.facts.find(({ event }) => event.type === "model.replied");
    expect(replied?.event).toMatchObject({ calls: [{ call: `c${replied?.seq}_1` }] });
  });
});

describe("two ending tools in one reply", () => {
  test("the first counts, and whatever stands behind it is told so", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(
      says.calls(
        { tool: "finish", input: { value: 1 } },
        { tool: "finish", input: { value: 2 } },
        { tool: "echo", input: { text: "a" } },
      ),
    );
    expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
    expect(stage.results()).toEqual(
      Array.from({ length: 2 }, () => ({
        failed: true,
        text: expect.stringMatching(/^Not done: an earlier call/),
      })),
    );
  });

  test("a question and an end: the question counts", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(
      says.calls({ tool: "question", input: { text: "?" } }, { tool: "finish", input: { value: 2 } }),
    );
    expect(await stage.run(model)).toMatchObject({ kind: "paused" });
    expect(stage.results()).toMatchObject([{ failed: true }]);
    expect(stage.outcomes).toEqual([]);
  });

  test("also when the ending one stood behind a call with effects", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(
      says.calls(
        { tool: "echo", input: { text: "a" } },
        { tool: "finish", input: { value: 1 } },
        { tool: "note", input: { text: "never" } },
      ),
    );
    expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
    expect(stage.results().map(({ failed }) => failed)).toEqual([false, true]);
    expect(stage.types()).not.toContain("message.posted");
  });

  test("a terminal that is not accepted does not end it, and the next one may", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(
      says.calls({ tool: "finish", input: { value: -1 } }, { tool: "finish", input: { value: 3 } }),
    );
    expect(await stage.run(model)).toEqual({ kind: "done", value: 3 });
    expect(stage.results()).toEqual([
      { failed: true, text: "Not accepted:\n- It is below zero.\nMend this and call finish again." },
    ]);
  });
});

describe("a pause", () => {
  test("ends the run with its question; answered, the same conversation goes on with the answer in place", async () => {
    const stage = new LoopStage();
    const first = new ScriptedModel(says.call("question", { text: "Big?" }));
    expect(await stage.run(first)).toMatchObject({ kind: "paused" });
    expect(stage.types().slice(3)).toEqual(["model.replied", "question.asked", "loop.paused"]);
    const [open] = Object.values(stage.log.state.questions);
    await stage.log
      .journal()
      .append(() => [
        { actor: "human", event: { type: "question.answered", question: open?.id ?? "", text: "no" } },
      ]);
    const second = new ScriptedModel(says.call("finish", { value: 1 }));
    expect(await stage.run(second)).toEqual({ kind: "done", value: 1 });
    expect(second.requests[0]?.messages.slice(-2)).toMatchObject([
      { role: "assistant", calls: [{ tool: "question" }] },
      { role: "tool", results: [{ id: open?.call, text: "The product manager answers: no", failed: false }] },
    ]);
    expect(second.askedBy).toMatchObject([{ ask: 2 }]);
  });

  test("entered again before the answer, it is still paused and asks nobody", async () => {
    const stage = new LoopStage();
    await stage.run(new ScriptedModel(says.call("question", { text: "Big?" })));
    stage.wantedByLog = true;
    expect(await stage.run(new ScriptedModel())).toMatchObject({ kind: "paused" });
  });

  test("behind a recorded decision in the same reply, both stand", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(
      says.calls({ tool: "note", input: { text: "decided" } }, { tool: "question", input: { text: "?" } }),
    );
    expect(await stage.run(model)).toMatchObject({ kind: "paused" });
    expect(stage.types().slice(3)).toEqual([
      "model.replied",
      "message.posted",
      "tool.settled",
      "question.asked",
      "loop.paused",
    ]);
    const [open] = Object.values(stage.log.state.questions);
    expect(open?.call).toMatch(/_2$/);
  });

  test("has what the caller adds to the question and to the append, and the caller knows where its facts stand", async () => {
    const seen: unknown[] = [];
    const stage = new LoopStage({
      pausing: (request, at, first) => {
        seen.push(request, first - at.head);
        const posted = { type: "message.posted" as const, text: "It waits." };
        return { asked: { to: "architect", task: "t1" }, drafts: [{ actor: "ada", event: posted }] };
      },
    });
    const note = { tool: "note", input: { text: "decided" } };
    await stage.run(new ScriptedModel(says.calls(note, { tool: "question", input: { text: "?" } })));
    expect(stage.types().slice(-3)).toEqual(["question.asked", "loop.paused", "message.posted"]);
    expect(Object.values(stage.log.state.questions)).toMatchObject([
      { text: "?", to: "architect", task: "t1" },
    ]);
    // The state already has what came before in the same reply.
    expect(seen).toEqual([{ text: "?", options: [] }, 3]);
  });

  test("may be refused by the caller: then nothing is asked, and the conversation goes on", async () => {
    const stage = new LoopStage({ pausing: () => ({ refused: "Decide yourself." }) });
    const model = new ScriptedModel(says.call("question", { text: "?" }), says.call("finish", { value: 1 }));
    expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
    expect(stage.results()[0]).toEqual({ failed: true, text: "Decide yourself." });
    expect(stage.types()).not.toContain("question.asked");
  });

  test("at the last ask, the answer comes too late for this loop and it ends at its limit", async () => {
    const stage = new LoopStage({ asks: 1 });
    await stage.run(new ScriptedModel(says.call("question", { text: "?" })));
    const [open] = Object.values(stage.log.state.questions);
    await stage.log
      .journal()
      .append(() => [
        { actor: "human", event: { type: "question.answered", question: open?.id ?? "", text: "no" } },
      ]);
    expect(await stage.run(new ScriptedModel())).toEqual({ kind: "max-iterations", asks: 1 });
  });
});

describe("the limit holds on every path", () => {
  test.each([
    ["a general tool", says.call("echo", { text: "a" })],
    ["a truncated reply", says.cut("and so", { tool: "finish", input: { value: 1 } })],
    ["a note", says.call("note", { text: "n" })],
  ])("after %s", async (_, line) => {
    const stage = new LoopStage({ asks: 3 });
    const model = new ScriptedModel(line, line, line);
    expect(await stage.run(model)).toEqual({ kind: "max-iterations", asks: 3 });
    expect(stage.types().slice(-2)).toEqual(["loop.closed", "turn.ended"]);
    expect(stage.outcomes).toEqual([{ kind: "max-iterations", asks: 3 }]);
    model.assertSpent();
  });

  test.each([
    ["bad arguments", says.call("finish", { value: "x" }), /^malformed: The input does not fit:\n- value: /],
    ["a refused result", says.call("finish", { value: -1 }), /^Not accepted:\n- It is below zero/],
  ])("ended with %s, it says what was wrong with the result", async (_, line, words) => {
    const stage = new LoopStage({ asks: 2 });
    const model = new ScriptedModel(says.call("echo", { text: "a" }), line);
    expect(await stage.run(model)).toEqual({
      kind: "invalid-result",
      error: expect.stringMatching(words),
    });
    expect(stage.log.facts.at(-2)?.event).toMatchObject({ type: "loop.closed", outcome: "invalid-result" });
  });

  test("the last ask demands the terminal, in words and by name, and no other does", async () => {
    const stage = new LoopStage({ asks: 3 });
    const model = new ScriptedModel(
      says.call("echo", { text: "a" }),
      says.text(""),
      says.call("finish", { value: 1 }),
    );
    expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
    expect(model.requests.map(({ demand }) => demand)).toEqual([undefined, undefined, "finish"]);
    expect(lastBlock(model.requests[2])).toBe("This is your last request here. Call finish now.");
  });

  test("an attempt without a reply does not count: it is made again under its number", async () => {
    const stage = new LoopStage({ asks: 1 });
    const model = new ScriptedModel(
      says.failed("overloaded"),
      says.failed("overloaded"),
      says.call("finish", { value: 1 }),
    );
    expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
    const attempts = stage.log.facts.flatMap(({ event }) =>
      event.type === "model.asked" ? [[event.ask, event.attempt]] : [],
    );
    expect(attempts).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
    ]);
    expect(model.requests[2]).toEqual(model.requests[0]);
  });
});

describe("nudges", () => {
  test("two replies in a row without a tool end it; one that was cut off in between is none", async () => {
    const stage = new LoopStage({ asks: 9 });
    const model = new ScriptedModel(
      says.text("hm"),
      says.cut("so", { tool: "echo", input: { text: "a" } }),
      says.text("well"),
    );
    expect(await stage.run(model)).toEqual({ kind: "no-tool-twice", said: "well" });
    const other = new LoopStage({ asks: 9 });
    const spoken = [says.text("hm"), says.call("echo", { text: "a" }), says.text("hm")];
    expect(await other.run(new ScriptedModel(...spoken, says.call("finish", { value: 1 })))).toMatchObject({
      kind: "done",
    });
  });

  test.each([
    ["no tool", says.text("hm"), "no-tool", /^You called no tool\..*finish ends this\.$/],
    ["nothing where words would do", says.text(" "), "no-tool", /^Your reply was empty\. Say your message/],
    [
      "a reply cut off",
      says.cut("and", { tool: "echo", input: { text: "a" } }),
      "cut",
      /cut off at its length/,
    ],
  ])("%s", async (what, line, why, words) => {
    const stage = new LoopStage({ textEnds: what.startsWith("nothing") });
    const model = new ScriptedModel(line, says.call("finish", { value: 1 }));
    await stage.run(model);
    const nudge = stage.log.facts.find(({ event }) => event.type === "loop.nudged");
    expect(nudge?.event).toMatchObject({ why });
    expect(lastBlock(model.requests[1])).toMatch(words);
  });

  test("a reply cut off ends nothing, even where words would, and none of its calls is believed", async () => {
    const stage = new LoopStage({ textEnds: true });
    const model = new ScriptedModel(
      says.cut("I think", { tool: "note", input: { text: "x" } }),
      says.text("Yes."),
    );
    expect(await stage.run(model)).toEqual({ kind: "text", text: "Yes." });
    expect(stage.types()).not.toContain("message.posted");
  });
});

describe("tools that are not there", () => {
  test("an unknown one is told which there are; somebody else's that it is not theirs now", async () => {
    const stage = new LoopStage({ tools: [echo], offered: [note] });
    const model = new ScriptedModel(
      says.calls({ tool: "rm_rf", input: {} }, { tool: "note", input: { text: "x" } }),
      says.call("finish", { value: 1 }),
    );
    await stage.run(model);
    expect(stage.results()).toEqual([
      { failed: true, text: "There is no tool rm_rf. You can use: echo, finish." },
      { failed: true, text: "note is not yours now. You can use: echo, finish." },
    ]);
  });

  test("two tools of one name are a bug, found before anything is asked", async () => {
    const stage = new LoopStage({ tools: [echo, echo] });
    await expect(stage.run(new ScriptedModel())).rejects.toThrow("two tools of this loop are called echo");
  });
});

describe("arguments that do not fit come back in plain words", () => {
  const deep = JSON.parse(`${"[".repeat(3_000)}${"]".repeat(3_000)}`);
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  test.each<[what: string, input: unknown, words: RegExp]>([
    ["malformed JSON, as text", '{"text": ', /input: must be an object with named fields, not a text/],
    ["an array", ["a"], /input: must be an object with named fields, not a list/],
    ["a string", "a", /input: must be an object with named fields, not a text/],
    ["nothing", null, /text: is missing; it must be a text/],
    ["a missing field", {}, /text: is missing; it must be a text/],
    ["a wrong type", { text: 7 }, /text: must be a text, not 7/],
    ["a big integer", { text: 1n }, /must be an object with named fields, not null/],
    ["a circle", circle, /must be an object with named fields, not null/],
    ["something nested without end", deep, /must be an object with named fields, not/],
    ["a function", () => 1, /must be an object with named fields, not null/],
  ])("%s", async (_, input, words) => {
    const stage = new LoopStage();
    const model = new ScriptedModel(says.call("echo", input), says.call("finish", { value: 1 }));
    expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
    const [result] = stage.results();
    expect(result).toMatchObject({ failed: true });
    expect(result?.text).toMatch(words);
    expect(result?.text.length).toBeLessThan(2_000);
  });

  test("a megabyte where a little was allowed", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(
      says.call("write_file", { path: "a", content: "x".repeat(500_000) }),
      says.call("finish", { value: 1 }),
    );
    await stage.run(model);
    expect(stage.results()[0]).toEqual({
      failed: true,
      text: "The input does not fit:\n- content: has 500000 characters; at most 400000 fit",
    });
  });

  test("the terminal's own, naming the field; the second try succeeds", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(
      says.call("finish", { value: "seven" }),
      says.call("finish", { value: 7 }),
    );
    expect(await stage.run(model)).toEqual({ kind: "done", value: 7 });
    expect(stage.results()[0]?.text).toMatch(/^The input does not fit:\n- value: /);
  });
});

describe("entered again, a loop goes on where the log says it stands", () => {
  test("asked without a reply: asked again under the same number", async () => {
    const stage = new LoopStage();
    await expect(stage.run(new ScriptedModel())).rejects.toThrow("no line");
    const model = new ScriptedModel(says.call("finish", { value: 1 }));
    await stage.run(model);
    expect(model.askedBy).toMatchObject([{ thread: "turn/refinement.1/1", ask: 1, seat: "ada" }]);
    expect(stage.types().filter((type) => type === "loop.opened")).toHaveLength(1);
  });

  test("calls without a result: settled in order, and nothing is asked before", async () => {
    const stage = new LoopStage();
    const line = says.calls(
      { tool: "echo", input: { text: "a" } },
      { tool: "echo", input: { text: "b" } },
      { tool: "note", input: { text: "c" } },
    );
    let appends = 0;
    stage.log.before = () => {
      if (++appends === 4) throw new Error("killed");
    };
    await expect(stage.run(new ScriptedModel(line))).rejects.toThrow("killed");
    expect(stage.results()).toHaveLength(0);
    stage.log.before = undefined;
    await stage.run(new ScriptedModel(says.call("finish", { value: 1 })));
    expect(stage.results().map(({ text }) => text)).toEqual(["echo a", "echo b", "Noted."]);
  });

  test("closed at its limit and sent on by a person: a second loop in the same thread, numbers go on", async () => {
    const stage = new LoopStage({ asks: 1 });
    const journal = stage.log.journal();
    await stage.run(
      new ScriptedModel(says.call("echo", { text: "a" })),
      withoutClosing(journal.as("turn/refinement.1/1")),
    );
    expect(stage.log.types().at(-1)).toBe("loop.closed");
    const model = new ScriptedModel(says.call("finish", { value: 1 }));
    expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
    expect(model.askedBy).toMatchObject([{ ask: 2 }]);
    expect(model.requests[0]?.messages.slice(1, 3)).toMatchObject([
      { role: "assistant", calls: [{ tool: "echo" }] },
      { role: "tool", results: [{ text: "echo a" }] },
    ]);
  });
});

/** The echo tool with other hands. */
function reading(run: () => Promise<ToolResult>): GeneralTool {
  return { ...(echo as ReadingTool), run };
}

/** Leaves out the caller's closing facts, as a caller does whose limit only fails its step. */
function withoutClosing(journal: ReturnType<LoopStage["log"]["journal"]>): typeof journal {
  return new Proxy(journal, {
    get(target, name) {
      if (name !== "append") return Reflect.get(target, name).bind(target);
      return (build: Parameters<typeof journal.append>[0]) =>
        target.append((at, first) => {
          const built = build(at, first);
          if (!built || "refused" in built) return built;
          const kept = built.filter(({ event }) => event.type !== "turn.ended");
          return kept as unknown as typeof built;
        });
    },
  });
}

describe("when its step is no longer wanted", () => {
  test("nothing is asked", async () => {
    const stage = new LoopStage();
    await expect(stage.run(new ScriptedModel())).rejects.toThrow();
    stage.wantedByLog = false;
    const model = new ScriptedModel(says.text(""));
    await expect(stage.run(model)).rejects.toThrow(NoLongerWanted);
    expect(model.requests).toEqual([]);
    expect(stage.types().filter((type) => type === "model.asked")).toHaveLength(1);
  });

  test("no thread is opened", async () => {
    const stage = new LoopStage();
    stage.wantedByLog = false;
    await expect(stage.run(new ScriptedModel())).rejects.toThrow(NoLongerWanted);
    expect(stage.types()).toEqual([]);
  });

  test.each([
    ["words", says.text("late words"), []],
    ["an end", says.call("finish", { value: 1 }), ["tool.settled"]],
    [
      "a question and a note",
      says.calls({ tool: "question", input: { text: "?" } }, { tool: "note", input: { text: "n" } }),
      ["tool.settled", "tool.settled"],
    ],
    ["effects", says.call("write_file", { path: "a", content: "b" }), ["tool.settled"]],
  ])("a reply that comes late is recorded, and nothing follows from it: %s", async (_, line, between) => {
    const stage = new LoopStage({ textEnds: true });
    const model = new ScriptedModel(async () => {
      await stage.log
        .journal()
        .append(() => [{ actor: "human", event: { type: "phase.signalled", summary: "on" } }]);
      return line;
    });
    await expect(stage.run(model)).rejects.toThrow(NoLongerWanted);
    expect(stage.types().slice(2)).toEqual([
      "model.asked",
      "phase.signalled",
      "model.replied",
      ...between,
      "loop.closed",
    ]);
    expect(stage.outcomes).toEqual([]);
    expect(stage.worktree.files.size).toBe(0);
    expect(stage.log.state.stage).toMatchObject({ turns: 0 });
    expect(stage.log.state.money.replied).toBe(1);
  });

  test("a call that only waits for its turn is not resolved", async () => {
    const unwanting = reading(async () => {
      stage.wantedByLog = false;
      return { failed: false, text: "read" };
    });
    const stage: LoopStage = new LoopStage({ tools: [unwanting] });
    const model = new ScriptedModel(
      says.calls({ tool: "echo", input: { text: "a" } }, { tool: "finish", input: { value: 1 } }),
    );
    await expect(stage.run(model)).rejects.toThrow(NoLongerWanted);
    expect(stage.results()).toEqual([{ failed: false, text: "read" }]);
    expect(stage.outcomes).toEqual([]);
  });
});

describe("when this runner is told to stop", () => {
  test("nothing new is begun", async () => {
    const stage = new LoopStage();
    stage.stop.abort();
    await expect(stage.run(new ScriptedModel())).rejects.toThrow(NoLongerWanted);
    expect(stage.types()).toEqual([]);
  });

  test("a reply that is already there has all its consequences, because the step is still wanted", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(async () => {
      stage.stop.abort();
      return says.call("finish", { value: 1 });
    });
    expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
  });

  test("after a tool the next request is not made", async () => {
    const stage = new LoopStage();
    const model = new ScriptedModel(async () => {
      stage.stop.abort();
      return says.call("echo", { text: "a" });
    });
    expect(await stage.run(model)).toEqual({ kind: "stopped" });
    expect(stage.results()).toEqual([{ failed: false, text: "echo a" }]);
    expect(model.requests).toHaveLength(1);
    expect(stage.types().filter((type) => type === "model.asked")).toHaveLength(1);
  });

  test("a look that the stop itself ended has no result, and is made again by the next runner", async () => {
    const why = new Error("stopped");
    const stage = new LoopStage({
      tools: [
        reading(async () => {
          stage.stop.abort(why);
          throw why;
        }),
      ],
    });
    expect(await stage.run(new ScriptedModel(says.call("echo", { text: "a" })))).toEqual({ kind: "stopped" });
    expect(stage.results()).toEqual([]);
    const next = stage.restarted({ tools: [reading(async () => ({ failed: false, text: "seen" }))] });
    await next.run(new ScriptedModel(says.call("finish", { value: 1 })));
    expect(next.results()).toEqual([{ failed: false, text: "seen" }]);
  });
});

test("what a person says while the model works is in the next request", async () => {
  const stage = new LoopStage();
  const model = new ScriptedModel(
    async () => {
      await stage.log
        .journal()
        .append(() => [{ actor: "human", event: { type: "message.posted", text: "Be brief." } }]);
      return says.call("echo", { text: "a" });
    },
    says.call("finish", { value: 1 }),
  );
  await stage.run(model);
  expect(JSON.stringify(model.requests[0])).not.toContain("Be brief.");
  expect(unnumbered(model.requests[1]?.messages.at(-1))).toEqual({
    role: "user",
    blocks: ["[product manager] Be brief."],
  });
});

test("words that slip in before the request is recorded are part of it", async () => {
  const stage = new LoopStage();
  let appends = 0;
  stage.log.before = async () => {
    if (++appends !== 2) return;
    await stage.log
      .journal()
      .append(() => [{ actor: "human", event: { type: "message.posted", text: "Now." } }]);
  };
  const model = new ScriptedModel(says.call("finish", { value: 1 }));
  await stage.run(model);
  expect(unnumbered(lastBlock(model.requests[0]))).toBe("[product manager] Now.");
});

test("a tool that throws a fault ends the step with it, and the call is tried again", async () => {
  let broken = true;
  const moody = reading(async () => {
    if (broken) throw new Fault("log.damaged", "a person must look at this");
    return { failed: false, text: "back" };
  });
  const stage = new LoopStage({ tools: [moody] });
  await expect(stage.run(new ScriptedModel(says.call("echo", { text: "a" })))).rejects.toThrow(
    "a person must look at this",
  );
  expect(stage.results()).toEqual([]);
  broken = false;
  const model = new ScriptedModel(says.call("finish", { value: 1 }));
  await stage.run(model);
  expect(stage.results()).toEqual([{ failed: false, text: "back" }]);
});
