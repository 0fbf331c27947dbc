import { describe, expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned, withoutArchitect } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";

const hour = 3_600_000;

/** The first request for t1 is told to wait for so long. `fails`: before that, t2 came to nothing. */
async function told(ms: number, { fails = false } = {}) {
  const session = await new FakeSession({
    seats: withoutArchitect,
    policy: { phases: ["implementation"] },
  }).build([planned("t1"), planned("t2")]);
  const began = session.clock.ms;
  const never = new AbortController().signal;
  let isTold = false;
  const model = modelOf(async ({ thread }) => {
    if (thread === "coding/t2.1" && fails) return says.call("no_such_tool", {});
    if (thread !== "coding/t1.1" || isTold) return undefined;
    isTold = true;
    while (fails && session.state.tasks.t2?.state !== "BUDGET_REVIEW")
      await session.journal.moved(session.state.head, never);
    return says.failed("Slow down.", { failure: "rate", retryAfterMs: ms });
  });
  const ending = await session.run({ model });
  return { session, ending, waitedMs: session.clock.ms - began };
}

describe("a run that nobody watches", () => {
  test("waits for what ends by itself within half a day", async () => {
    const { session, waitedMs } = await told(6 * hour);
    expect(waitedMs).toBeGreaterThanOrEqual(6 * hour);
    expect(session.state.tasks.t1?.state).toBe("DONE");
  });

  test("ends at once if that takes longer", async () => {
    const { session, ending, waitedMs } = await told(13 * hour);
    expect(ending).toMatchObject({ kind: "waiting", why: "one thing waits for you" });
    expect(waitedMs).toBeLessThan(hour);
    expect(session.waits).toMatchObject([{ kind: "provider" }]);
  });

  test("ends at once if something else waits for a person, too", async () => {
    const { session, ending, waitedMs } = await told(6 * hour, { fails: true });
    expect(ending).toMatchObject({ kind: "waiting", why: "2 things wait for you" });
    expect(waitedMs).toBeLessThan(hour);
    expect(session.waits.map(({ kind }) => kind)).toEqual(["task", "provider"]);
  });
});
