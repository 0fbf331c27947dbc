import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import type { Request } from "../ports/request.ts";
import { renderRequest } from "./render-request.ts";

const charter = { system: "Rules for building.", coach: "", artifact: "", tools: [] };

interface Move {
  readonly results: readonly number[];
  readonly written: number;
  readonly said: boolean;
  readonly back: boolean;
}

const size = fc.oneof(fc.integer({ min: 1, max: 3_000 }), fc.integer({ min: 1, max: 120_000 }));
const moves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.record({
    results: fc.array(size, { minLength: 1, maxLength: 4 }),
    written: fc.oneof(fc.constant(10), size),
    said: fc.boolean(),
    back: fc.integer({ min: 0, max: 9 }).map((one) => one === 0),
  }),
  { maxLength: 120, size: "max" },
);

/** A task that is worked on for a long time. Gives every request, as text, and what its last reply came to. */
function play(all: readonly Move[]): {
  requests: Request[];
  fresh: string[][];
  words: string[];
  sent: number;
} {
  const past = Past.opened().reaches("implementation");
  past.threadOpens("coding/t1.1", "ada", "coding", "t1");
  let loop = past.loopOpens("coding/t1.1", "done", undefined, "Task t1. Begin.", 1_000);
  const played = { requests: [] as Request[], fresh: [] as string[][], words: [] as string[], sent: 0 };
  all.forEach(({ results, written, said, back }, at) => {
    past.asks(loop, at + 1);
    const input = { path: "a.ts", content: `written-${at} ${"w".repeat(written)}` };
    const { seq } = past.replies(loop, at + 1, "", ...results.map(() => ({ tool: "write_file", input })));
    const texts = results.map((length, call) => `result-${at}-${call}. ${"r".repeat(length)}`);
    texts.forEach((text, call) => {
      past.harness({ type: "tool.settled", loop, call: `c${seq}_${call + 1}`, failed: false, text });
    });
    played.sent += texts.join("").length + results.length * input.content.length;
    if (said) past.says("human", `words-${at}.`);
    if (said) played.words.push(`words-${at}.`);
    if (back) {
      past.harness({ type: "loop.closed", loop, outcome: "done" });
      loop = past.loopOpens(
        "coding/t1.1",
        "done",
        undefined,
        `Back with you ${at}: ${"c".repeat(20_000)}`,
        1_000,
      );
    }
    played.requests.push(renderRequest(past.state, loop, charter));
    played.fresh.push(texts.map((text) => text.split(" ")[0] ?? ""));
  });
  return played;
}

const textOf = ({ messages }: Request) => messages.map((message) => `\n${JSON.stringify(message)}`).join("");

describe("however long a task is worked on", () => {
  test("requests are bounded, have what is new, and change what was sent in rare jumps only", () => {
    fc.assert(
      fc.property(moves, (all) => {
        const { requests, fresh, words, sent } = play(all);
        const texts = requests.map(textOf);
        let jumps = 0;
        let heard = 0;
        texts.forEach((text, at) => {
          expect(text.length).toBeLessThan(400_000);
          expect(text).toContain("Task t1. Begin.");
          expect((fresh[at] ?? []).filter((one) => !text.includes(one))).toEqual([]);
          if (all[at]?.said) heard++;
          expect(words.slice(Math.max(0, heard - 20), heard).filter((one) => !text.includes(one))).toEqual(
            [],
          );
          // The last message may get more blocks, so it is compared without its end.
          if (at > 0 && !text.startsWith((texts[at - 1] ?? "").replace(/\]\}$/, ""))) jumps++;
        });
        expect(jumps).toBeLessThanOrEqual(Math.ceil(sent / 32_000));
      }),
      { numRuns: 10 },
    );
  });

  test("old results become a line that says how long they were, and short ones stay", () => {
    const { requests } = play(
      Array.from({ length: 30 }, () => ({ results: [3_000, 5], written: 2_000, said: false, back: false })),
    );
    const text = textOf(requests.at(-1) as Request); // thirty were played
    expect(text).toMatch(/\(3012 characters left out; call again to see them\)/);
    expect(text).toContain("result-0-1. rrrrr");
    expect(text).toMatch(/written-0 w+\\n\(\d+ characters left out here\)/);
    expect(text).toContain(`result-29-0. ${"r".repeat(3_000)}`);
  });

  test("many long results of one reply share what there is room for", () => {
    const { requests } = play([{ results: [90_000, 90_000, 90_000], written: 10, said: false, back: false }]);
    const text = textOf(requests[0] as Request); // one was played
    expect(text.length).toBeLessThan(70_000);
    expect(text.match(/characters left out here/g)).toHaveLength(3);
  });
});
