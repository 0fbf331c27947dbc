import type { TextStreamPart, ToolSet } from "ai";
import { expect, test } from "vitest";
import { readReply } from "./read-reply.ts";

const silent = { text: () => {}, reasoning: () => {}, call: () => {}, input: () => {} };

function read(...parts: readonly object[]) {
  // As the package sends them; only the fields that are read.
  const stream = (async function* () {
    yield* parts as readonly TextStreamPart<ToolSet>[];
  })();
  return readReply(stream, silent);
}

const call = (toolCallId: string, more: object = {}) => ({
  type: "tool-call",
  toolCallId,
  toolName: "search",
  input: { for: toolCallId },
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
    { type: "text-delta", id: "1", text: "Found." },
    call("x", { providerExecuted: true }),
  );
  expect(reply).toMatchObject({ text: "Found.", calls: [] });
});
