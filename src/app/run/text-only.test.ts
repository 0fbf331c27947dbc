import { expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned, seat, team } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";

test("a member without tools speaks in plain text, is asked again in plain words, and gets no work", async () => {
  const bo = { ...seat("bo"), textOnly: true };
  const seats = team.map((one) => (one.id === "bo" ? bo : one));
  const fake = await new FakeSession({ seats, policy: { pace: "auto" } }).open();
  const model = modelOf(
    (by) => (by.seat === "bo" && by.ask === 1 ? says.text("  ") : undefined),
    [planned("t1"), planned("t2")],
  );
  expect(await fake.run({ model })).toMatchObject({ kind: "waiting" });

  const events = fake.log.facts.map(({ event }) => event);
  const nudges = events.filter((event) => event.type === "loop.nudged");
  expect(nudges).toHaveLength(3);
  for (const { text } of nudges)
    expect(text).toBe("Your reply was empty. Say one thing that moves this on, in plain text.");
  const said = fake.log.facts.filter(({ actor, event }) => actor === "bo" && event.type === "message.posted");
  expect(said).toHaveLength(3);
  expect(Object.values(fake.state.tasks).map(({ owner }) => owner)).toEqual(["ada", "ada"]);
  const threads = new Set(model.asked.filter((by) => by.seat === "bo").map((by) => by.thread.split("/")[0]));
  expect([...threads]).toEqual(["turn"]);
});
