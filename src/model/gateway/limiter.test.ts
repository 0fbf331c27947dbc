import { expect, test } from "vitest";
import { HandClock, settled } from "../../../test/support/hand-clock.ts";
import type { Limits } from "../endpoint.ts";
import { type Admission, Limiter, type PlaceInLine, type Waiting } from "./limiter.ts";

const times = { firstByteMs: 1000, idleMs: 1000, totalMs: 1000 };

test("as many at once as are allowed, in the order they came", async () => {
  const { ask, log } = door({ concurrency: 2 });
  const first = ask("a");
  void ask("b");
  await settled();
  void ask("c");
  void ask("d");
  expect(log).toEqual([
    "a in",
    "b in",
    "c waits: others are talking to acme",
    "d waits: others are talking to acme",
  ]);
  (await place(first)).leave({ life: "alive" });
  await settled();
  expect(log.slice(4)).toEqual(["c in"]);
});

test("requests of a minute", async () => {
  const { ask, log, clock } = door({ requestsPerMinute: 2 });
  void ask("a");
  await clock.pass(50_000);
  void ask("b");
  await settled();
  void ask("c");
  await clock.pass(9_999);
  expect(log.at(-1)).toBe(
    "c waits: the limit for acme is used up for this minute until 2030-01-01T00:01:00.000Z",
  );
  await clock.pass(1);
  expect(log.at(-1)).toBe("c in");
});

test("tokens of a minute, corrected by what was really used", async () => {
  const { ask, log, clock } = door({ tokensPerMinute: 1000 });
  const first = ask("a", 900);
  await clock.pass(50_000);
  void ask("b", 200);
  await settled();
  expect(log.at(-1)).toContain("b waits");
  (await place(first)).leave({ life: "alive", tokens: 100 });
  await settled();
  expect(log.at(-1)).toBe("b in");
});

test("what is larger than the limit itself goes when all is quiet", async () => {
  const { ask, log, clock } = door({ tokensPerMinute: 1000 });
  void ask("a", 5000);
  await clock.pass(50_000);
  void ask("b", 5000);
  await clock.pass(10_000);
  expect(log).toEqual(["a in", expect.stringContaining("b waits"), "b in"]);
});

test("a wait that takes long is given back to be written down, and the line goes on", async () => {
  const { ask, log } = door({ requestsPerMinute: 1 });
  void ask("a");
  expect(await ask("b")).toEqual({ kind: "later", why: "rate", ms: 60_000 });
  expect(log).toEqual(["a in", "b later"]);
});

test("what a provider asked of one holds for all, to the millisecond", async () => {
  const { ask, log, clock } = door({});
  const first = ask("a");
  (await place(first)).leave({ life: "alive", holdMs: 12_345 });
  void ask("b");
  await clock.pass(12_344);
  expect(log.at(-1)).toBe("b waits: acme asked Huddle to wait until 2030-01-01T00:00:12.345Z");
  await clock.pass(1);
  expect(log.at(-1)).toBe("b in");
});

test("a dead provider is left alone, then probed by one while the others wait", async () => {
  const { ask, log, clock } = door({ concurrency: 8 });
  for (let failure = 0; failure < 5; failure++) (await place(ask("x"))).leave({ life: "dead" });
  log.length = 0;
  const probe = ask("a");
  void ask("b");
  await clock.pass(9_999);
  expect(log).toEqual([
    "a waits: acme did not answer several times until 2030-01-01T00:00:10.000Z",
    "b waits: acme did not answer several times until 2030-01-01T00:00:10.000Z",
  ]);
  await clock.pass(1);
  expect(log.slice(2).sort()).toEqual(["a in", "b waits: others are talking to acme"]);
  (await place(probe)).leave({ life: "alive" });
  await settled();
  expect(log.at(-1)).toBe("b in");
});

test("a probe that fails sends the others away", async () => {
  const { ask, log, clock } = door({});
  for (let failure = 0; failure < 5; failure++) (await place(ask("x"))).leave({ life: "dead" });
  const probe = ask("a");
  void ask("b");
  await clock.pass(10_000);
  (await place(probe)).leave({ life: "dead" });
  await settled();
  expect(log.at(-1)).toBe("b later");
});

test("who stops leaves the line, and whoever stood behind goes", async () => {
  const { ask, log, clock } = door({ tokensPerMinute: 100 });
  void ask("a", 60);
  await clock.pass(50_000);
  const stop = new AbortController();
  const waiting = ask("b", 60, stop.signal);
  void ask("c", 30);
  stop.abort();
  expect(await waiting).toEqual({ kind: "stopped" });
  await settled();
  expect(log.at(-1)).toBe("c in");
  expect(await ask("d", 1, AbortSignal.abort())).toEqual({ kind: "stopped" });
});

test.each([{ life: "alive" }, { life: "dead", holdMs: 5_000 }, { life: "other", tokens: 0 }] as const)(
  "10.41: who leaves twice has left once: one place is free, and the second word %j does not count",
  async (again) => {
    const { ask, log } = door({ concurrency: 2, tokensPerMinute: 100 });
    const first = await place(ask("a", 50));
    void ask("b", 30);
    await settled();
    for (const name of ["c", "d"]) void ask(name, 5);
    first.leave({ life: "alive" });
    first.leave(again);
    await settled();
    first.leave(again);
    await settled();
    expect(log.filter((line) => line.endsWith(" in"))).toEqual(["a in", "b in", "c in"]);
    expect(log.filter((line) => line.startsWith("d"))).toEqual(["d waits: others are talking to acme"]);
  },
);

function door(limits: Partial<Limits>) {
  const clock = new HandClock();
  const limiter = new Limiter("acme", { concurrency: 9, ...times, ...limits }, clock, () => 0);
  const log: string[] = [];
  const never = new AbortController().signal;
  return { clock, log, ask };

  async function ask(name: string, tokens = 1, signal = never): Promise<Admission> {
    const entry = await limiter.enter(tokens, signal, ({ why, until }: Waiting) => {
      log.push(`${name} waits: ${why}${until === undefined ? "" : ` until ${until}`}`);
    });
    log.push(entry.kind === "entered" ? `${name} in` : `${name} ${entry.kind}`);
    return entry;
  }
}

async function place(asked: Promise<Admission>): Promise<PlaceInLine> {
  const entry = await asked;
  if (entry.kind !== "entered") throw new Error(`expected to be let in, but ${entry.kind}`);
  return entry.place;
}
