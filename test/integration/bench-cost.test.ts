import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { costOf } from "../../bench/cost/cost.ts";
import { costReport } from "../../bench/cost/cost-report.ts";
import { ProviderCache } from "../../bench/cost/provider-cache.ts";
import { readConversation } from "../../bench/cost/read-conversation.ts";
import type { Request } from "../../src/core/ports/request.ts";

const line = (from: string, content: string, more: object = {}) => JSON.stringify({ from, content, ...more });

describe("a conversation of gotg's", () => {
  test("is read by phases, with all its oddities", () => {
    const { parts, skipped } = readConversation(
      [
        line("system", "--- Phase: grooming ---"),
        line("agent-1", 'One {brace} and a \\ and a "quote".'),
        `${line("system", "--- Phase advanced: grooming → planning. Scope summary written ---")}${line("agent-2", "Two.")}`,
        '{"from": "agent-1", "cont',
        "null",
        line("agent-1", "(agent-1 passes: nothing)", { pass_turn: true }),
        line("coach", "Which?", { ask_pm: { question: "A or B?", options: ["A", "B"] } }),
        line("human", "A"),
        line("system", "--- Phase advanced: planning → implementation ---"),
        line("agent-1", "built"),
        line("system", "--- Phase advanced: implementation → code-review ---"),
        line("coach", ""),
        "",
      ].join("\n"),
    );
    expect(parts).toEqual([
      { phase: "refinement", closed: true, said: [said("agent-1", 'One {brace} and a \\ and a "quote".')] },
      {
        phase: "planning",
        closed: true,
        said: [
          said("agent-2", "Two."),
          { ...said("agent-1", "(agent-1 passes: nothing)"), passed: true },
          said("coach", "Which?\nA or B?\nA\nB"),
          said("human", "A"),
        ],
      },
      { phase: "code-review", closed: true, said: [said("coach", "")] },
    ]);
    expect(skipped).toBe(3);
  });

  test("is sent again turn by turn, and every token is counted once", async () => {
    const folder = await mkdtemp(join(tmpdir(), "cost-"));
    const path = join(folder, "conversation.jsonl");
    const talk = ["agent-1", "agent-2", "coach"].flatMap((from) => [
      line(from, `${from} speaks. `.repeat(40)),
    ]);
    await writeFile(path, [...talk, line("human", "Two decimals."), ...talk].join("\n"));
    const { renderings, messages, assumed } = await costOf(path, resolve("."));
    expect(messages).toBe(7);
    expect(assumed.join()).toContain("no brief beside it");
    for (const { totals, requests } of renderings) {
      expect(requests).toBe(7); // before anybody speaks, the coach says how large it looks
      for (const { sent, written, read, plain } of totals) expect(written + read + plain).toBeCloseTo(sent);
    }
    const [shared, lived] = renderings;
    expect(shared?.within.least).toBe(1);
    expect(shared?.between.least).toBe(1);
    expect(lived?.totals[0]?.weighted).toBeGreaterThan(shared?.totals[0]?.weighted ?? Number.NaN);
  });

  function said(from: string, text: string) {
    return { from, text, passed: false };
  }
});

describe("a provider's cache", () => {
  const request = (...blocks: string[]): Request => ({
    model: "m",
    tools: [],
    system: "s".repeat(4_096),
    messages: [{ role: "user", blocks: [...blocks, "who you are"] }],
    suffix: { message: 0, block: blocks.length },
  });
  const talk = (count: number) => Array.from({ length: count }, (_, at) => `${at}`.padEnd(394, "."));

  test("keeps what was marked, and reads it when the same bytes come again", () => {
    const cache = new ProviderCache(1_024);
    expect(cache.charge(request(...talk(2)))).toMatchObject({ read: 0, written: 1_024 + 200 });
    expect(cache.charge(request(...talk(3)))).toMatchObject({ read: 1_224, written: 100 });
    expect(cache.charge(request("other", ...talk(3)))).toMatchObject({ read: 1_024 });
  });

  test("keeps nothing that is too short, and nothing for another model", () => {
    const cache = new ProviderCache(4_096);
    const first = cache.charge(request(...talk(2)));
    expect(first).toMatchObject({ read: 0, written: 0, plain: first.sent });
    const other = new ProviderCache(1_024);
    other.charge(request(...talk(2)));
    expect(other.charge({ ...request(...talk(2)), model: "n" })).toMatchObject({ read: 0 });
  });

  test("looks back twenty blocks from a mark, and no further", () => {
    for (const [more, read] of [
      [30, 1_224],
      [40, 1_024],
    ] as const) {
      const cache = new ProviderCache(1_024);
      cache.charge(request(...talk(2)));
      expect(cache.charge(request(...talk(2 + more)))).toMatchObject({ read });
    }
  });
});

const fixtures = [resolve("../shared/fixtures/gotg"), resolve("../../shared/fixtures/gotg")].find((path) =>
  existsSync(path),
);

describe("the real conversations", () => {
  beforeEach(({ skip }) => skip(fixtures === undefined, "the conversations are not beside this repository"));

  test.each([
    ["calculator", "team-b542caf/iterations/iter-1/conversation.jsonl", 125_000],
    ["todo", "conversation-d8ac279.jsonl", 95_000],
  ])("%s stays below its bar", async (_, path, bar) => {
    const cost = await costOf(join(fixtures ?? "", path), resolve("."));
    const [shared] = cost.renderings;
    expect(shared?.totals[0]?.weighted).toBeLessThanOrEqual(bar);
    expect(shared?.first[0]?.characters).toBeLessThanOrEqual(8_000);
    expect(shared?.suffixes.find(({ kind }) => kind === "coach")?.characters).toBeLessThanOrEqual(3_000);
    expect(shared?.within.least).toBe(1);
    expect(shared?.between.least).toBeGreaterThanOrEqual(0.8);
    expect(costReport(cost)).toMatch(/kept from 1,024: [\d,]+ \(bar [\d,]+; gotg [\d,]+\) {2}held/);
  });
});
