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

type Odd = Line | "torn" | "empty" | "foreign";
const odd = { torn: '{"seq":9,"pre', empty: "", foreign: "{}" };

/** A chain that has read these lines. `torn`: bytes without an end. */
function read(lines: readonly Odd[], notes: (text: string, line: number) => void = () => {}): Chain {
  const all = lines.map((one) => (typeof one === "string" ? Buffer.from(odd[one]) : one.bytes));
  const file = Buffer.concat(all.flatMap((bytes) => [bytes, Buffer.from("\n")]));
  const chain = new Chain(
    ({ event }, line) => notes(String(event.text), line),
    (offset, size) => file.subarray(offset, offset + size),
  );
  chain.accept(file, 0);
  return chain;
}

/** What counts of these lines, in this order, and what became of the rest. */
function judged(...lines: readonly Odd[]) {
  const counted: string[] = [];
  const chain = read(lines, (text) => counted.push(text));
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

describe("a chain", () => {
  const a = line("a");
  const b = line("b", a);
  const c = line("c", b);

  test("tells the name of each line that counts, also of the start, and of none after the head", () => {
    const chain = read([a, "torn", b, c]);
    expect([0, 1, 2, 3, 4].map((seq) => chain.hashOf(seq))).toEqual([
      genesis,
      a.hash,
      b.hash,
      c.hash,
      undefined,
    ]);
    expect(read([]).hashOf(0)).toBe(genesis);
    expect(read([]).hashOf(1)).toBeUndefined();
  });

  test("tells with each fact the number of its line, and counts the lines, empty ones included", () => {
    const lines: [string, number][] = [];
    const chain = read([a, "empty", "torn", b, c], (text, line) => lines.push([text, line]));
    expect(lines).toEqual([
      ["a", 1],
      ["b", 4],
      ["c", 5],
    ]);
    expect(chain.tally).toEqual({ lines: 5, torn: 1, losing: 0 });
    expect(chain.counted.length).toBe(3);
  });

  test("that breaks tells where, after which line, and what could not be read between them", () => {
    expect(read([a, c]).broken).toEqual({
      why: "stray",
      line: 2,
      seq: 3,
      hash: c.hash,
      after: { seq: 1, line: 1 },
    });
    expect(read([c]).broken).toMatchObject({ line: 1, seq: 3, after: { seq: 0, line: 0 } });
    expect(read([a, "torn", "empty", "torn", c]).broken).toMatchObject({
      line: 5,
      after: { seq: 1, line: 1 },
      unread: { first: 2, last: 4 },
    });
    expect(read(["torn", a, c]).broken).not.toHaveProperty("unread");
    const foreign = read([a, "foreign"]).broken;
    expect(foreign).toMatchObject({ why: "foreign", line: 2, after: { seq: 1, line: 1 } });
    expect(foreign).not.toHaveProperty("seq");
  });

  test("that breaks within a batch names the last line of the batch", () => {
    const b1 = line("b1", a, true);
    const stray = line("x", line("y", line("z")));
    expect(read([a, b1, stray]).broken).toMatchObject({ line: 3, after: { seq: 2, line: 2 } });
  });

  test("judges nothing after a break, and only looks at what it says about it", () => {
    const d = line("d", c);
    const chain = read([a, c, b, d, "torn"]);
    expect(chain.tally).toEqual({ lines: 5, torn: 0, losing: 0 });
    expect(chain.counted.length).toBe(1);
    expect(chain.broken?.line).toBe(2);
    expect({ ...chain.after }).toEqual({ followed: true, vouched: true });
    expect({ ...read([a, c, b]).after }).toEqual({ followed: false, vouched: false });
  });

  test("a line behind torn bytes counts from where it starts", () => {
    const joined = Buffer.concat([
      Buffer.from(odd.torn),
      b.bytes,
      Buffer.from("\n"),
      c.bytes,
      Buffer.from("\n"),
    ]);
    const file = Buffer.concat([a.bytes, Buffer.from("\n"), joined]);
    const chain = new Chain(
      () => {},
      (offset, size) => file.subarray(offset, offset + size),
    );
    chain.accept(file.subarray(0, a.bytes.length + 1), 0);
    chain.accept(joined, a.bytes.length + 1);
    expect(chain.tally).toEqual({ lines: 3, torn: 0, losing: 0 });
    expect([1, 2, 3].map((seq) => chain.hashOf(seq))).toEqual([a.hash, b.hash, c.hash]);
    expect(chain.counted.placeOf(2)).toEqual({
      offset: a.bytes.length + 1 + odd.torn.length,
      size: b.bytes.length,
    });
  });

  test("a line that comes twice, or that continues one which has a successor, loses", () => {
    const late = line("late", a);
    expect(judged(a, b, a, late, b, c)).toEqual({ ...whole, counted: ["a", "b", "c"], losing: 3 });
    const first = line("first");
    expect(judged(a, b, first)).toEqual({ ...whole, counted: ["a", "b"], losing: 1 });
  });

  test("a line whose seq or whose name of the line before is wrong is no losing one", () => {
    const wrong = (seq: number, prev: string) => {
      const bytes = encodeLine({ seq, prev, at: "t", v: 1, actor: "ada", event: { type: "message.posted" } });
      return { bytes, hash: hashLine(bytes), seq };
    };
    for (const other of [
      wrong(2, c.hash),
      wrong(1, a.hash),
      wrong(4, b.hash),
      wrong(3, a.hash),
      wrong(2, ""),
    ])
      expect(judged(a, b, c, other)).toMatchObject({ broken: "stray", losing: 0 });
    const b1 = line("b1", a, true);
    expect(judged(a, b1, wrong(3, a.hash))).toMatchObject({ broken: "stray" });
    expect(judged(a, b1, b, wrong(4, b1.hash))).toMatchObject({ broken: "stray", losing: 1 });
    expect(judged(a, b1, b, wrong(3, b1.hash))).toMatchObject({ broken: undefined, losing: 2 });
  });
});
