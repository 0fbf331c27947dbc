import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gatewayTo, limitsFor, modelOf, type StageWire, wires } from "../support/gateway-stage.ts";
import { hurriedClock } from "../support/hurried-clock.ts";
import { finish, LoopStage } from "../support/loop-stage.ts";
import { everyMisbehaviour, type MisbehaviourName } from "../support/provider-server/every-misbehaviour.ts";
import type { ProviderServer } from "../support/provider-server/provider-server.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";

/** The provider says how long to wait; nobody needs to, here. */
const asksToWait = /retry-after|delay in the body/;
const patient = { firstByteSeconds: 600, idleSeconds: 600, totalSeconds: 3600 };
/** Refused outright: a person must look. */
const final = /^(400|401|403|404)$|no money left|refused by the model|filter/;

/** Words that stand before the call, so that a fault half-way falls into the middle of a reply. */
const answer = {
  text: "Let me think about this for a moment.",
  calls: [{ tool: finish.name, input: { value: 7 } }],
};

let server: ProviderServer;
beforeAll(async () => {
  server = await startProviderServer({ answers: () => answer });
});
afterAll(() => server.close());

describe.each(wires)("on the wire of %s, the loop lives through", (wire: StageWire) => {
  test.each(Object.keys(everyMisbehaviour) as MisbehaviourName[])("%s", async (name) => {
    const stage = new LoopStage({
      seats: [
        { id: "ada", role: "engineer", model: modelOf(wire) },
        { id: "bo", role: "engineer", model: modelOf(wire) },
      ],
    });
    server.next(everyMisbehaviour[name]);
    const before = server.requests.length;
    const gateway = asksToWait.test(name)
      ? gatewayTo(server, patient, { clock: hurriedClock })
      : gatewayTo(server, limitsFor(name));
    const outcome = await stage.run(gateway);

    const asked = stage.events("model.asked").length;
    const ended = [...stage.events("model.replied"), ...stage.events("model.failed")];
    // No attempt is uncounted, and none is counted that was not made.
    expect(asked).toBe(server.requests.length - before);
    expect(ended.map((event) => event.asked).sort()).toEqual(
      stage.log.facts
        .filter(({ event }) => event.type === "model.asked")
        .map(({ seq }) => seq)
        .sort(),
    );
    // Nothing half-finished is said.
    expect(stage.events("message.posted")).toEqual([]);
    expect(stage.events("model.replied").map((event) => event.finish)).not.toContain("cut");
    // Too long: a shorter request is not to be had here, so none is sent.
    if (name === "413") return expect(outcome.kind).toBe("over-budget");
    expect(["done", "model-error", "no-tool-twice"]).toContain(outcome.kind);
    if (outcome.kind === "done") expect(outcome.value).toBe(7);
    else expect(name).toMatch(final);
  });
});
