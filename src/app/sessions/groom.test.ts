import { describe, expect, test } from "vitest";
import { checkEveryPrefix } from "../../../test/support/check-every-prefix.ts";
import { FakeSession, obliging } from "../../../test/support/fake-session.ts";
import { seat } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import type { Model } from "../../core/ports/model.ts";
import type { Request } from "../../core/ports/request.ts";
import type { Seat } from "../../core/terms/policy.ts";

const perspective = (id: string): Seat => ({ ...seat(id), rendering: "perspective" });

/** A talk without a coach, in which a member who has nothing to add passes. */
function exploring(seats: readonly Seat[]): FakeSession {
  return new FakeSession({ seats, policy: { phases: ["exploration"], turns: 7 } });
}

/** Every other turn is a pass. The `stopAt`th request is this runner's last. */
function passing(stopAt = Number.POSITIVE_INFINITY) {
  const requests: Request[] = [];
  const stop = new AbortController();
  const model: Model = {
    async reply(request, by) {
      requests.push(request);
      if (requests.length >= stopAt) stop.abort();
      const turn = Number(by.thread.split("/").at(-1));
      return turn % 2 === 0 ? says.call("pass_turn", { reason: "nothing to add" }) : obliging(by);
    },
  };
  return { requests, stop, model };
}

describe.each([
  ["as everybody sees it", [seat("ada"), seat("bo"), seat("cy")]],
  ["as its members lived it", [perspective("ada"), perspective("bo"), perspective("cy")]],
])("a grooming without a coach, shown %s", (_, seats) => {
  test("counts passes, including those of an earlier run", async () => {
    const whole = await exploring(seats).open();
    const all = passing();
    expect(await whole.run({ model: all.model })).toMatchObject({ kind: "waiting" });
    const turns = whole.log.facts.filter(({ event }) => event.type === "turn.ended");
    expect(turns).toHaveLength(7);

    for (let stopAt = 1; stopAt <= all.requests.length; stopAt++) {
      const session = await exploring(seats).open();
      const first = passing(stopAt);
      await session.run({ model: first.model, signal: first.stop.signal });
      const second = passing();
      await session.run({ model: second.model });
      expect(session.state.stage).toMatchObject({ turns: 7, limit: 7, silent: whole.state.stage?.silent });
      for (const { messages } of [...first.requests, ...second.requests])
        expect(messages.at(-1)?.role).toBe("user");
      await checkEveryPrefix(session.log.facts, session.blobs.get);
    }
  });
});
