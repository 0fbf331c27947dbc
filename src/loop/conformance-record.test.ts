import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { z } from "zod";
import { plain } from "../../test/support/check-every-prefix.ts";
import { collect, openTestJournal, temporaryLog } from "../../test/support/log-fixtures.ts";
import { echo, finish, LoopStage, note, question, sha } from "../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../test/support/scripted-model.ts";
import type { Draft, Fact } from "../core/facts/fact.ts";
import { fold } from "../core/fold/fold.ts";
import type { Journal } from "../core/ports/journal.ts";
import type { Charter } from "../core/prompt/charter.ts";
import { renderRequest } from "../core/prompt/render-request.ts";
import { emptyState, type State } from "../core/state/state.ts";
import { toArray } from "../core/text/appended.ts";
import { defineTool, reply, type ToolResult } from "../core/work/tool.ts";
import { writeFile } from "../tools/code/files/write-file.ts";
import { runToolLoop } from "./run-tool-loop.ts";

// Stopping, and the record: lines 34 to 39 of what a tool loop must hold.

const end = says.call("finish", { value: 7 });
const look = says.call("echo", { text: "a" });
const done = { kind: "done", value: 7 };
const stopped = { kind: "stopped" };

test("34. already stopped at the start: stopped, no ask", async () => {
  const stage = new LoopStage();
  const model = new ScriptedModel();
  const run = await stage.build(model);
  stage.stop.abort();
  expect(await runToolLoop(run)).toEqual(stopped);
  expect(stage.types()).toEqual(["turn.started", "loop.opened"]);
  expect(await stage.restarted().run(new ScriptedModel(end))).toEqual(done);
});

test("34. stopped before anything could be recorded: stopped as well", async () => {
  const stage = new LoopStage();
  const run = await stage.build(new ScriptedModel());
  stage.log.before = () => stage.stop.abort();
  expect(await runToolLoop(run)).toEqual(stopped);
  expect(stage.events("model.asked")).toEqual([]);
});

test.each([
  ["it gives up and throws", () => Promise.reject(new DOMException("aborted", "AbortError"))],
  ["it says so", async () => says.failed("Stopped.", { failure: "stopped" })],
  ["its stream breaks off", async () => says.failed("broken", { failure: "cut" })],
  ["its time runs out", async () => says.failed("too late", { failure: "timeout" })],
])("35. stopped during the model call, where %s: stopped, not model-error", async (_, ending) => {
  const stage = new LoopStage();
  const model = new ScriptedModel(async () => {
    stage.stop.abort();
    return ending();
  });
  expect(await stage.run(model)).toEqual(stopped);
  expect(stage.events("model.failed")).toMatchObject([{ failure: "stopped" }]);
  expect(stage.events("model.failed")[0]).not.toHaveProperty("retryAt");
  expect(stage.events("loop.closed")).toEqual([]);
  const next = stage.restarted();
  expect(await next.run(new ScriptedModel(end))).toEqual(done);
  expect(next.clock.naps).toEqual([]);
  expect(next.events("model.asked").map(({ ask }) => ask)).toEqual([1, 1]);
});

test("35. however often it is stopped, that is never counted as a failure of the model", async () => {
  let stage = new LoopStage();
  for (let stop = 1; stop <= 8; stop++) {
    const model = new ScriptedModel(async () => {
      stage.stop.abort();
      return says.failed("Stopped.", { failure: "stopped" });
    });
    expect(await stage.run(model)).toEqual(stopped);
    stage = stage.restarted();
  }
  expect(await stage.run(new ScriptedModel(end))).toEqual(done);
});

test("35. stopped at the last failure that was allowed: stopped, and model-error only when entered again", async () => {
  const stage = new LoopStage();
  const failed = says.failed("overloaded", { unspent: true });
  const model = new ScriptedModel(failed, failed, failed, failed, failed, async () => {
    stage.stop.abort();
    return failed;
  });
  expect(await stage.run(model)).toEqual(stopped);
  expect(await stage.restarted().run(new ScriptedModel())).toMatchObject({ kind: "model-error" });
});

test.each(["timeout", "stopped"] as const)(
  "35. a request that times out is not a stop, even where it is called %s",
  async (failure) => {
    const stage = new LoopStage();
    expect(await stage.run(new ScriptedModel(says.failed("60 seconds", { failure }), end))).toEqual(done);
    expect(stage.events("model.failed")).toMatchObject([{ failure: "timeout", retryAt: expect.any(String) }]);
  },
);

/** Echo, during which the person stops everything. */
function stopping(stage: () => LoopStage) {
  return defineTool({
    name: "stop",
    summary: "Take long.",
    effect: "reads",
    input: z.object({}),
    async run(): Promise<ToolResult> {
      stage().stop.abort();
      return reply("looked");
    },
  });
}

test("36. stopped during a tool: that turn's calls all get results, then stopped", async () => {
  const stage: LoopStage = new LoopStage({ tools: [stopping(() => stage), echo, note, writeFile] });
  const line = says.calls(
    { tool: "echo", input: { text: "before" } },
    { tool: "stop", input: {} },
    { tool: "echo", input: { text: "behind" } },
    { tool: "note", input: { text: "kept" } },
    { tool: "write_file", input: { path: "a", content: "b" } },
    { tool: "nope", input: {} },
  );
  const model = new ScriptedModel(line);
  expect(await stage.run(model)).toEqual(stopped);
  const [replied] = stage.events("model.replied");
  expect(stage.events("tool.settled").map(({ call }) => call)).toEqual(
    replied?.calls.map(({ call }) => call),
  );
  expect(stage.results().map(({ text }) => text.slice(0, 30))).toEqual([
    "echo before",
    "looked",
    "echo behind",
    "Noted.",
    "Not done: everything was stopp",
    "There is no tool nope. You can",
  ]);
  expect(stage.events("tool.called")).toEqual([]);
  expect(stage.worktree.writes).toBe(0);
  expect(stage.events("model.asked")).toHaveLength(1);
});

test("36. the conversation is whole and can be continued in another process", async () => {
  const stage: LoopStage = new LoopStage({ tools: [stopping(() => stage), writeFile] });
  const write = { tool: "write_file", input: { path: "a", content: "b" } };
  await stage.run(new ScriptedModel(says.calls({ tool: "stop", input: {} }, write)));
  const next = stage.restarted();
  const model = new ScriptedModel(says.calls(write), end);
  expect(await next.run(model)).toEqual(done);
  const [, assistant, results] = model.requests[0]?.messages ?? [];
  expect(assistant).toMatchObject({ role: "assistant", calls: [{ tool: "stop" }, { tool: "write_file" }] });
  expect(results).toMatchObject({ role: "tool", results: [{ text: "looked" }, { failed: true }] });
  expect(next.worktree.files.get("a")).toBe("b");
});

test("36. stopped in the middle of a write: what was begun is brought to its end", async () => {
  const stage = new LoopStage({ tools: [writeFile] });
  stage.worktree.beforeWrite = () => stage.stop.abort();
  const line = says.call("write_file", { path: "a", content: "b" });
  expect(await stage.run(new ScriptedModel(line))).toEqual(stopped);
  expect(stage.worktree.files.get("a")).toBe("b");
  expect(stage.results()).toEqual([{ failed: false, text: "Wrote a, 1 character." }]);
});

test("36. a result that stood in the same reply still counts: it was paid for", async () => {
  const stage: LoopStage = new LoopStage({ tools: [stopping(() => stage)] });
  const line = says.calls({ tool: "stop", input: {} }, { tool: "finish", input: { value: 7 } });
  expect(await stage.run(new ScriptedModel(line))).toEqual(done);
});

test("37. a call whose worst case does not fit is not sent: over-budget with the numbers", async () => {
  const stage = new LoopStage({ policy: { budget: { session: { tokens: 2_050 } } } });
  const model = new ScriptedModel();
  const outcome = await stage.run(model);
  expect(outcome).toEqual({
    kind: "over-budget",
    scope: "session",
    why: expect.stringMatching(
      /^The session may use 2050 tokens; 0 are used or reserved, and the next request may need \d{4,}\.$/,
    ),
  });
  expect(model.requests).toEqual([]);
  expect(stage.types()).toEqual(["turn.started", "loop.opened", "loop.paused"]);
  expect(stage.events("model.asked")).toEqual([]);
});

test("37. what fits exactly is sent; one token less, and it is not", async () => {
  const measured = new LoopStage();
  await measured.run(new ScriptedModel(end));
  const { input, output } = measured.events("model.asked")[0]?.reserved ?? { input: 0, output: 0 };
  for (const [tokens, kind] of [
    [input + output, "done"],
    [input + output - 1, "over-budget"],
  ] as const) {
    const stage = new LoopStage({ policy: { budget: { seat: { tokens } } } });
    expect(await stage.run(new ScriptedModel(end))).toMatchObject({ kind });
  }
});

const story = [
  says.calls(
    { tool: "echo", input: { text: "a" } },
    { tool: "write_file", input: { path: "a", content: "b" } },
  ),
  says.failed("overloaded"),
  says.cut("I was going to"),
  { ...says.call("note", { text: "n" }), opaque: { signature: "é" } },
  says.text("Hm."),
  says.calls({ tool: "nope", input: [] }, { tool: "question", input: { text: "Big?" } }),
];

const charter: Charter = { system: "rules", coach: "", artifact: "", tools: [] };

/** The session's first facts on a real file, and a journal of this loop's step. */
async function onDisk(stage: LoopStage): Promise<{ readonly path: string; readonly journal: Journal }> {
  const path = await temporaryLog();
  const journal = await openTestJournal(path);
  for (const { actor, event } of stage.log.facts) await journal.append(() => [{ actor, event } as Draft]);
  return { path, journal: journal.as("turn/refinement.1/1") };
}

test("38. folding what is on disk gives the conversation back, equal, after every fact", async () => {
  const stage = new LoopStage({ asks: 12 });
  const { path, journal } = await onDisk(stage);
  expect(await stage.run(new ScriptedModel(...story), journal)).toMatchObject({ kind: "paused" });
  const live = journal.state();
  const fresh = await openTestJournal(path);
  const facts = await collect(fresh.read(1));
  expect(plain(fresh.state())).toEqual(plain(live));
  expect(plain(facts.reduce(fold, emptyState))).toEqual(plain(live));
  const loop = facts.find(({ event }) => event.type === "loop.opened")?.seq ?? 0;
  const conversation = (state: State) => renderRequest(state, `l${loop}`, charter);
  expect(conversation(fresh.state())).toEqual(conversation(live));
});

test("38. every ask is a fact by hash and basis: rendered again from all before it, it is what was sent", async () => {
  const stage = new LoopStage({ asks: 12 });
  const model = new ScriptedModel(...story);
  await stage.run(model);
  const asked = stage.log.facts.filter(({ event }) => event.type === "model.asked");
  expect(asked).toHaveLength(6);
  for (const [index, fact] of asked.entries()) {
    if (fact.event.type !== "model.asked") continue;
    const before = stage.log.facts.slice(0, fact.seq - 1).reduce(fold, emptyState);
    const tools = model.requests[index]?.tools ?? [];
    const again = renderRequest(before, fact.event.loop, { ...charter, tools });
    expect(again).toEqual(model.requests[index]);
    expect(fact.event).toMatchObject({ hash: sha(JSON.stringify(again)), renderer: expect.any(Number) });
  }
});

test("38. every reply, call and result is a fact, each once, and the conversation is made of them alone", async () => {
  const stage = new LoopStage({ asks: 12 });
  await stage.run(new ScriptedModel(...story));
  const replied = stage.events("model.replied");
  expect(replied.map(({ text, finish: how, opaque }) => [text, how, opaque])).toEqual([
    ["", "tools", undefined],
    ["I was going to", "length", undefined],
    ["", "tools", { signature: "é" }],
    ["Hm.", "stop", undefined],
    ["", "tools", undefined],
  ]);
  const calls = replied.flatMap((one) => one.calls.map(({ call }) => call));
  const settled = stage.events("tool.settled").map(({ call }) => call);
  expect([...settled, ...stage.events("loop.paused").map(({ call }) => call)]).toEqual(calls);
  const [thread] = Object.values(stage.log.state.threads);
  const asks = toArray(thread?.loops[0]?.asks ?? { backing: [], length: 0 });
  expect(asks.flatMap((ask) => ask.reply?.calls.map(({ id }) => id) ?? [])).toEqual(calls);
});

test("38. the call is recorded before its effect: a read behind its reply, a write behind its intent", async () => {
  const seen: [string, Fact["event"]["type"] | undefined][] = [];
  const watching = defineTool({
    name: "watch",
    summary: "Look at the log.",
    effect: "reads",
    input: z.object({}),
    async run() {
      seen.push(["read", stage.log.facts.at(-1)?.event.type]);
      return reply("seen");
    },
  });
  const stage: LoopStage = new LoopStage({ tools: [watching, writeFile] });
  stage.worktree.beforeWrite = () => seen.push(["write", stage.log.facts.at(-1)?.event.type]);
  await stage.run(
    new ScriptedModel(
      says.calls({ tool: "watch", input: {} }, { tool: "write_file", input: { path: "a", content: "b" } }),
      end,
    ),
  );
  expect(seen).toEqual([
    ["read", "model.replied"],
    ["write", "tool.called"],
  ]);
  expect(stage.events("tool.called")).toMatchObject([
    { changes: [{ path: "a", before: null, after: sha("b") }] },
  ]);
});

test("38. entered with a loop that is closed, it gives the recorded outcome and asks nobody", async () => {
  for (const [lines, options] of [
    [[end], {}],
    [[says.text("So.")], { textEnds: true }],
    [[says.text("hm"), says.text("hm")], {}],
    [[look, look], { asks: 2 }],
    [[look, look], { asks: 9, escalate: { key: "k", hard: 2 } }],
    [[says.call("finish", {})], { asks: 1 }],
    [[says.failed("no such model", { failure: "refused" as const })], {}],
  ] as const) {
    const stage = new LoopStage(options);
    const run = await stage.build(new ScriptedModel(...lines), withoutEnd(stage));
    const outcome = await runToolLoop(run);
    expect(stage.log.types().at(-1)).toBe("loop.closed");
    const again = await stage.build(new ScriptedModel());
    expect(await runToolLoop({ ...again, loop: run.loop })).toEqual(outcome);
  }
});

/** Leaves out what ends the turn, as a caller does whose thread lives on behind its loop. */
function withoutEnd(stage: LoopStage): Journal {
  const journal = stage.log.journal().as("turn/refinement.1/1");
  const append: Journal["append"] = (build) =>
    journal.append((at, first) => {
      const built = build(at, first);
      if (!built || "refused" in built) return built;
      const [one, ...rest] = built.filter(({ event }) => event.type !== "turn.ended");
      return one && [one, ...rest];
    });
  return { ...bound(journal), append };
}

function bound(journal: Journal): Journal {
  return {
    state: () => journal.state(),
    append: (build) => journal.append(build),
    as: (step) => journal.as(step),
    fenced: (fence) => journal.fenced(fence),
    read: (from) => journal.read(from),
    follow: (from, signal) => journal.follow(from, signal),
    moved: (head, signal) => journal.moved(head, signal),
    close: () => journal.close(),
  };
}

test("39. the loop never changes what the caller passed in", async () => {
  const stage = new LoopStage({
    asks: 12,
    tools: Object.freeze([echo, note, question, writeFile].map((tool) => Object.freeze({ ...tool }))),
    terminal: Object.freeze({ ...finish }),
    escalate: Object.freeze({ key: "k", soft: 2, hard: 9 }),
  });
  const lines = [...story, end].map((line) => deepFreeze(structuredClone(line)));
  const run = await stage.build(new ScriptedModel(...lines.slice(0, -1)));
  deepFreeze(run.charter);
  Object.freeze(run.hands);
  const before = structuredClone(run.charter);
  expect(await runToolLoop(Object.freeze(run))).toMatchObject({ kind: "paused" });
  await stage.answer("no");
  const rest = { ...run, context: Object.freeze({ ...run.context, model: new ScriptedModel(end) }) };
  expect(await runToolLoop(Object.freeze(rest))).toEqual(done);
  expect(run.charter).toEqual(before);
});

test("39. nor the state it was given: every state it has seen is as it was", async () => {
  const stage = new LoopStage({ asks: 12 });
  const seen: { readonly state: State; readonly print: string }[] = [];
  stage.log.before = () => {
    seen.push({ state: stage.log.state, print: JSON.stringify(plain(stage.log.state)) });
  };
  await stage.run(new ScriptedModel(...story));
  expect(seen.length).toBeGreaterThan(10);
  for (const { state, print } of seen) expect(JSON.stringify(plain(state))).toBe(print);
});

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const one of Object.values(value)) deepFreeze(one);
  return Object.freeze(value);
}

/** Single turns: no caller opens a loop for one reply alone. */
const withoutCaller = 13;

test("every number from 1 to 39 that has a caller has a test", () => {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  const files = readdirSync(folder).filter((name) => /^conformance-.*\.test\.ts$/.test(name));
  const text = files.map((name) => readFileSync(`${folder}${name}`, "utf8")).join("\n");
  const numbers = new Set([...text.matchAll(/"(\d+)\. /g)].map(([, number]) => Number(number)));
  const all = Array.from({ length: 39 }, (_, index) => index + 1);
  expect([...numbers].sort((a, b) => a - b)).toEqual(all.filter((number) => number !== withoutCaller));
});
