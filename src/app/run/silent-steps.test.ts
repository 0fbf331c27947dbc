import { describe, expect, test } from "vitest";
import { checkEveryPrefix } from "../../../test/support/check-every-prefix.ts";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned } from "../../../test/support/plans.ts";
import type { Signal } from "../../core/ports/signal.ts";
import { inboxOf } from "../../core/views/inbox/inbox.ts";

const minute = 60_000;
const auto = { policy: { pace: "auto" as const } };

/** A run whose time passes by hand. */
function pulses() {
  let hear: ((passedMs: number) => void) | undefined;
  return {
    onPulse: (heard: (passedMs: number) => void) => {
      hear = heard;
    },
    pass: (minutes: number) => {
      for (let passed = 0; passed < minutes; passed += 1) hear?.(minute);
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
}

function failures(session: FakeSession): readonly unknown[] {
  return session.log.facts.flatMap(({ event }) => (event.type === "step.failed" ? [event] : []));
}

describe("a step that nothing is heard of for 30 minutes", () => {
  test("is ended, fails, and is tried again in the same conversation", async () => {
    const session = await new FakeSession(auto).open();
    const time = pulses();
    let silent = 0;
    const model = modelOf(async ({ thread }, signal) => {
      if (thread !== "coding/t1.1" || silent > 0) return undefined;
      silent += 1;
      setImmediate(() => time.pass(30));
      await aborted(signal);
      throw new Error("aborted");
    });
    expect(await session.run({ model, onPulse: time.onPulse })).toMatchObject({ kind: "waiting" });
    expect(failures(session)).toEqual([
      expect.objectContaining({
        step: expect.stringMatching(/^task\/t1\/1\/CODING@/),
        error: "nothing was heard of it for 30 minutes, so it was ended",
        retryAt: expect.any(String),
      }),
    ]);
    expect(session.state.tasks.t1).toMatchObject({ state: "DONE", attempt: 1 });
    const loops = session.log.facts.filter(
      ({ event }) => event.type === "thread.opened" && event.name === "coding/t1.1",
    );
    expect(loops).toHaveLength(1);
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });

  test("three times waits for a person, who reads why; the others go on", async () => {
    const session = await new FakeSession(auto).open();
    const time = pulses();
    const model = modelOf(
      async ({ thread }, signal) => {
        if (thread !== "coding/t1.1") return undefined;
        setImmediate(() => time.pass(30));
        await aborted(signal);
        throw new Error("aborted");
      },
      [planned("t1"), planned("t2")],
    );
    expect(await session.run({ model, onPulse: time.onPulse })).toMatchObject({ kind: "waiting" });
    expect(failures(session)).toHaveLength(3);
    expect(session.state.tasks).toMatchObject({ t1: { state: "CODING" }, t2: { state: "DONE" } });
    const [item] = inboxOf(session.state, session.clock.now());
    expect(JSON.stringify(item)).toContain("nothing was heard of it for 30 minutes");
  });

  test.each<[string, (say: (signal: Signal) => void, thread: string) => void]>([
    ["words", (say, thread) => say({ type: "text.delta", thread, ask: 1, seat: "ada", text: "…" })],
    ["a wait", (say, thread) => say({ type: "model.waiting", thread, ask: 1, seat: "ada", why: "busy" })],
  ])("is none that gives a sign of life: %s", async (_, live) => {
    const session = await new FakeSession(auto).open();
    const time = pulses();
    const inner = modelOf(async () => undefined);
    const run = session.run({
      onPulse: time.onPulse,
      model: {
        reply: async (request, by, emit, signal) => {
          if (by.thread === "coding/t1.1")
            for (let word = 0; word < 5; word += 1) {
              live(emit, by.thread);
              time.pass(29);
            }
          return inner.reply(request, by, emit, signal);
        },
      },
    });
    await run;
    expect(failures(session)).toEqual([]);
    expect(session.state.tasks.t1?.state).toBe("DONE");
  });

  test("and that is no longer wanted anyway is just ended", async () => {
    const session = await new FakeSession(auto).open();
    const time = pulses();
    const stop = new AbortController();
    const model = modelOf(async (_, signal) => {
      stop.abort();
      await aborted(signal).catch(() => undefined);
      time.pass(40);
      throw new Error("aborted");
    });
    const ended = await session.run({ model, onPulse: time.onPulse, signal: stop.signal });
    expect(ended).toMatchObject({ kind: "stopped" });
    expect(failures(session)).toEqual([]);
  });
});
