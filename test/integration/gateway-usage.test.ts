import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emptyAccount } from "../../src/core/rules/accounts.ts";
import { ask, gatewayTo, modelOf, requestTo, type StageWire, wires } from "../support/gateway-stage.ts";
import { finish, LoopStage } from "../support/loop-stage.ts";
import type { WrongCounts } from "../support/provider-server/misbehaviour.ts";
import type { ProviderServer } from "../support/provider-server/provider-server.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";

const answer = {
  text: "Let me think about this for a moment.",
  calls: [{ tool: finish.name, input: { value: 7 } }],
};
const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer({ answers: () => answer });
});
afterAll(() => server.close());

/** Texts that stand where a number of tokens should. JSON has no NaN, but several servers write it. */
const noCounts = [
  "-1",
  "-1000",
  "0.5",
  "12.7",
  "1e-3",
  "1e999",
  "-1e999",
  "NaN",
  "-Infinity",
  "Infinity",
  "9007199254740992",
  "1e300",
  "123456789012345678901234567890",
  '"12"',
  '""',
  "true",
  "[]",
  "{}",
  "[12]",
];

/** What is said of the input, of the output or of both, so that no total can be believed. */
const wrong: readonly (readonly [name: string, counts: WrongCounts])[] = [
  ["zeros", { input: "0", output: "0", cached: "0", written: "0" }],
  ["one token for everything", { input: "1", output: "1", cached: "0", written: "0" }],
  ["no input", { input: "0", cached: "0", written: "0" }],
  ["no output", { output: "0" }],
  ["more input than bytes were sent", { input: "100000" }],
  ["more output than was asked for", { output: "400000" }],
  ["null", { input: "null", output: "null", cached: "0", written: "0" }],
  ["no counts", { input: "", output: "", cached: "0", written: "0" }],
  ["no usage at all", { whole: "" }],
  ["usage that is null", { whole: "null" }],
  ["usage that is empty", { whole: "{}" }],
  ["usage that is a text", { whole: '"much"' }],
  ["usage that is a list", { whole: "[1, 2]" }],
  ["usage that is a number", { whole: "12" }],
  ...noCounts.flatMap((text): [string, WrongCounts][] => [
    [`input ${text}`, { input: text }],
    [`output ${text}`, { output: text }],
  ]),
];

describe.each(wires)(
  "10.4: on the wire of %s, counts that cannot be true are not believed, and the reply is kept",
  (wire) => {
    test.each(wrong)("%s", async (_, counts) => {
      const { stage, requests } = await played(wire, counts);
      expect(requests).toBe(1);
      expect(stage.events("model.failed")).toEqual([]);
      expect(stage.events("model.replied")[0]).toMatchObject({
        text: answer.text,
        calls: [{ tool: "finish" }],
      });
      expect(stage.events("model.replied")[0]).not.toHaveProperty("usage");
      const { input = 0, output = 0, micros = 0 } = stage.events("model.asked")[0]?.reserved ?? {};
      expect(accountOf(stage)).toEqual({
        ...emptyAccount,
        unconfirmed: { tokens: input + output, micros },
      });
    });
  },
);

describe.each(wires)("10.4: on the wire of %s, cache counts", (wire) => {
  test.each(noCounts)("%s: a total that contains them is not believed, any other is", async (text) => {
    const { stage, requests } = await played(wire, { cached: text });
    expect(requests).toBe(1);
    const [replied] = stage.events("model.replied");
    // Anthropic counts cached tokens beside the input; all others count them as a part of it.
    if (wire === "anthropic") expect(replied).not.toHaveProperty("usage");
    else {
      expect(replied?.usage?.input).toBeGreaterThan(50);
      expect(replied?.usage?.cacheRead ?? 0).toBe(0);
      expect(accountOf(stage).spent.tokens).toBe(
        (replied?.usage?.input ?? 0) + (replied?.usage?.output ?? 0),
      );
    }
  });

  test("more cached than sent", async () => {
    const { stage } = await played(wire, { cached: "19000" });
    const [replied] = stage.events("model.replied");
    if (wire === "anthropic")
      expect(replied?.usage?.input).toBeGreaterThan(19_000); // no more than a template may add
    else expect(replied?.usage).toEqual({ input: expect.any(Number), output: expect.any(Number) });
  });
});

test("10.4: Anthropic, tokens written to its cache", async () => {
  for (const text of noCounts) {
    const { stage } = await played("anthropic", { written: text });
    expect(stage.events("model.replied")).toMatchObject([{ text: answer.text }]);
    expect(stage.events("model.replied")[0]).not.toHaveProperty("usage");
  }
});

test("10.4: whatever stands where the counts should, one request gets its reply and is counted", async () => {
  const text = fc.oneof(
    fc.json({ maxDepth: 2 }),
    fc.constantFrom(...noCounts, "", "null"),
    fc.integer().map(String),
    fc.double().map((number) => JSON.stringify(number)),
  );
  const counts = fc.oneof(
    fc.record({ input: text, output: text, cached: text, written: text }, { requiredKeys: [] }),
    fc.record({ whole: text }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...wires), counts, async (wire, told) => {
      const { stage, requests } = await played(wire, told);
      expect(requests).toBe(1);
      expect(stage.events("model.replied")).toMatchObject([
        { text: answer.text, calls: [{ tool: "finish" }] },
      ]);
      const { spent, unconfirmed, reserved } = accountOf(stage);
      expect(reserved.tokens).toBe(0);
      // Never less than what a tenth of the request must cost.
      expect(spent.tokens + unconfirmed.tokens).toBeGreaterThanOrEqual(10);
    }),
    { numRuns: 60 },
  );
});

test.each(wires)("10.4: %s: counts that can be true are believed to the token", async (wire) => {
  await using own = await startProviderServer({ flavour: wire === "compatible" ? "vllm" : "openai" });
  own.reply(answer);
  const { reply } = await ask(gatewayTo(own), requestTo(wire));
  const { usage } = own.requests[0] ?? {};
  expect(reply.usage).toMatchObject({
    input: (usage?.plain ?? 0) + (usage?.cacheRead ?? 0) + (usage?.cacheWrite ?? 0),
    output: usage?.output,
  });
});

async function played(wire: StageWire, counts: WrongCounts) {
  const seats = ["ada", "bo"].map((id) => ({ id, role: "engineer" as const, model: modelOf(wire) }));
  const stage = new LoopStage({ seats, price });
  server.next({ does: "usage", counts });
  const before = server.requests.length;
  const outcome = await stage.run(gatewayTo(server));
  expect(outcome).toEqual({ kind: "done", value: 7 });
  return { stage, requests: server.requests.length - before };
}

function accountOf(stage: LoopStage) {
  return stage.log.state.accounts.session ?? emptyAccount;
}
