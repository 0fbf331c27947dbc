import fc from "fast-check";
import { expect, test } from "vitest";
import { checkEveryPrefix } from "../../../test/support/check-every-prefix.ts";
import { lostWords } from "../../../test/support/lost-words.ts";
import { playRandom, type RandomSession } from "../../../test/support/random-session.ts";

const sessions: fc.Arbitrary<RandomSession> = fc.record({
  seats: fc.integer({ min: 2, max: 4 }),
  coach: fc.boolean(),
  architect: fc.boolean(),
  pace: fc.constantFrom("careful", "normal", "auto"),
  meeting: fc.constantFrom("short", "full", undefined),
  budget: fc.option(fc.integer({ min: 20_000, max: 200_000 }), { nil: undefined }),
  tasks: fc.array(fc.record({ below: fc.nat({ max: 15 }), shared: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
  chances: fc.array(fc.nat({ max: 5_000 }), { maxLength: 400, size: "max" }),
});

/** The person may cancel one task after the other, until none is left. */
const cancelled = { kind: "failed", why: "every task is cancelled, so nothing will land" };

test("whatever models, checks, people and runners do, every session comes to its end and every prefix holds", async () => {
  let facts = 0;
  await fc.assert(
    fc.asyncProperty(sessions, async (random) => {
      const { session, ending } = await playRandom(random);
      const { threads, effects, questions, failures, session: closed, tasks } = session.state;
      const isCancelled = Object.values(tasks).every(({ state }) => state === "CANCELLED");
      expect(ending).toMatchObject(isCancelled ? cancelled : { kind: "finished" });
      expect(closed.shipped !== undefined).toBe(!isCancelled);
      expect({ threads, effects, questions, failures }).toEqual({
        threads: [],
        effects: {},
        questions: {},
        failures: {},
      });
      const checked = await checkEveryPrefix(session.log.facts, session.blobs.get);
      facts += checked.facts;
      expect(lostWords(session.log.facts)).toEqual([]);
    }),
    { numRuns: 15, endOnFailure: true },
  );
  expect(facts).toBeGreaterThan(1_000);
});
