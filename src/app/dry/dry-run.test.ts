import { describe, expect, test } from "vitest";
import { FakeSession, type FakeSessionOptions, modelOf } from "../../../test/support/fake-session.ts";
import { sha } from "../../../test/support/loop-stage.ts";
import { plainPrompts } from "../../../test/support/plain-prompts.ts";
import { planned } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import { teamInForce } from "../../../test/support/team-in-force.ts";
import type { Journal } from "../../core/ports/journal.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { defaultOutput } from "../../core/terms/defaults.ts";
import type { Project } from "../project.ts";
import { type DryStep, type DryWish, dryRun } from "./dry-run.ts";

const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

async function session(options: FakeSessionOptions = {}) {
  const fake = await new FakeSession(options).open();
  const dry = (wish: DryWish = {}, priceOf: Project["price"] = () => undefined) => {
    // Everything that a dry run uses.
    const project = {
      processes: { self: () => ({ host: "here", pid: 1, startedAt: "then" }) },
      clock: fake.clock,
      hash: sha,
      prompts: plainPrompts,
      price: priceOf,
      readTeam: async () => teamInForce(fake.state),
    } as unknown as Project;
    const files = { id: "s", journal: fake.journal, blobs: fake.blobs } as unknown as SessionFiles;
    return dryRun(project, files, wish);
  };
  return { fake, dry };
}

const asked = (step: DryStep | undefined) => (step?.outcome.kind === "asks" ? step.outcome : undefined);

describe("what a run would do next", () => {
  test("is shown up to the first request, before there is a conversation for it", async () => {
    const { fake, dry } = await session();
    const steps = await dry({}, () => price);
    expect(steps).toMatchObject([
      { what: "Opening refinement", outcome: { kind: "asks-nobody" } },
      {
        what: "A turn in refinement",
        member: "ada",
        model: "scripted",
        outcome: { kind: "asks", conversation: "turn/refinement.1/1", request: 1, attempt: 1, budgets: [] },
      },
    ]);
    const { bytes = 0, worst } = asked(steps[1]) ?? {};
    expect(worst?.input).toBe(Math.ceil(bytes / 3));
    expect(worst?.micros).toBe(Math.ceil(Math.ceil(bytes / 3) * 3.75 + defaultOutput.turn * 15));
    expect(fake.log.types()).toEqual(["session.opened"]);
  });

  test("is exactly the request that the run then makes, at every point of a whole session", async () => {
    const { fake, dry } = await session({ policy: { pace: "auto" } });
    const tasks = [planned("t1"), planned("t2"), planned("t3", "t1")];
    let matched = 0;
    const watched = (journal: Journal): Journal => ({
      state: () => journal.state(),
      as: (step) => watched(journal.as(step)),
      fenced: (fence) => watched(journal.fenced(fence)),
      read: (from) => journal.read(from),
      follow: (from, signal) => journal.follow(from, signal),
      moved: (head, signal) => journal.moved(head, signal),
      close: () => journal.close(),
      async append(build) {
        const foreseen = (await dry()).flatMap((step) => asked(step) ?? []);
        const appended = await journal.append(build);
        for (const { event } of appended.kind === "done" ? appended.facts : []) {
          if (event.type !== "model.asked") continue;
          const { ask: request, bytes, reserved: worst } = event;
          expect(foreseen).toContainEqual(expect.objectContaining({ request, bytes, worst }));
          matched++;
        }
        return appended;
      },
    });
    const model = modelOf((by) => tryTwice(by.thread, by.ask), tasks);
    const ended = await fake.run({ model, journal: watched });
    expect(ended).toMatchObject({ kind: "waiting" });
    expect(matched).toBe(model.asked.length);
    expect(matched).toBeGreaterThan(12);
  });

  test("takes the options of a run into account", async () => {
    const { fake, dry } = await session();
    await fake.run({ model: modelOf() });
    expect(fake.state.stage?.phase).toBe("refinement");
    expect(await dry()).toEqual([]);

    const { fake: other, dry: otherDry } = await session();
    await other.start();
    const over = await otherDry({ budget: { tokens: 100 } });
    expect(over[1]?.outcome).toMatchObject({
      kind: "over-budget",
      why: expect.stringContaining("100 tokens"),
    });
    const left = await otherDry({ budget: { tokens: 100_000 } });
    expect(asked(left[1])?.budgets).toEqual([
      { key: "session", cap: { tokens: 100_000 }, left: { tokens: 100_000 }, used: { tokens: 0 } },
    ]);
    expect(other.state.session.policy.budget).toBeUndefined();
  });

  test("several at once reserve one after the other, as in a run", async () => {
    const { fake, dry } = await session({
      policy: { pace: "auto", budget: { session: { tokens: 1_000_000 } } },
    });
    const tasks = [planned("t1"), planned("t2")];
    const stop = new AbortController();
    await fake.run({
      model: modelOf((by) => {
        if (!by.thread.startsWith("coding/")) return undefined;
        stop.abort();
        throw new Error("stopped");
      }, tasks),
      signal: stop.signal,
    });
    const steps = (await dry()).filter((step) => asked(step));
    expect(steps.map(({ member }) => member)).toEqual(["ada", "bo"]);
    const [first, second] = steps.map((step) => asked(step)?.budgets[0]?.left.tokens ?? 0);
    const worst = asked(steps[0])?.worst;
    expect((first ?? 0) - (second ?? 0)).toBe((worst?.input ?? 0) + (worst?.output ?? 0));
  });
});

describe("what cannot be known is said", () => {
  test("checks come first", async () => {
    const { fake, dry } = await session({ policy: { pace: "auto" } });
    const stop = new AbortController();
    fake.log.before = () => {
      const task = fake.state.tasks.t1;
      if (task?.state === "TESTING") stop.abort();
    };
    await fake.run({ model: modelOf(), signal: stop.signal });
    expect(await dry()).toMatchObject([
      {
        what: "Testing t1",
        task: "t1",
        outcome: { kind: "asks-nobody", dependsOn: "what the checks say" },
      },
    ]);
  });

  test("10.2: the checks on the base commit run beside the first request", async () => {
    const check = [{ name: "tests", run: "test" }];
    const policy = { baseline: true, checks: { quick: check, full: check, timeoutMs: 9 } };
    const { dry } = await session({ policy });
    expect(await dry()).toMatchObject([
      {
        what: "Running the checks on the base commit",
        outcome: { kind: "asks-nobody", dependsOn: "what the checks say on the base commit" },
      },
      { what: "Opening refinement" },
      { what: "A turn in refinement", outcome: { kind: "asks" } },
    ]);
  });

  test("tool calls come first", async () => {
    const { fake, dry } = await session({ policy: { pace: "auto" } });
    const stop = new AbortController();
    fake.log.before = () => {
      const last = fake.log.facts.at(-1)?.event;
      if (last?.type === "model.replied" && last.calls[0]?.tool === "write_file")
        throw new Error("power cut");
    };
    await fake.run({ model: modelOf(), signal: stop.signal }).catch(() => undefined);
    fake.log.before = undefined;
    expect(await dry()).toMatchObject([
      { member: "ada", outcome: { kind: "not-known", why: expect.stringMatching(/tool calls? come first/) } },
    ]);
  });

  test("a request that waits for its time says until when", async () => {
    const { fake, dry } = await session();
    const stop = new AbortController();
    await fake.run({
      model: modelOf(() => {
        stop.abort();
        return { ...says.failed("full"), retryAfterMs: 60_000 } as ReturnType<typeof says.failed>;
      }),
      signal: stop.signal,
    });
    const [step] = await dry();
    expect(asked(step)).toMatchObject({ attempt: 2, notBefore: expect.stringMatching(/^2026-01-01T00:01/) });
  });
});

/** A member who first reads files, so that conversations have more than one request. */
function tryTwice(thread: string, ask: number) {
  return thread.startsWith("coding/") && ask === 1 ? says.call("list_files", { folder: "." }) : undefined;
}
