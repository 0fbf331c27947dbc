import { describe, expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { decide } from "../../core/decide/decide.ts";
import { capOf } from "../../core/rules/budget.ts";
import type { Cap } from "../../core/terms/policy.ts";
import { inboxOf } from "../../core/views/inbox/inbox.ts";
import { replyTo } from "../say/reply-to.ts";

const now = "2026-01-01T00:00:00.000Z";

/** A session that may spend this much in all, and has come to its end with it. */
async function spentUp(cap: Cap) {
  const fake = await new FakeSession({ policy: { budget: { session: cap } } }).open();
  const ended = await fake.run({ model: modelOf() });
  const [wait] = decide(fake.state, now).waits;
  if (wait?.kind !== "budget") throw new Error("nothing waits for money");
  return { fake, ended, wait };
}

describe("a session whose budget is used up", () => {
  test("ends there, asks no model, and says what it would have needed", async () => {
    const { fake, ended, wait } = await spentUp({ tokens: 100 });
    expect(ended).toEqual({ kind: "over-budget", why: wait.why });
    expect(wait).toMatchObject({ scope: "session", unit: "tokens" });
    expect(fake.log.types()).not.toContain("model.asked");
    expect(inboxOf(fake.state, now)).toMatchObject([
      { answers: [`huddle reply ${wait.id} yes`, `huddle reply ${wait.id} <tokens>`] },
    ]);
  });

  test.each([
    ["yes", { tokens: 200 }],
    ["50_000", { tokens: 50_100 }],
  ])("%s raises it", async (answer, cap) => {
    const { fake, wait } = await spentUp({ tokens: 100 });
    await replyTo(fake.journal, wait.id, answer, now);
    expect(capOf(fake.state, "session")).toEqual(cap);
    expect(decide(fake.state, now).steps).toHaveLength(1);
  });

  test("with limits in money and tokens, a number raises the one that is used up, and yes raises both", async () => {
    const both = await spentUp({ micros: 5_000_000, tokens: 100 }).catch(() => undefined);
    // Without a price the money of this budget cannot be kept, and that comes first.
    expect(both?.wait.unit).toBe("money");
    const { fake, wait } = await spentUp({ tokens: 100 });
    await fake.journal.append(() => [
      {
        actor: "human",
        event: {
          type: "policy.changed",
          patch: { budget: { session: { micros: 10, tokens: 100 } } },
          why: "x",
        },
      },
      {
        actor: "harness",
        event: {
          type: "loop.paused",
          loop: fake.state.threads[0]?.loops[0]?.id ?? "",
          on: "budget",
          scope: "session",
          unit: "tokens",
          why: "empty",
        },
      },
    ]);
    const [again] = decide(fake.state, now).waits;
    expect(again?.id).not.toBe(wait.id);
    await replyTo(fake.journal, again?.id ?? "", "7", now);
    expect(capOf(fake.state, "session")).toEqual({ micros: 10, tokens: 107 });
  });

  test.each(["no", "0", "-5", "many"])("%s is not an answer", async (answer) => {
    const { fake, wait } = await spentUp({ tokens: 100 });
    await expect(replyTo(fake.journal, wait.id, answer, now)).rejects.toThrow("a number of tokens");
  });

  test("with a person there waits for their answer and goes on", async () => {
    const { fake, wait } = await spentUp({ tokens: 100 });
    const model = modelOf();
    const going = fake.run({ model, linger: true, signal: AbortSignal.timeout(20_000) });
    let ended = false;
    void going.then(() => {
      ended = true;
    });
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(ended).toBe(false);
    await replyTo(fake.journal, wait.id, "1000000", now);
    // The next thing that only a person can settle, which it stays for as well.
    for (;;) {
      const { head } = fake.state;
      if (decide(fake.state, now).waits.some((one) => one.kind === "accept")) break;
      await fake.journal.moved(head, AbortSignal.timeout(20_000));
    }
    expect(model.asked.length).toBeGreaterThan(2);
    await fake.start();
    expect(await going).toMatchObject({ kind: "fenced" });
  });
});
