import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { readReply } from "./read-reply.ts";

const silent = { text: () => {}, reasoning: () => {}, call: () => {}, input: () => {} };

function read(...parts: readonly object[]) {
  // As the package sends them; only the fields that are read.
  const stream = (async function* () {
    yield* parts as readonly LanguageModelV3StreamPart[];
  })();
  return readReply(stream, silent);
}

const call = (toolCallId: string, more: object = {}) => ({
  type: "tool-call",
  toolCallId,
  toolName: "search",
  input: JSON.stringify({ for: toolCallId }),
  ...more,
});

test("10.41: a call that the provider executed itself is not ours to execute, and leaves no place for a result", async () => {
  const executed = call("x", { providerExecuted: true, providerMetadata: { acme: { id: "x" } } });
  const reply = await read(call("a"), executed, call("b", { providerExecuted: false }), executed);
  expect(reply.calls).toEqual([
    { tool: "search", input: { for: "a" } },
    { tool: "search", input: { for: "b" } },
  ]);
  expect(reply.parts).toHaveLength(2);
});

test("10.41: a reply of nothing but executed calls has no calls", async () => {
  const reply = await read(
    { type: "text-delta", id: "1", delta: "Found." },
    call("x", { providerExecuted: true }),
  );
  expect(reply).toMatchObject({ text: "Found.", calls: [] });
});

test("what a stream does behind its finish does not take the reply back", async () => {
  const usage = { inputTokens: { total: 9 }, outputTokens: { total: 2 }, raw: {} };
  const finish = { type: "finish", finishReason: { unified: "stop", raw: "end_turn" }, usage };
  const stream = (async function* () {
    yield* [{ type: "text-delta", id: "1", delta: "Done." }, finish] as readonly LanguageModelV3StreamPart[];
    throw new Error("stopped");
  })();
  const reply = await readReply(stream, silent);
  expect(reply).toMatchObject({ text: "Done.", finish: { kind: "stop", raw: "end_turn" } });
  expect(reply.usage).toEqual({ input: 9, output: 2 });
});

test.each<[arguments: string, input: unknown]>([
  ['{"a":1}', { a: 1 }],
  ["", {}],
  [" \n", {}],
  ["null", null],
  ['{"a":', '{"a":'],
  ["rm -rf", "rm -rf"],
])("the arguments %j of a call", async (input, taken) => {
  expect((await read(call("a", { input }))).calls).toEqual([{ tool: "search", input: taken }]);
});
