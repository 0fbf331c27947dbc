import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LoopStage, type LoopStageOptions } from "../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../test/support/scripted-model.ts";
import { decide } from "../core/decide/decide.ts";
import { teamEventSchema } from "../core/facts/events.ts";
import { emptyAccount } from "../core/rules/accounts.ts";
import type { Amount } from "../core/state/money.ts";
import type { Usage } from "../core/terms/money-schema.ts";
import type { Cap } from "../core/terms/policy.ts";

const end = says.call("finish", { value: 7 });
const look = says.call("echo", { text: "a" });
const done = { kind: "done", value: 7 };
const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
const none: Amount = { tokens: 0, micros: 0 };

const capped = (session: Cap, more: LoopStageOptions = {}) =>
  new LoopStage({ ...more, policy: { budget: { session } } });
const decided = (stage: LoopStage) => decide(stage.log.state, stage.clock.now());
const account = (stage: LoopStage, key = "session") => stage.log.state.accounts[key] ?? emptyAccount;

/** What is put aside for the first request, in tokens and in money. */
async function firstReserve(options: LoopStageOptions = {}): Promise<Amount> {
  const stage = new LoopStage(options);
  await stage.run(new ScriptedModel(end));
  const { input = 0, output = 0, micros = 0 } = stage.events("model.asked")[0]?.reserved ?? {};
  return { tokens: input + output, micros };
}

describe("a call that would go over", () => {
  test("is not made: a fact, a wait in the inbox, nothing wanted", async () => {
    const stage = capped({ tokens: 100 });
    const outcome = await stage.run(new ScriptedModel());
    expect(outcome).toMatchObject({ kind: "over-budget", scope: "session" });
    const paused = stage.log.facts.at(-1);
    expect(paused?.event).toMatchObject({ type: "loop.paused", on: "budget", scope: "session" });
    expect(decided(stage)).toEqual({
      steps: [],
      waits: [
        {
          kind: "budget",
          id: `b${paused?.seq}`,
          since: paused?.seq,
          scope: "session",
          unit: "tokens",
          why: expect.stringMatching(/may use 100 tokens/),
        },
      ],
      ending: { kind: "over-budget", why: expect.stringMatching(/may use 100 tokens/) },
    });
    expect(account(stage)).toEqual(emptyAccount);
    expect(stage.outcomes).toEqual([]);
  });

  test("entered again, also in another process, it waits on and adds nothing", async () => {
    const stage = capped({ tokens: 100 });
    const outcome = await stage.run(new ScriptedModel());
    for (const again of [stage, stage.restarted()]) {
      const head = again.log.state.head;
      expect(await again.run(new ScriptedModel())).toEqual(outcome);
      expect(again.log.state.head).toBe(head);
    }
  });

  test.each([
    ["at the first ask", 0],
    ["in the middle", 2],
  ])("a grant lets it go on in the same ask, %s", async (_, before) => {
    const { tokens } = await firstReserve();
    // Each reply says that it used a single token each way, so almost all comes back.
    const stage = capped({ tokens: before === 0 ? 100 : tokens + 90 }, { asks: 9 });
    const first = new ScriptedModel(...Array.from({ length: before }, () => look));
    expect(await stage.run(first)).toMatchObject({ kind: "over-budget" });
    first.assertSpent();
    const ask = stage.events("model.asked").length + 1;
    await stage.says("human", { type: "budget.granted", scope: "session", tokens: 9_000, why: "go on" });
    expect(decided(stage).steps).toMatchObject([{ key: "turn/refinement.1/1" }]);
    const next = stage.restarted();
    const model = new ScriptedModel(end);
    expect(await next.run(model)).toEqual(done);
    expect(model.askedBy).toMatchObject([{ ask }]);
    expect(next.events("model.asked").at(-1)).toMatchObject({ ask, attempt: 1 });
    expect(next.events("loop.opened")).toHaveLength(1);
  });

  test("a grant that is not enough: it pauses again, with the new numbers", async () => {
    const stage = capped({ tokens: 100 });
    await stage.run(new ScriptedModel());
    await stage.says("human", { type: "budget.granted", scope: "session", tokens: 50, why: "a little" });
    expect(await stage.run(new ScriptedModel())).toMatchObject({
      kind: "over-budget",
      why: expect.stringMatching(/^The session may use 150 tokens; 0 are used/),
    });
    expect(stage.events("loop.paused")).toHaveLength(2);
    expect(decided(stage).waits).toHaveLength(1);
  });

  test("between two attempts as well: the next is not made, and the wait of the failed one is not lost", async () => {
    const { tokens } = await firstReserve();
    const stage = capped({ tokens: tokens + 10 });
    const model = new ScriptedModel(says.failed("broke off", { failure: "cut" }));
    expect(await stage.run(model)).toMatchObject({ kind: "over-budget" });
    expect(account(stage).unconfirmed.tokens).toBe(tokens);
    await stage.says("human", { type: "budget.granted", scope: "session", tokens, why: "again" });
    expect(await stage.run(new ScriptedModel(end))).toEqual(done);
    expect(stage.events("model.asked").map(({ ask, attempt }) => [ask, attempt])).toEqual([
      [1, 1],
      [1, 2],
    ]);
  });

  test.each(["session", "seat", "task"] as const)("%s: only whose purse it is counts", async (scope) => {
    const stage = new LoopStage({ policy: { budget: { [scope]: { tokens: 100 } } } });
    const outcome = await stage.run(new ScriptedModel(end));
    // A discussion turn belongs to no task.
    if (scope === "task") return expect(outcome).toEqual(done);
    expect(outcome).toMatchObject({
      kind: "over-budget",
      scope: scope === "seat" ? "seat:ada" : "session",
      why: expect.stringMatching(scope === "seat" ? /^ada may use 100/ : /^The session may use 100/),
    });
  });
});

describe("money", () => {
  test("what is put aside is the dearest input and a reply of full length", async () => {
    const stage = new LoopStage({
      price,
      policy: { output: { turn: 500, artifact: 1, coding: 1, review: 1 } },
    });
    await stage.run(new ScriptedModel(end));
    const [{ reserved, bytes } = { reserved: undefined, bytes: 0 }] = stage.events("model.asked");
    expect(reserved?.output).toBe(500);
    expect(reserved?.input).toBe(Math.ceil(bytes / 3));
    expect(reserved?.micros).toBe(Math.ceil((reserved?.input ?? 0) * 3.75 + 500 * 15));
  });

  test("over a budget in money, with the numbers in dollars", async () => {
    const stage = capped({ micros: 20_000 }, { price });
    expect(await stage.run(new ScriptedModel())).toMatchObject({
      kind: "over-budget",
      why: expect.stringMatching(
        /^The session may spend \$0\.02; \$0\.00 are spent or reserved, and the next request may cost \$\d\.\d\d\.$/,
      ),
    });
  });

  test("with a model that has no price it is refused before the first call, and offers a budget in tokens", async () => {
    const stage = capped({ micros: 1_000_000_000 });
    const model = new ScriptedModel();
    expect(await stage.run(model)).toEqual({
      kind: "over-budget",
      scope: "session",
      why: "The session has a budget in money, and no price is known for this model. Give it a budget in tokens instead.",
    });
    expect(model.requests).toEqual([]);
    const patch = { budget: { session: { tokens: 10_000 } } };
    await stage.says("human", { type: "policy.changed", patch, why: "tokens instead" });
    expect(decided(stage).steps).toHaveLength(1);
    expect(await stage.run(new ScriptedModel(end))).toEqual(done);
  });

  test("without a budget a model without a price is nobody's trouble", async () => {
    const stage = new LoopStage();
    expect(await stage.run(new ScriptedModel(end))).toEqual(done);
    expect(account(stage).spent).toEqual({ tokens: 2, micros: 0 });
  });
});

/** Counts that no request can have. Some are not even numbers, since providers send what they like. */
const wrongUsages = (
  [
    ["zeros", { input: 0, output: 0 }],
    ["no input", { input: 0, output: 5 }],
    ["negative input", { input: -40, output: 5 }],
    ["negative output", { input: 40, output: -5 }],
    ["fractions", { input: 40.5, output: 5 }],
    ["NaN", { input: Number.NaN, output: 5 }],
    ["infinity", { input: 40, output: Number.POSITIVE_INFINITY }],
    ["beyond 2^53", { input: 2 ** 53, output: 5 }],
    ["more than any request has", { input: 40, output: 2 ** 52 }],
    ["texts", { input: "40", output: "5" }],
    ["nothing", { input: null, output: null }],
    ["lists", { input: [40], output: [5] }],
  ] as const
).map(([name, counts]) => [name, counts as unknown as Usage] as const);

describe("what becomes of a reservation", () => {
  const usage = { input: 40, output: 5 };

  test("a reply settles at what it used, on every account of its thread", async () => {
    const stage = new LoopStage({ price });
    await stage.run(new ScriptedModel({ ...end, usage }));
    const spent = { tokens: 45, micros: 40 * 3 + 5 * 15 };
    for (const key of ["session", "seat:ada"])
      expect(account(stage, key)).toEqual({ spent, reserved: none, unconfirmed: none });
  });

  test("a reply without usage counts in full, as unconfirmed", async () => {
    const { usage: _, ...silent } = end;
    const stage = new LoopStage({ price });
    await stage.run(new ScriptedModel(silent));
    expect(account(stage)).toEqual({
      spent: none,
      reserved: none,
      unconfirmed: await firstReserve({ price }),
    });
  });

  describe.each([
    ["a reply", (counts: Usage) => ({ ...end, usage: counts })],
    ["a failed attempt", (counts: Usage) => says.failed("cut", { failure: "refused", usage: counts })],
  ])("10.4: %s with counts that cannot be true", (_, spoken) => {
    test.each(wrongUsages)("%s", async (_, counts) => {
      const stage = new LoopStage({ price });
      const model = new ScriptedModel(spoken(counts));
      await stage.run(model);
      expect(model.requests.length).toBe(1);
      expect(account(stage)).toEqual({
        spent: none,
        reserved: none,
        unconfirmed: await firstReserve({ price }),
      });
      const facts = stage.log.facts.map(({ event }) => event);
      expect(facts.filter((event) => !teamEventSchema.safeParse(event).success)).toEqual([]);
    });
  });

  test("10.4: whatever is counted, an append takes the reply, and the account never shrinks", async () => {
    const odd = fc.oneof(
      fc.double(),
      fc.integer(),
      fc.maxSafeInteger(),
      fc.constantFrom(Infinity, -0, 2 ** 60),
    );
    const counts = fc.record(
      { input: odd, output: odd, cacheRead: odd, cacheWrite: odd },
      { requiredKeys: ["input", "output"] },
    );
    await fc.assert(
      fc.asyncProperty(counts, async (usage) => {
        const stage = new LoopStage({ price });
        expect(await stage.run(new ScriptedModel({ ...end, usage }))).toEqual(done);
        const [replied] = stage.events("model.replied");
        expect(teamEventSchema.safeParse(replied).error).toBeUndefined();
        const { spent, reserved, unconfirmed } = account(stage);
        expect(reserved).toEqual(none);
        expect(spent.tokens + unconfirmed.tokens).toBeGreaterThan(0);
        expect(spent.micros + unconfirmed.micros).toBeGreaterThan(0);
      }),
    );
  });

  test("a lost attempt, whose runner died: at its reservation, as unconfirmed, once", async () => {
    const stage = new LoopStage({ price });
    await expect(stage.run(new ScriptedModel())).rejects.toThrow("no line");
    const whole = await firstReserve({ price });
    expect(account(stage)).toEqual({ spent: none, reserved: whole, unconfirmed: none });
    const next = stage.restarted();
    expect(await next.run(new ScriptedModel({ ...end, usage }))).toEqual(done);
    expect(account(next)).toEqual({
      spent: { tokens: 45, micros: 195 },
      reserved: none,
      unconfirmed: whole,
    });
  });

  test("a lost attempt after which there is no money for another: unconfirmed at once, not under way for ever", async () => {
    const whole = await firstReserve();
    const stage = capped({ tokens: whole.tokens });
    await expect(stage.run(new ScriptedModel())).rejects.toThrow("no line");
    expect(await stage.restarted().run(new ScriptedModel())).toMatchObject({ kind: "over-budget" });
    const next = stage.restarted();
    await next.run(new ScriptedModel());
    expect(account(next)).toEqual({ spent: none, reserved: none, unconfirmed: whole });
    expect(next.log.state.attempts).toEqual([]);
  });

  test.each([
    ["turned away at the door", says.failed("429", { failure: "rate", unspent: true }), "nothing"],
    ["no connection", says.failed("refused", { failure: "unreachable", unspent: true }), "nothing"],
    ["overloaded inside the stream", says.failed("529", { failure: "overload" }), "unknown"],
    ["broken off", says.failed("cut", { failure: "cut" }), "unknown"],
    ["timed out", says.failed("60 s", { failure: "timeout" }), "unknown"],
    ["broken off, with usage", says.failed("cut", { failure: "cut", usage }), "used"],
  ])("a failed attempt, %s", async (_, failed, kind) => {
    const stage = new LoopStage({ price });
    await stage.run(new ScriptedModel(failed, { ...end, usage: { input: 1, output: 0 } }));
    const whole = await firstReserve({ price });
    expect(account(stage)).toEqual({
      spent: kind === "used" ? { tokens: 46, micros: 198 } : { tokens: 1, micros: 3 },
      reserved: none,
      unconfirmed: kind === "unknown" ? whole : none,
    });
  });

  test("a reply that comes when nobody wants its step is paid for all the same", async () => {
    const stage = new LoopStage({ price });
    const model = new ScriptedModel(async () => {
      stage.wantedByLog = false;
      return { ...end, usage };
    });
    await expect(stage.run(model)).rejects.toThrow();
    expect(account(stage)).toEqual({ spent: { tokens: 45, micros: 195 }, reserved: none, unconfirmed: none });
  });
});
