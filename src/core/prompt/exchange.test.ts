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

interface Said {
  readonly text?: string;
  readonly calls?: readonly {
    readonly input?: unknown;
    readonly result?: string;
    readonly failed?: boolean;
    readonly ran?: { readonly blob?: string };
  }[];
  readonly opaque?: unknown;
  readonly nudges?: readonly string[];
}

/** A reply with these words and calls. A call without a result is still open. */
function replied({ text = "", calls = [], opaque, nudges }: Said): Ask {
  const made = calls.map(({ input = {}, result, failed = false, ran }, at) => ({
    id: `c1_${at + 1}`,
    tool: "use",
    input,
    ...(result === undefined
      ? { status: "proposed" }
      : { status: "settled", result: { failed, text: result, ...(ran && { ran }) } }),
  }));
  return {
    ask: 1,
    reply: { text, calls: made, ...(opaque !== undefined && { opaque }) },
    ...(nudges && { nudges: nudges.map((nudge) => ({ why: "no-tool", text: nudge })) }),
  } as unknown as Ask; // only what an exchange is made of
}

const inputsOf = ([said]: ReturnType<typeof exchange>) =>
  said?.role === "assistant" ? said.calls.map(({ input }) => input) : [];
const resultsOf = (all: ReturnType<typeof exchange>) =>
  all.flatMap((one) => (one.role === "tool" ? one.results.map(({ text }) => text) : []));

describe("an exchange", () => {
  test("is what was said and called, the results there are, and nothing else", () => {
    const ask = replied({
      text: "I look.",
      calls: [
        { input: { path: "a" }, result: "no", failed: true },
        { input: { path: "b" } },
        { result: "yes" },
      ],
      opaque: { signed: 1 },
    });
    const whole = [
      {
        role: "assistant",
        text: "I look.",
        calls: [
          { id: "c1_1", tool: "use", input: { path: "a" } },
          { id: "c1_2", tool: "use", input: { path: "b" } },
          { id: "c1_3", tool: "use", input: {} },
        ],
        opaque: { signed: 1 },
      },
      {
        role: "tool",
        results: [
          { id: "c1_1", text: "no", failed: true },
          { id: "c1_3", text: "yes", failed: false },
        ],
      },
    ];
    expect(exchange(ask, 64_000)).toEqual(whole);
    expect(exchangeStub(ask)).toEqual(whole);
    expect(exchangeSize(ask, 64_000)).toBe(
      "I look.".length + '{"path":"a"}{"path":"b"}{}noyes{"signed":1}'.length,
    );
  });

  test.each<[what: string, said: Said, after: readonly unknown[]]>([
    ["words alone", { text: "Hm." }, [{ role: "user", blocks: ["Go on."] }]],
    ["nothing", { text: " \n" }, []],
    ["an open call", { text: "Hm.", calls: [{}] }, []],
    [
      "nudges",
      { text: "Hm.", nudges: ["Use a tool.", "Now."] },
      [{ role: "user", blocks: ["Use a tool.", "Now."] }],
    ],
  ])("goes on after %s as the model was told", (_, said, after) => {
    expect(exchange(replied(said), 64_000).slice(1)).toEqual(after);
    expect(exchangeStub(replied(said)).slice(1)).toEqual(after);
  });

  test("has no note of a provider that was not there", () => {
    expect(exchange(replied({ text: "Hm." }), 64_000)[0]).not.toHaveProperty("opaque");
    expect(exchangeStub(replied({ text: "Hm." }))[0]).not.toHaveProperty("opaque");
    expect(exchangeSize(replied({ text: "Hm." }), 64_000)).toBe(3);
  });

  test("has its words up to two fifths of a small room", () => {
    const words = (length: number) => exchange(replied({ text: "w".repeat(length) }), 10_000)[0];
    expect(words(4_000)).toMatchObject({ text: "w".repeat(4_000) });
    expect(words(4_001)).toMatchObject({
      text: `${"w".repeat(2_600)}\n(1 characters left out here)\n${"w".repeat(1_400)}`,
    });
  });

  test("whose only result is too long has as much of it as there is room for", () => {
    const [text] = resultsOf(exchange(replied({ calls: [{ result: "r".repeat(6_001) }] }), 10_000));
    expect(text).toBe(`${"r".repeat(3_900)}\n(1 characters left out here)\n${"r".repeat(2_100)}`);
  });

  test("has results of any length that fill the room together", () => {
    const texts = ["r".repeat(5_500), "s".repeat(500)];
    expect(resultsOf(exchange(replied({ calls: texts.map((result) => ({ result })) }), 10_000))).toEqual(
      texts,
    );
  });

  test("has arguments as they were while all of it fits, and each text of them cut where it does not", () => {
    const written = (length: number) =>
      inputsOf(exchange(replied({ calls: [{ input: { a: "w".repeat(length) }, result: "" }] }), 10_000));
    const around = '{"a":""}'.length;
    expect(written(4_000 - around)).toEqual([{ a: "w".repeat(4_000 - around) }]);
    expect(written(4_001 - around)).toEqual([
      { a: expect.stringMatching(/^w{1950}\n\(993 characters left out here\)\nw{1050}$/) },
    ]);
  });

  test("has only the length of arguments that stay too long when their texts are cut", () => {
    const many = (count: number, room: number) => {
      const fields = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [`f${at + 100}`, "w".repeat(90)]),
      );
      return inputsOf(exchange(replied({ calls: [{ input: fields }] }), room))[0];
    };
    // Each field takes 100 characters; 6,000 are for each call in a room of 10,000, and 4,000 in any.
    expect(many(59, 10_000)).toHaveProperty("f158");
    expect(many(60, 10_000)).toEqual({ "left out": "6001 characters" });
    expect(many(39, 2_500)).toHaveProperty("f138");
    expect(many(40, 2_500)).toEqual({ "left out": "4001 characters" });
  });
});

describe("an old exchange", () => {
  test("keeps short words, results and notes of a provider, and no longer ones", () => {
    const old = (length: number) =>
      exchangeStub(
        replied({
          text: "w".repeat(length + 200),
          calls: [{ input: { a: "i".repeat(length) }, result: "r".repeat(length) }],
          opaque: "o".repeat(length + 3_798),
        }),
      );
    expect(old(200)).toEqual([
      {
        role: "assistant",
        text: "w".repeat(400),
        calls: [{ id: "c1_1", tool: "use", input: { a: "i".repeat(200) } }],
        opaque: "o".repeat(3_998),
      },
      { role: "tool", results: [{ id: "c1_1", text: "r".repeat(200), failed: false }] },
    ]);
    expect(old(201)).toEqual([
      {
        role: "assistant",
        text: `${"w".repeat(260)}\n(1 characters left out here)\n${"w".repeat(140)}`,
        calls: [
          {
            id: "c1_1",
            tool: "use",
            input: { a: `${"i".repeat(130)}\n(1 characters left out here)\n${"i".repeat(70)}` },
          },
        ],
      },
      {
        role: "tool",
        results: [{ id: "c1_1", text: "(201 characters left out; call again to see them)", failed: false }],
      },
    ]);
  });

  test("never tells anybody to run a command again: its end stays, and where the rest is read", () => {
    const result = `Exit 1 after 2.0 s. Changed: a.txt.\n${"x".repeat(300)}`;
    const old = (ran: { readonly blob?: string }) =>
      resultsOf(exchangeStub(replied({ calls: [{ result, ran }] })));
    expect(old({ blob: "b" })).toEqual([
      "Exit 1 after 2.0 s. Changed: a.txt.\n(336 characters left out; read_output with call c1_1 shows them)",
    ]);
    expect(old({})).toEqual(["Exit 1 after 2.0 s. Changed: a.txt.\n(336 characters left out)"]);
  });

  test("keeps the shape of its arguments, with the first fifty of a list and everything that is no text", () => {
    const list = (length: number) => Array.from({ length }, (_, at) => at);
    const input = { n: 1, none: null, yes: true, deep: [{ a: "i".repeat(201) }], list: list(51) };
    expect(inputsOf(exchangeStub(replied({ calls: [{ input }] })))).toEqual([
      {
        n: 1,
        none: null,
        yes: true,
        deep: [{ a: expect.stringContaining("(1 characters left out here)") }],
        list: list(50),
      },
    ]);
  });

  test("keeps many short arguments up to 4,000 characters", () => {
    const many = (rest: number) => {
      const fields = Object.fromEntries(
        Array.from({ length: 39 }, (_, at) => [`f${at + 100}`, "w".repeat(90)]),
      );
      const input = { ...fields, last: "w".repeat(rest) };
      return { input, old: inputsOf(exchangeStub(replied({ calls: [{ input }] })))[0] };
    };
    const [fitting, long] = [many(89), many(90)];
    expect([JSON.stringify(fitting.input).length, JSON.stringify(long.input).length]).toEqual([4_000, 4_001]);
    expect(fitting.old).toEqual(fitting.input);
    expect(long.old).toEqual({ "left out": "4001 characters" });
  });
});
