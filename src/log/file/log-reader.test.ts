import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LogWorld, MemoryHandle, moves, readFacts } from "../../../test/support/log-world.ts";
import type { Fact } from "../../core/facts/fact.ts";

/** The facts a reader finds that comes late and reads everything, with a buffer of any size. */
function readAll(bytes: Buffer, bufferSize?: number) {
  const file = new MemoryHandle();
  file.bytes = bytes;
  const { reader, facts } = readFacts(file, bufferSize);
  reader.read();
  return { facts, damage: reader.damage, tally: reader.chain.tally, held: reader.chain.held };
}

function played(script: Parameters<LogWorld["move"]>[0][]): LogWorld {
  const world = new LogWorld();
  for (const move of script) world.move(move);
  return world;
}

describe("three writers that never wait for each other, some of them torn", () => {
  test("are never taken for damage, and what counted once counts for ever", () => {
    fc.assert(
      fc.property(moves, fc.integer({ min: 1, max: 300 }), (script, bufferSize) => {
        const world = new LogWorld();
        let before: readonly Fact[] = [];
        for (const move of script) {
          world.move(move);
          const { facts, damage } = readAll(world.file.bytes, bufferSize);
          expect(damage).toBeUndefined();
          expect(facts.slice(0, before.length)).toEqual(before);
          before = facts;
        }
        for (const view of world.views) {
          view.reader.read();
          expect(view.reader.damage).toBeUndefined();
          expect(view.facts).toEqual(before);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("have their batches counted whole or not at all, with seqs in order", () => {
    fc.assert(
      fc.property(moves, (script) => {
        const world = played([...script]);
        const { facts } = readAll(world.file.bytes);
        expect(facts.map(({ seq }) => seq)).toEqual(facts.map((_, index) => index + 1));
        for (let index = 0; index < facts.length; ) {
          const event = facts[index]?.event as unknown as { batch: [{ count: number }] };
          const batch = facts.slice(index, index + event.batch[0].count);
          expect(batch).toHaveLength(event.batch[0].count);
          expect(batch.map(({ more }) => more ?? false)).toEqual(batch.map((_, at) => at < batch.length - 1));
          index += batch.length;
        }
      }),
      { numRuns: 300 },
    );
  });

  test("cannot hide a changed byte: only what the last batch says can change unnoticed", () => {
    fc.assert(
      fc.property(
        moves,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 255 }),
        (script, where, flip) => {
          const { bytes } = played([...script]).file;
          fc.pre(bytes.length > 0);
          const { facts } = readAll(bytes);
          const place = Math.min(bytes.length - 1, Math.floor(where * bytes.length));
          const changed = Buffer.from(bytes);
          changed[place] = (changed[place] ?? 0) ^ flip;
          const after = readAll(changed);
          if (after.damage) return;
          const vouchedFor = facts.slice(0, startOfLastBatch(facts));
          expect(after.facts.slice(0, vouchedFor.length)).toEqual(vouchedFor);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test("cannot hide a line that was taken out", () => {
    fc.assert(
      fc.property(moves, fc.nat(), (script, which) => {
        const { bytes } = played([...script]).file;
        const { facts } = readAll(bytes);
        const lines = bytes.toString("latin1").split("\n");
        lines.splice(which % lines.length, 1);
        const after = readAll(Buffer.from(lines.join("\n"), "latin1"));
        if (after.damage) return;
        const vouchedFor = facts.slice(0, startOfLastBatch(facts));
        expect(after.facts.slice(0, vouchedFor.length)).toEqual(vouchedFor);
      }),
      { numRuns: 1000 },
    );
  });
});

function startOfLastBatch(facts: readonly Fact[]): number {
  let start = facts.length - 1;
  while (start > 0 && facts[start - 1]?.more) start -= 1;
  return Math.max(0, start);
}
