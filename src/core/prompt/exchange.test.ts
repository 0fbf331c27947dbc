import { describe, expect, test } from "vitest";
import type { Ask } from "../state/thread.ts";
import { exchange, exchangeSize, exchangeStub } from "./exchange.ts";
import { fullRoom } from "./fit/room.ts";

/** A reply that writes and reads texts of these lengths. */
function asked(written: number, result: number): Ask {
  const call = {
    id: "c1_1",
    tool: "write_file",
    input: { content: "w".repeat(written) },
    status: "settled",
    result: { failed: false, text: "r".repeat(result) },
  };
  return { ask: 1, reply: { text: "", calls: [call] } } as unknown as Ask; // only what an exchange is made of
}

function lengths(ask: Ask, room: number): { readonly written: number; readonly result: number } {
  const [said, told] = exchange(ask, room);
  if (said?.role !== "assistant" || told?.role !== "tool") throw new Error("not an exchange");
  const input = JSON.stringify(said.calls[0]?.input);
  return { written: input.length - '{"content":""}'.length, result: told.results[0]?.text.length ?? 0 };
}

/** Characters that say how much was left out. */
const marks = 100;

describe("10.41: what an exchange may take", () => {
  const full = fullRoom.thread;

  test.each([full, full + 1, full * 4])("in a full room of %d, either part may fill it", (room) => {
    const ask = asked(full - 100, full - 100);
    expect(lengths(ask, room)).toEqual({ written: full - 100, result: full - 100 });
    expect(exchangeSize(ask, room)).toBe(2 * (full - 100) + '{"content":""}'.length);
    expect(lengths(asked(full + 1_000, full + 1_000), room).result).toBeLessThan(full + marks);
  });

  test.each([full - 1, 20_000, 4_000])(
    "in a smaller room of %d, results take 60 % and what was written 40 %",
    (room) => {
      const [results, written] = [Math.floor(room * 0.6), Math.floor(room * 0.4)];
      const fitting = asked(written - 20, results);
      expect(lengths(fitting, room)).toEqual({ written: written - 20, result: results });
      const large = asked(written + 1, results + 1);
      expect(lengths(large, room).result).toBeLessThan(results + marks);
      expect(lengths(large, room).written).toBeLessThan(written);
      expect(exchangeSize(large, room)).toBe(results + written);
    },
  );
});

test("10.41: a request without a reply takes nothing and says nothing", () => {
  const ask = { ask: 1 } as unknown as Ask; // only what an exchange is made of
  expect(exchangeSize(ask, 64_000)).toBe(0);
  expect(exchange(ask, 64_000)).toEqual([]);
  expect(exchangeStub(ask)).toEqual([]);
});

test("10.41: several calls share what their results may take", () => {
  const one = asked(10, 30_000);
  const calls = [1, 2, 3, 4].flatMap((number) =>
    (one.reply?.calls ?? []).map((call) => ({ ...call, id: `c1_${number}` })),
  );
  const four = { ...one, reply: { text: "", calls } } as unknown as Ask; // only what an exchange is made of
  const [, told] = exchange(four, 20_000);
  if (told?.role !== "tool") throw new Error("not an exchange");
  for (const { text } of told.results) {
    expect(text.length).toBeLessThan(3_000 + marks);
    expect(text.length).toBeGreaterThan(2_500);
  }
});
