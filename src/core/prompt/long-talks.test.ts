import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Asked, playTalk, type RandomTalk } from "../../../test/support/random-talk.ts";
import type { Message, Request } from "../ports/request.ts";

const talks: fc.Arbitrary<RandomTalk> = fc.record({
  seed: fc.nat(),
  engineers: fc.integer({ min: 2, max: 8 }),
  perspective: fc.nat({ max: 255 }),
  messages: fc.oneof(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 500, max: 2_000 })),
});

/** 64,000 of talk, what lives on of the rest, a person's words said meanwhile, and what stands around all this. */
const mostCharacters = 200_000;

describe("however long a team talks", () => {
  test("requests are bounded, in turns, begin as the last did, and have what a person said", () => {
    fc.assert(
      fc.property(talks, (talk) => {
        const last = new Map<string, Kept>();
        let shared: Kept | undefined;
        playTalk(talk, (asked) => {
          const now = kept(asked);
          expect(now.all.length).toBeLessThan(mostCharacters);
          expect(outOfTurn(asked.request)).toEqual([]);
          expect(again(now, last.get(asked.seat.id))).toBe(1);
          if (asked.seat.rendering !== "perspective") {
            expect(again(now, shared)).toBeGreaterThanOrEqual(0.8);
            shared = now;
          }
          const words = [...asked.unheard, ...asked.newest];
          expect(words.filter((one) => !now.all.includes(one))).toEqual([]);
          last.set(asked.seat.id, now);
        });
      }),
      { numRuns: 5 },
    );
  });

  test("the beginning moves in rare jumps", () => {
    const talk = { seed: 7, engineers: 3, perspective: 0, messages: 2_000 };
    const beginnings = new Set<string>();
    let characters = 0;
    playTalk(talk, (asked) => {
      const { phase, jump, all } = kept(asked);
      beginnings.add(`${phase} ${jump}`);
      characters = Math.max(characters, all.length);
    });
    expect(beginnings.size).toBeGreaterThan(10);
    expect(beginnings.size).toBeLessThan(100);
    expect(characters).toBeGreaterThan(50_000);
  });
});

interface Kept {
  readonly phase: string;
  /** What says how much was cut; empty while nothing was. */
  readonly jump: string;
  readonly all: string;
  readonly beforeSuffix: string;
}

function kept({ request, phase }: Asked): Kept {
  const all = textOf(request, request.messages);
  const { suffix, messages } = request;
  const last = suffix && messages[suffix.message];
  const open = last?.role === "user" ? [{ ...last, blocks: last.blocks.slice(0, suffix?.block) }] : [];
  const before = suffix ? [...messages.slice(0, suffix.message), ...open] : messages;
  const jump = /\[harness] This has been a long talk: \d+/.exec(all)?.[0] ?? "";
  return { phase, jump, all, beforeSuffix: textOf(request, before) };
}

/** Everything in the order of the wire. */
function textOf({ tools, system }: Request, messages: Request["messages"]): string {
  const said = messages.map((message) => {
    if (message.role === "user") return message.blocks.map((block) => `\nuser: ${block}`).join("");
    return `\n${JSON.stringify(message)}`;
  });
  return [JSON.stringify(tools), system, ...said].join("");
}

/** Between two jumps of the same phase the earlier request comes again, as far as its suffix. */
function again(now: Kept, before: Kept | undefined): number {
  if (!before || before.phase !== now.phase || before.jump !== now.jump) return 1;
  const { beforeSuffix } = before;
  if (now.all.startsWith(beforeSuffix)) return 1;
  let same = 0;
  while (beforeSuffix[same] === now.all[same]) same++;
  return same / beforeSuffix.length;
}

/** What a provider would refuse, by the number of the message. */
function outOfTurn({ messages }: Request): readonly number[] {
  return messages.flatMap((message, at) => {
    const first = at > 0 || message.role === "user";
    const last = at < messages.length - 1 || message.role !== "assistant";
    return first && last && message.role !== messages[at - 1]?.role && says(message) ? [] : [at];
  });
}

function says(message: Message): boolean {
  switch (message.role) {
    case "user":
      return message.blocks.length > 0 && message.blocks.every((block) => block.trim() !== "");
    case "assistant":
      return message.text.trim() !== "" || message.calls.length > 0;
    case "tool":
      return message.results.length > 0;
  }
}
