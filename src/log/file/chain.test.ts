import { describe, expect, test } from "vitest";
import type { RawFact } from "../../core/facts/upcast.ts";
import { Chain } from "./chain.ts";
import { encodeLine, genesis, hashLine } from "./line.ts";

interface Line {
  readonly bytes: Buffer;
  readonly hash: string;
  readonly seq: number;
}

/** A line that continues another, as an honest writer makes it. */
function line(text: string, after?: Line, more = false): Line {
  const fact: RawFact = {
    seq: (after?.seq ?? 0) + 1,
    prev: after?.hash ?? genesis,
    at: "2026-01-01T00:00:00.000Z",
    v: 1,
    actor: "harness",
    ...(more && { more: true as const }),
    event: { type: "message.posted", text },
  };
  const bytes = encodeLine(fact);
  return { bytes, hash: hashLine(bytes), seq: fact.seq };
}

/** What counts of these lines, in this order, and what became of the rest. `torn`: bytes without an end. */
function judged(...lines: readonly (Line | "torn")[]) {
  const counted: string[] = [];
  const all = lines.map((one) => (one === "torn" ? Buffer.from('{"seq":9,"pre') : one.bytes));
  const file = Buffer.concat(all.flatMap((bytes) => [bytes, Buffer.from("\n")]));
  const chain = new Chain(
    ({ event }) => counted.push(String(event.text)),
    (offset, size) => file.subarray(offset, offset + size),
  );
  chain.accept(file, 0);
  const { torn, losing } = chain.tally;
  return { counted, torn, losing, held: chain.held, broken: chain.broken?.why };
}

const whole = { torn: 0, losing: 0, held: 0, broken: undefined };

describe("10.41: a batch whose end never comes", () => {
  const first = line("a");
  const b1 = line("b1", first, true);
  const b2 = line("b2", b1, true);
  const b3 = line("b3", b2);
  const other = line("c", first);

  test("is held, and counts with its last line", () => {
    expect(judged(first, b1, b2)).toEqual({ ...whole, counted: ["a"], held: 2 });
    expect(judged(first, b1, b2, b3)).toEqual({ ...whole, counted: ["a", "b1", "b2", "b3"] });
  });

  test("is abandoned for a line that continues what counts, and each of its lines loses", () => {
    expect(judged(first, b1, b2, other)).toEqual({ ...whole, counted: ["a", "c"], losing: 2 });
  });

  test.each([
    ["the next line of it", [b3]],
    ["a line from its middle on", [b2, b3]],
  ])("abandoned, %s loses, too, and is no damage", (_, late) => {
    const judgement = judged(first, b1, b2, other, ...late);
    expect(judgement).toEqual({ ...whole, counted: ["a", "c"], losing: 2 + late.length });
  });

  test("is abandoned for another batch, of which all lines count", () => {
    const c1 = line("c1", first, true);
    const c2 = line("c2", c1);
    expect(judged(first, b1, b2, c1, c2)).toEqual({ ...whole, counted: ["a", "c1", "c2"], losing: 2 });
    expect(judged(first, b1, c1, b2, c2)).toEqual({ ...whole, counted: ["a"], losing: 4 });
  });

  test("is abandoned for a torn line: what would have ended it loses", () => {
    expect(judged(first, b1, "torn", b2, b3)).toEqual({
      ...whole,
      counted: ["a"],
      torn: 1,
      losing: 3,
    });
    expect(judged(first, b1, b2, "torn", other)).toEqual({
      ...whole,
      counted: ["a", "c"],
      torn: 1,
      losing: 2,
    });
  });

  test("what continues the end of a losing batch is damage: its writer saw that batch count", () => {
    const after = line("d", b3);
    expect(judged(first, b1, b2, other, b3, after)).toMatchObject({ counted: ["a", "c"], broken: "stray" });
  });
});
