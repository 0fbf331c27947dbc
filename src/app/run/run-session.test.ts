import { describe, expect, test } from "vitest";
import { checkEveryPrefix } from "../../../test/support/check-every-prefix.ts";
import { FakeSession, modelOf, obliging } from "../../../test/support/fake-session.ts";
import { planned, seat, withoutArchitect } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import { Fault } from "../../core/fault.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { AskedBy, ModelReply } from "../../core/ports/model.ts";
import type { Signal } from "../../core/ports/signal.ts";
import { inboxOf } from "../../core/views/inbox/inbox.ts";
import { advance } from "../say/advance.ts";
import { replyTo } from "../say/reply-to.ts";
import { requestShip } from "../say/request-ship.ts";
import { say } from "../say/say.ts";

/** Waits for a fact of this type, from where the log stands when asked. */
async function until(session: FakeSession, type: string, count = 1): Promise<void> {
  const signal = new AbortController().signal;
  while (session.log.types().filter((one) => one === type).length < count)
    await session.journal.moved(session.state.head, signal);
}

/** A model that takes its time to let go: whatever does not wait for it comes first. */
async function slowly({ clock }: FakeSession): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await clock.sleep(slowMs, new AbortController().signal);
}

const slowMs = 7;

const auto = { policy: { pace: "auto" as const } };

function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

describe("a session runs as far as it can", () => {
  test("to the end of the last review, where only a person can ship", async () => {
    const session = await new FakeSession(auto).open();
    expect(await session.run({ model: modelOf() })).toEqual({
      kind: "waiting",
      why: "one thing waits for you",
    });
    expect(session.state.tasks.t1?.state).toBe("DONE");
    await requestShip(session.journal, { onto: "trunk", how: "fast-forward" }, session.clock.now());
    expect(await session.run({ model: modelOf() })).toEqual({ kind: "finished", why: "shipped onto trunk" });
    expect(session.world.filesOf(session.world.refs.get("refs/heads/trunk") ?? "")).toMatchObject({
      "t1.txt": "coding/t1.1 1\n",
    });
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });

  test("and tells what its checks print, with the task they are for", async () => {
    const checks = { quick: [{ name: "tests", run: "quick" }], full: [], timeoutMs: 1_000 };
    const session = await new FakeSession({ policy: { pace: "auto", checks } }).open();
    const heard: Signal[] = [];
    await session.run({ model: modelOf(), emit: (signal) => heard.push(signal) });
    expect(heard.filter(({ type }) => type === "run.printed")).toContainEqual({
      type: "run.printed",
      step: expect.stringMatching(/^task\/t1\/1\/TESTING@/),
      task: "t1",
      command: "quick",
      run: 1,
      text: "ok",
    });
  });

  test("side by side: tasks of two seats are in flight at once", async () => {
    const session = await new FakeSession(auto).open();
    const both = gate();
    const coding = new Set<string>();
    const model = modelOf(
      async ({ thread }) => {
        if (!thread.startsWith("coding/")) return undefined;
        coding.add(thread);
        if (coding.size === 2) both.open();
        await both.opened;
        return undefined;
      },
      [planned("t1"), planned("t2")],
    );
    await session.run({ model });
    expect(session.state.tasks).toMatchObject({ t1: { state: "DONE" }, t2: { state: "DONE" } });
  });

  test("it waits for a person who is there, and goes on when they answer", async () => {
    const session = await new FakeSession().open();
    const running = session.run({ model: modelOf(), linger: true });
    await until(session, "artifact.submitted");
    await replyTo(session.journal, `a${session.state.artifacts.scope?.seq}`, "yes", session.clock.now());
    await until(session, "artifact.submitted", 2);
    await replyTo(session.journal, `a${session.state.artifacts.tasks?.seq}`, "yes", session.clock.now());
    await until(session, "artifact.settled", 4);
    await requestShip(session.journal, { onto: "out", how: "branch" }, session.clock.now());
    expect(await running).toEqual({ kind: "finished", why: "shipped as the new branch out" });
  });

  test("without a person it ends and says what waits", async () => {
    const session = await new FakeSession().open();
    expect(await session.run({ model: modelOf() })).toMatchObject({ kind: "waiting" });
    expect(session.log.types().at(-1)).toBe("turn.ended");
  });
});

describe("stopping", () => {
  test("aborts what runs, waits until it has ended, and starts nothing", async () => {
    const session = await new FakeSession(auto).open();
    const stop = new AbortController();
    const order: string[] = [];
    const model = modelOf(async (_, signal) => {
      await new Promise<void>((resolve) => {
        signal.addEventListener("abort", () => resolve());
        stop.abort();
      });
      order.push("aborted");
      await slowly(session);
      order.push("let go");
      throw new Error("aborted");
    });
    const running = session.run({ model, signal: stop.signal }).finally(() => order.push("ended"));
    expect(await running).toEqual({ kind: "stopped", why: "stopped by you" });
    expect(order).toEqual(["aborted", "let go", "ended"]);
    expect(session.log.types()).not.toContain("step.failed");
    expect(session.log.types().filter((type) => type === "model.asked")).toHaveLength(1);
  });

  test("before it began ends at once", async () => {
    const session = await new FakeSession(auto).open();
    const stop = new AbortController();
    stop.abort();
    expect(await session.run({ model: modelOf(), signal: stop.signal })).toMatchObject({ kind: "stopped" });
    expect(session.log.types()).toEqual(["session.opened", "runner.started"]);
  });

  test("and going on later repeats the lost request under its old number", async () => {
    const session = await new FakeSession(auto).open();
    const stop = new AbortController();
    await session.run({
      signal: stop.signal,
      model: modelOf(({ thread }) => {
        if (thread !== "turn/refinement.1/2") return undefined;
        stop.abort();
        throw new Error("aborted");
      }),
    });
    const model = modelOf();
    await session.run({ model });
    expect(model.asked[0]).toMatchObject({ thread: "turn/refinement.1/2", ask: 1 });
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });
});

describe("a later runner", () => {
  test("fences the earlier one off: its steps are aborted and its late results refused", async () => {
    const session = await new FakeSession(auto).open();
    const first = session.run({
      model: modelOf(async (_, signal) => {
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        return says.text("too late");
      }),
    });
    await until(session, "model.asked");
    const fence = await session.start();
    expect(await first).toEqual({ kind: "fenced", why: "another runner has taken over" });
    expect(session.log.types().at(-1)).toBe("runner.started");
    expect(await session.run({ model: modelOf() }, fence)).toMatchObject({ kind: "waiting" });
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });
});

describe("a step that fails", () => {
  test("ends its step and not the runner: tried again after one second, then ten, then it waits for a person", async () => {
    const session = await new FakeSession(auto).open();
    const model = modelOf(({ thread }) => {
      if (thread !== "turn/refinement.1/1") return undefined;
      throw new Error("the model is down");
    });
    expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
    expect(model.asked).toHaveLength(3);
    expect(session.clock.slept).toEqual([1_000, 10_000]);
    const failures = session.log.facts.flatMap(({ event }) => (event.type === "step.failed" ? [event] : []));
    expect(failures.map(({ error, retryAt }) => [error, retryAt !== undefined])).toEqual([
      ["the model is down", true],
      ["the model is down", true],
      ["the model is down", false],
    ]);
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });

  test("does not spin while its next try is under way", async () => {
    const session = await new FakeSession(auto).open();
    let tries = 0;
    const model = modelOf(async ({ thread }) => {
      if (thread !== "turn/refinement.1/1") return undefined;
      if (++tries === 1) throw new Error("once");
      await slowly(session);
      return undefined;
    });
    await session.run({ model });
    expect(session.clock.slept.filter((ms) => ms !== slowMs)).toEqual([1_000]);
  });

  test("that only a person can fix waits at once", async () => {
    const session = await new FakeSession(auto).open();
    const model = modelOf(() => {
      throw new Fault("model.missing", "There is no model.");
    });
    expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
    expect(model.asked).toHaveLength(1);
    expect(session.clock.slept).toEqual([]);
  });

  test("has three tries again after a person's retry, and goes on where it stopped", async () => {
    const session = await new FakeSession(auto).open();
    const broken = modelOf(() => {
      throw new Error("down");
    });
    await session.run({ model: broken });
    const [stuck] = session.log.facts.filter(({ event }) => event.type === "step.failed").slice(-1);
    await replyTo(session.journal, `s${stuck?.seq}`, "yes", session.clock.now());
    expect(await session.run({ model: broken })).toMatchObject({ kind: "waiting" });
    expect(broken.asked).toHaveLength(6);
    const again = session.log.facts.filter(({ event }) => event.type === "step.failed").at(-1);
    await replyTo(session.journal, `s${again?.seq}`, "retry", session.clock.now());
    const model = modelOf();
    await session.run({ model });
    expect(model.asked[0]).toMatchObject({ thread: "turn/refinement.1/1", ask: 1 });
    expect(session.state.failures).toEqual({});
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });

  test("does not hold up others: the other task lands", async () => {
    const session = await new FakeSession(auto).open();
    const model = modelOf(
      ({ thread }) => {
        if (thread === "coding/t1.1") throw new Error("down");
        return undefined;
      },
      [planned("t1"), planned("t2")],
    );
    expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
    expect(session.state.tasks).toMatchObject({ t1: { state: "CODING" }, t2: { state: "DONE" } });
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });

  test("because its rules are missing does so alone, and says which", async () => {
    const session = await new FakeSession(auto).open();
    const { blobs } = session;
    const lost = new Set<string>();
    const get = blobs.get;
    Object.assign(blobs, {
      get: async (blob: string) => (lost.has(blob) ? undefined : get(blob)),
      put: ((put) => async (text: string) => {
        const blob = await put(text);
        if (text.includes("[coding.md]")) lost.add(blob);
        return blob;
      })(blobs.put),
    });
    expect(await session.run({ model: modelOf() })).toMatchObject({ kind: "waiting" });
    expect(session.log.facts.at(-1)?.event).toMatchObject({
      type: "step.failed",
      error: expect.stringMatching(/^The rules that coding\/t1\.1 cites/),
    });
  });

  test("by ending without a result does not start again at once", async () => {
    const session = await new FakeSession(auto).open();
    // A journal that says "nothing" where a phase should be entered: the step ends, and is wanted as before.
    const idle = (journal: Journal): Journal => ({
      ...bound(journal),
      as: (step) =>
        step.startsWith("enter/")
          ? {
              ...bound(journal.as(step)),
              append: (build) =>
                journal.as(step).append((at, first) => {
                  const built = build(at, first);
                  const entering = built && !("refused" in built) && built[0].event.type === "phase.entered";
                  return entering ? undefined : built;
                }),
            }
          : journal.as(step),
    });
    expect(await session.run({ model: modelOf(), journal: idle })).toMatchObject({ kind: "waiting" });
    expect(
      session.log.facts.slice(-3).map(({ event }) => event.type === "step.failed" && event.error),
    ).toEqual(Array.from({ length: 3 }, () => "the step ended without a result"));
  });
});

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

describe("a log that cannot be written", () => {
  test("ends the runner with that fault, after everything in flight has ended", async () => {
    const session = await new FakeSession(auto).open();
    const fault = new Fault("log.unwritable", "The disk is full.");
    const order: string[] = [];
    const model = modelOf(
      async ({ thread }, signal) => {
        if (thread === "coding/t2.1") {
          await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
          await slowly(session);
          order.push("let go");
          throw new Error("aborted");
        }
        if (thread === "coding/t1.1")
          session.log.before = () => {
            throw fault;
          };
        return undefined;
      },
      [planned("t1"), planned("t2")],
    );
    const running = session.run({ model }).finally(() => order.push("ended"));
    await expect(running).rejects.toBe(fault);
    expect(order).toEqual(["let go", "ended"]);
  });

  test("nor be read any more: the same", async () => {
    const session = await new FakeSession(auto).open();
    const fault = new Fault("log.damaged", "Line 3 is damaged.");
    let aborted = false;
    const broken = gate();
    const model = modelOf(async (_, signal) => {
      signal.addEventListener("abort", () => {
        aborted = true;
      });
      broken.open();
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      throw new Error("aborted");
    });
    const running = session.run({
      model,
      journal: (journal) => ({
        ...bound(journal),
        moved: (head, signal) =>
          Promise.race([
            journal.moved(head, signal),
            broken.opened.then(() => {
              throw fault;
            }),
          ]),
      }),
    });
    await expect(running).rejects.toBe(fault);
    expect(aborted).toBe(true);
  });
});

describe("what a person does while a turn is in flight", () => {
  test("moving on aborts it; the writer starts only after it has ended", async () => {
    const session = await new FakeSession(auto).open();
    const order: string[] = [];
    const model = modelOf(async ({ thread }: AskedBy, signal): Promise<ModelReply | undefined> => {
      order.push(thread);
      if (thread !== "turn/refinement.1/1") return undefined;
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      await slowly(session);
      order.push("let go");
      throw new Error("aborted");
    });
    const running = session.run({ model });
    await until(session, "model.asked");
    await advance(session.journal);
    await running;
    expect(order.slice(0, 3)).toEqual(["turn/refinement.1/1", "let go", "artifact/refinement.1/1"]);
    expect(session.log.types()).not.toContain("step.failed");
    expect(session.state.threads).toEqual([]);
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });

  test("a reply that comes all the same is recorded, and nothing follows from it", async () => {
    const session = await new FakeSession(auto).open();
    const model = modelOf(async ({ thread }) => {
      if (thread !== "turn/refinement.1/1") return undefined;
      await advance(session.journal);
      return says.text("late words");
    });
    await session.run({ model });
    const texts = session.log.facts.flatMap(({ event }) =>
      event.type === "message.posted" ? [event.text] : [],
    );
    expect(texts).not.toContain("late words");
    const replied = session.log.facts.find(({ event }) => event.type === "model.replied");
    expect(replied?.event).toMatchObject({ text: "late words" });
    expect(session.log.types().filter((type) => type === "phase.signalled")).toHaveLength(1);
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });

  test("and then sends the artifact back: the same turn goes on in its thread, with the reason as newest words", async () => {
    const session = await new FakeSession().open();
    let interrupted = false;
    const requests: string[] = [];
    const model = modelOf(async ({ thread, ask }) => {
      if (thread !== "turn/refinement.1/1") return undefined;
      requests.push(`${thread} ${ask}`);
      if (interrupted) return undefined;
      interrupted = true;
      await advance(session.journal);
      return says.call("pass_turn", { reason: "late" });
    });
    const running = session.run({ model, linger: true });
    await until(session, "artifact.submitted");
    await replyTo(
      session.journal,
      `a${session.state.artifacts.scope?.seq}`,
      "back Smaller, please.",
      session.clock.now(),
    );
    await until(session, "artifact.submitted", 2);
    expect(requests).toEqual(["turn/refinement.1/1 1", "turn/refinement.1/1 2"]);
    expect(session.state.artifacts.scope).toMatchObject({ version: 2 });
    await checkEveryPrefix(session.log.facts, session.blobs.get);
    await session.start();
    expect(await running).toMatchObject({ kind: "fenced" });
  });

  test("speaking aborts nothing, and is in the next request of everyone at work", async () => {
    const session = await new FakeSession(auto).open();
    const heard: string[] = [];
    const model = modelOf();
    const listening = {
      ...model,
      reply: async (...args: Parameters<typeof model.reply>) => {
        const [request, by] = args;
        const text = JSON.stringify(request);
        for (const word of ["in the talk", "in the build"])
          if (text.includes(word)) heard.push(`${by.thread} ${by.ask}: ${word}`);
        if (by.thread === "turn/planning.1/1") await say(session.journal, "in the talk");
        if (by.thread === "coding/t1.1" && by.ask === 1) {
          await say(session.journal, "in the build");
          return says.call("list_files", {});
        }
        return model.reply(...args);
      },
    };
    await session.run({ model: listening });
    expect(heard).toContain("turn/planning.1/2 1: in the talk");
    expect(heard).toContain("coding/t1.1 2: in the build");
    expect(heard).toContain("review/t1.1/1 1: in the build");
    expect(heard.filter((one) => one.startsWith("turn/pre-code-review"))).toEqual([]);
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });
});

describe("limits of a loop", () => {
  test("an engineer who never speaks is cut, and the talk goes on", async () => {
    const session = await new FakeSession(auto).open();
    const model = modelOf(({ thread }) => (thread === "turn/refinement.1/1" ? says.text("") : undefined));
    await session.run({ model });
    const cut = session.log.facts.find(({ event }) => event.type === "turn.ended" && event.how === "cut");
    expect(cut?.event).toMatchObject({
      thread: "turn/refinement.1/1",
      reason: "two replies in a row used no tool",
    });
    expect(session.state.tasks.t1?.state).toBe("DONE");
  });

  test.each([
    ["artifact/planning.1/1", /handed in no valid plan: no result in 3 requests/],
    ["coding/t1.1", /did not finish t1\nno result in 8 requests/],
    ["review/t1.1/1", /review of t1 ended without a verdict\nno result in 5 requests/],
  ])(
    "%s waits in the inbox; sent on, it goes on in the same thread with new requests",
    async (thread, words) => {
      const session = await new FakeSession({ ...auto, seats: withoutArchitect }).open();
      const silent = modelOf((by) => {
        if (by.thread === thread) return says.call("list_files");
        const talksOn = thread.startsWith("artifact/") && by.thread.startsWith("coach/planning");
        return talksOn ? says.text("Go on.") : undefined;
      });
      expect(await session.run({ model: silent })).toMatchObject({ kind: "waiting" });
      const asked = silent.asked.filter((by) => by.thread === thread).length;
      const [item] = inboxOf(session.state, session.clock.now());
      expect(`${item?.title}\n${item?.text}`).toMatch(words);
      expect(session.clock.slept).toEqual([]);
      await replyTo(session.journal, item?.id ?? "", "yes", session.clock.now());
      const model = modelOf();
      expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
      expect(model.asked[0]).toMatchObject({ thread, ask: asked + 1 });
      expect(session.state.session.policy.pace).toBe("auto");
      expect(session.state.tasks.t1?.state).toBe("DONE");
      await checkEveryPrefix(session.log.facts, session.blobs.get);
    },
  );

  test("a coach who never hands in: at the limit the artifact is asked for all the same", async () => {
    const session = await new FakeSession({ policy: { pace: "auto", turns: 4 } }).open();
    const model = modelOf(({ thread }) => (thread.startsWith("coach/") ? says.text("Go on.") : undefined));
    await session.run({ model });
    expect(model.asked.map(({ thread }) => thread).filter((thread) => thread.includes("refinement"))).toEqual(
      [
        "turn/refinement.1/1",
        "turn/refinement.1/2",
        "coach/refinement.1/1",
        "turn/refinement.1/3",
        "turn/refinement.1/4",
        "coach/refinement.1/2",
        "artifact/refinement.1/1",
      ],
    );
  });
});

describe("teams of other shapes", () => {
  const tasks = ["t1", "t2", "t3", "t4"].map((id) => planned(id));

  test.each([
    ["no coach", [seat("ada"), seat("bo"), seat("architect", "architect")]],
    ["no architect: engineers review each other", [seat("ada"), seat("bo"), seat("coach", "coach")]],
    ["two engineers and nobody else", [seat("ada"), seat("bo")]],
    ["five engineers", ["ada", "bo", "cy", "di", "ed"].map((id) => seat(id))],
  ])("%s", async (_, seats) => {
    const session = await new FakeSession({ seats, policy: { pace: "auto", turns: 4 } }).open();
    const model = modelOf(undefined, tasks);
    expect(await session.run({ model })).toMatchObject({ kind: "waiting" });
    expect(Object.values(session.state.tasks).map((task) => task.state)).toEqual([
      "DONE",
      "DONE",
      "DONE",
      "DONE",
    ]);
    for (const { event } of session.log.facts)
      if (event.type === "review.given") expect(event.seat).not.toBe(session.state.tasks[event.task]?.owner);
    expect(session.state.threads).toEqual([]);
    expect(session.state.effects).toEqual({});
    await checkEveryPrefix(session.log.facts, session.blobs.get);
  });
});

test("an obliging answer is a valid one for every thread there is", () => {
  for (const thread of [
    "turn/planning.1/1",
    "coach/planning.1/1",
    "artifact/planning.1/1",
    "coding/t1.1",
    "review/t1.1/1",
  ])
    expect(obliging({ thread, ask: 1, seat: "ada" }).kind).toBe("replied");
});
