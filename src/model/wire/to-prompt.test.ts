import { describe, expect, test } from "vitest";
import type { Message, Request } from "../../core/ports/request.ts";
import type { WireFormat } from "../endpoint.ts";
import { cleanMessages } from "./clean-messages.ts";
import { opaqueOf } from "./opaque.ts";
import { toPrompt } from "./to-prompt.ts";
import { wireNames } from "./wire-names.ts";

const model = "acme/one";

describe("a conversation that providers take", () => {
  test("nothing empty is sent", () => {
    const messages: Message[] = [
      { role: "user", blocks: ["", "Hello.", " \n"] },
      { role: "assistant", text: " ", calls: [] },
      { role: "user", blocks: [""] },
    ];
    expect(cleanMessages(messages)).toEqual([{ role: "user", blocks: ["Hello."] }]);
  });

  test("a person speaks first and the model never last", () => {
    expect(cleanMessages([{ role: "assistant", text: "Well?", calls: [] }])).toEqual([
      { role: "user", blocks: ["Begin."] },
      { role: "assistant", text: "Well?", calls: [] },
      { role: "user", blocks: ["Go on."] },
    ]);
    expect(cleanMessages([])).toEqual([{ role: "user", blocks: ["Begin."] }]);
  });

  test("every call has exactly one result, right after it", () => {
    const calls = ["a", "b"].map((id) => ({ id, tool: "t", input: {} }));
    const clean = cleanMessages([
      { role: "user", blocks: ["x"] },
      { role: "assistant", text: "", calls },
      { role: "user", blocks: ["a word between"] },
      { role: "tool", results: [result("b"), result("b"), result("stray")] },
    ]);
    expect(clean[2]).toEqual({
      role: "tool",
      results: [{ id: "a", text: "There is no result.", failed: true }, result("b")],
    });
    expect(clean[3]).toEqual({ role: "user", blocks: ["a word between"] });
  });

  function result(id: string) {
    return { id, text: `result of ${id}`, failed: false };
  }
});

describe("names on the wire", () => {
  test("our ids pass; what a provider would refuse does not", () => {
    expect(ids("anthropic", ["c63_2", "odd id/é", ""])).toEqual(["c63_2", "odd_id__", "call"]);
  });

  test("servers with Mistral's rules get nine letters and digits", () => {
    const given = ["c63_2", "c1_1", "c1_11", "c11_1", "c123456_12", "something quite long"];
    const wire = ids("compatible", given);
    expect(wire.slice(0, 2)).toEqual(["0000c63x2", "00000c1x1"]);
    expect(wire.every((id) => /^[a-zA-Z0-9]{9}$/.test(id))).toBe(true);
    expect(new Set(wire).size).toBe(given.length);
  });

  test("two that would be the same are told apart", () => {
    expect(new Set(ids("anthropic", ["a b", "a_b", "a/b"])).size).toBe(3);
  });

  test("a tool that no provider would let us name", () => {
    const names = wireNames(request([]), "google");
    expect(["read_file", "do it!", "9lives", "", "x".repeat(99)].map(names.tool)).toEqual([
      "read_file",
      "do_it_",
      "_9lives",
      "_",
      "x".repeat(63),
    ]);
  });

  function ids(wire: WireFormat, all: readonly string[]): readonly string[] {
    const calls = all.map((id) => ({ id, tool: "t", input: {} }));
    const names = wireNames(request([{ role: "assistant", text: "", calls }]), wire);
    return all.map(names.call);
  }
});

describe("what a provider wants back", () => {
  const signed = { anthropic: { signature: "s" } };
  const kept = opaqueOf(model, [
    { kind: "reasoning", text: "hm", options: signed },
    { kind: "text", length: 3 },
    { kind: "call", options: { google: { thoughtSignature: "g" } } },
    { kind: "text", length: 2 },
  ]);
  const reply: Message = {
    role: "assistant",
    text: "onetw",
    calls: [{ id: "c1_1", tool: "t", input: { a: 1 } }],
    opaque: kept,
  };

  test("comes in its order and place", () => {
    expect(assistant(reply)).toEqual([
      { type: "reasoning", text: "hm", providerOptions: signed },
      { type: "text", text: "one" },
      {
        type: "tool-call",
        toolCallId: "c1_1",
        toolName: "t",
        input: { a: 1 },
        providerOptions: { google: { thoughtSignature: "g" } },
      },
      { type: "text", text: "tw" },
    ]);
  });

  test("goes to nobody else", () => {
    expect(assistant(reply, { model: "acme/two" }).map((part) => part.type)).toEqual(["text", "tool-call"]);
    expect(assistant({ ...reply, opaque: { odd: true } }).map((part) => part.type)).toEqual([
      "text",
      "tool-call",
    ]);
  });

  test("text that was changed since is said whole, and calls that were dropped stay away", () => {
    const changed = assistant({ ...reply, text: "[removed]", calls: [] });
    expect(changed).toEqual([
      { type: "reasoning", text: "hm", providerOptions: signed },
      { type: "text", text: "[removed]" },
    ]);
  });

  test("reasoning is left out where the settings say so", () => {
    expect(assistant(reply, { replayReasoning: false }).map((part) => part.type)).toEqual([
      "text",
      "tool-call",
      "text",
    ]);
  });

  test("nothing is kept when nothing was said beside text and calls", () => {
    expect(opaqueOf(model, [{ kind: "text", length: 3 }, { kind: "call" }])).toBeUndefined();
  });

  function assistant(message: Message, { model: asked = model, replayReasoning = true } = {}) {
    const messages: Message[] = [{ role: "user", blocks: ["x"] }, message];
    const prompt = toPrompt({ ...request(messages), model: asked }, { wire: "anthropic", replayReasoning });
    const content = prompt[2]?.content;
    return Array.isArray(content) ? content : [];
  }
});

test.each([["broken {", "[1]", null, 7, ["a"]]].flat())(
  "a call with input %j is sent back with {}",
  (input) => {
    const calls = [{ id: "c1_1", tool: "t", input }];
    const messages: Message[] = [{ role: "assistant", text: "", calls }];
    expect(JSON.stringify(toPrompt(request(messages), { wire: "openai", replayReasoning: true }))).toContain(
      '"input":{}',
    );
  },
);

test("open models hear each side in turn, in plain text", () => {
  const messages: Message[] = [
    { role: "user", blocks: ["a", "b"] },
    { role: "user", blocks: ["c"] },
  ];
  const prompt = toPrompt(request(messages), { wire: "compatible", replayReasoning: true });
  expect(prompt.slice(1)).toEqual([{ role: "user", content: [{ type: "text", text: "a\n\nb\n\nc" }] }]);
});

function request(messages: readonly Message[]): Request {
  return { model, tools: [], system: "Rules.", messages };
}
