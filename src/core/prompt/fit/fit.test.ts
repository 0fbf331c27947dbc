import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { seat } from "../../../../test/support/plans.ts";
import { playTalk, type RandomTalk } from "../../../../test/support/random-talk.ts";
import type { Request } from "../../ports/request.ts";
import { loopOf } from "../../state/threads.ts";
import { mostTokens } from "../../terms/money.ts";
import type { Seat } from "../../terms/policy.ts";
import { renderRequest } from "../render-request.ts";
import { lackOf } from "./bound.ts";
import { utf8Length } from "./measure-request.ts";

const tool = (name: string, length = 40) => ({ name, description: "d".repeat(length), schema: {} });
const charter = {
  system: "Rules. ".repeat(100),
  coach: "",
  artifact: "",
  tools: ["pass_turn", "read_file", "signal_phase_complete"].map((name) => tool(name)),
};

const bytesOf = (request: Request) => utf8Length(JSON.stringify(request));
const needed = (request: Request) => mostTokens(bytesOf(request)) + (request.maxOutput ?? 0);

const talks: fc.Arbitrary<RandomTalk & { readonly window: number }> = fc.record({
  seed: fc.nat(),
  engineers: fc.integer({ min: 2, max: 4 }),
  perspective: fc.nat({ max: 15 }),
  messages: fc.integer({ min: 50, max: 400 }),
  window: fc.integer({ min: 3_000, max: 40_000 }),
});

describe("10.25: however long a team talks, requests fit into the window", () => {
  test("with their replies, and with what a person said last", () => {
    fc.assert(
      fc.property(talks, (talk) => {
        playTalk(talk, ({ request, unheard }) => {
          expect(needed(request)).toBeLessThanOrEqual(talk.window);
          expect(request.maxOutput).toBeGreaterThanOrEqual(256);
          expect(request.maxOutput).toBeLessThanOrEqual(talk.window / 4);
          expect(JSON.stringify(request)).toContain(unheard.at(-1) ?? "");
        });
      }),
      { numRuns: 8 },
    );
  });

  test("text that takes more bytes than characters fits as well", () => {
    const past = Past.opened({ policy: { windows: { scripted: 6_000 } } });
    past.enters("refinement");
    for (let at = 0; at < 40; at++) past.says("bo", `第${at}件: ${"漢字".repeat(300)}`);
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    const request = renderRequest(past.state, loop, charter);
    expect(needed(request)).toBeLessThanOrEqual(6_000);
    expect(JSON.stringify(request)).toContain("第39件");
  });
});

test("10.25: a long task fits into the window, whatever its tools answer", () => {
  const results = fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(results, fc.integer({ min: 3_000, max: 30_000 }), (sizes, window) => {
      const past = Past.opened({ policy: { windows: { scripted: window } } }).reaches("implementation");
      past.threadOpens("coding/t1.1", "ada", "coding", "t1");
      const loop = past.loopOpens("coding/t1.1", "done", undefined, "Task t1. Begin.", 1_000);
      sizes.forEach((size, at) => {
        past.asks(loop, at + 1);
        const input = { path: "a.ts", content: "w".repeat(size / 2) };
        const { seq } = past.replies(loop, at + 1, "", { tool: "write_file", input });
        const text = `result-${at} ${"r".repeat(size)}`;
        past.harness({ type: "tool.settled", loop, call: `c${seq}_1`, failed: false, text });
        const request = renderRequest(past.state, loop, charter);
        expect(needed(request)).toBeLessThanOrEqual(window);
        expect(JSON.stringify(request)).toContain(`result-${at}`);
        expect(JSON.stringify(request)).toContain("Task t1. Begin.");
      });
    }),
    { numRuns: 15 },
  );
});

describe("10.25: those who share a rendering share one cut", () => {
  const windows = { scripted: 200_000, small: 12_000 };
  const small = (one: Seat): Seat => ({ ...one, model: "small" });

  test("it follows the smallest window among them", () => {
    const [big, tiny] = talked([seat("ada"), small(seat("bo"))]);
    expect(blocksOf(big).slice(0, -1)).toEqual(blocksOf(tiny).slice(0, -1));
    expect(big.maxOutput).toBe(8_000);
    expect(tiny.maxOutput).toBe(3_000);
  });

  test("a member with its own perspective does not make the others see less", () => {
    const [big, tiny] = talked([seat("ada"), { ...small(seat("bo")), rendering: "perspective" }]);
    expect(bytesOf(big)).toBeGreaterThan(40_000);
    expect(needed(tiny)).toBeLessThanOrEqual(12_000);
  });

  function talked(seats: readonly [Seat, Seat]): readonly [Request, Request] {
    const past = Past.opened({ seats: [...seats, seat("coach", "coach")], policy: { windows } });
    past.enters("refinement");
    for (let at = 0; at < 60; at++) past.says("coach", `word-${at} ${"and so on ".repeat(90)}`);
    const [first, second] = seats.map(({ id }, at) => {
      const loop = past.turnStarts(`turn/refinement.1/${at + 1}`, id);
      return renderRequest(past.state, loop, charter);
    });
    if (!first || !second) throw new Error("two seats");
    return [first, second];
  }

  function blocksOf({ messages }: Request): readonly string[] {
    return messages.flatMap((message) => (message.role === "user" ? message.blocks : []));
  }
});

test("10.25: in a small window a member sees only the tools it may use", () => {
  const many = { ...charter, tools: [tool("pass_turn"), tool("read_file"), tool("submit_tasks", 4_000)] };
  const names = (window: number) => {
    const past = Past.opened({ policy: { windows: { scripted: window } } });
    past.enters("refinement");
    past.harness({
      type: "turn.started",
      thread: "turn/refinement.1/1",
      seat: "ada",
      round: 1,
      kind: "engineer",
    });
    const opened = { thread: "turn/refinement.1/1", terminal: "pass_turn", tools: ["read_file"], asks: 8 };
    const { seq } = past.harness({ type: "loop.opened", ...opened });
    return renderRequest(past.state, `l${seq}`, many).tools.map(({ name }) => name);
  };
  expect(names(4_096)).toEqual(["pass_turn", "read_file"]);
  expect(names(32_768)).toEqual(["pass_turn", "read_file", "submit_tasks"]);
});

describe("10.25: a request that cannot fit is found before it is sent", () => {
  test.each([1_000, 2_000, 4_000, 8_000])("rules of %d tokens", (tokens) => {
    const past = Past.opened({ policy: { windows: { scripted: 3_000 } } });
    past.enters("refinement");
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    const request = renderRequest(past.state, loop, { ...charter, system: "x".repeat(tokens * 3) });
    const lack = lackOf(past.state, theLoop(past, loop), request);
    if (tokens <= 2_000) expect(lack).toBeUndefined();
    else expect(lack).toMatchObject({ window: 3_000, needs: expect.any(Number) });
    if (lack) expect(lack.needs).toBeGreaterThan(3_000);
  });

  test("nothing is known: nothing is held back", () => {
    const past = Past.opened();
    past.enters("refinement");
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    const request = renderRequest(past.state, loop, { ...charter, system: "x".repeat(900_000) });
    expect(lackOf(past.state, theLoop(past, loop), request)).toBeUndefined();
  });
});

describe("10.25: after a refusal by length the next request is shorter, or is not sent", () => {
  const refused = (messages: number) => {
    const past = Past.opened();
    past.enters("refinement");
    for (let at = 0; at < messages; at++) past.says("bo", `word-${at} ${"and so on ".repeat(100)}`);
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    const before = renderRequest(past.state, loop, charter);
    const asked = {
      loop,
      ask: 1,
      attempt: 1,
      model: "scripted",
      renderer: 1,
      hash: "",
      bytes: bytesOf(before),
    };
    const { seq } = past.harness({ type: "model.asked", ...asked });
    const failed = { asked: seq, loop, ask: 1, failure: "refused" as const, text: "too long" };
    past.harness({ type: "model.failed", ...failed, unspent: true, tooLong: {} });
    return { past, loop, before, after: renderRequest(past.state, loop, charter) };
  };

  test("a long talk is cut", () => {
    const { past, loop, before, after } = refused(40);
    expect(bytesOf(after)).toBeLessThanOrEqual(bytesOf(before) * 0.75);
    expect(lackOf(past.state, theLoop(past, loop), after)).toBeUndefined();
  });

  test("a short talk cannot be", () => {
    const { past, loop, after } = refused(0);
    expect(lackOf(past.state, theLoop(past, loop), after)).toMatchObject({ said: "too long" });
  });
});

function theLoop(past: Past, id: string) {
  const loop = loopOf(past.state, id);
  if (!loop) throw new Error(`no loop ${id}`);
  return loop;
}
