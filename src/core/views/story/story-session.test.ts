import { expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import type { EventOf, TeamEvent } from "../../facts/events.ts";
import { storyOf } from "./story.ts";

type Changed = Omit<EventOf<"policy.changed">, "type">;

test.each<[string, Changed, readonly string[]]>([
  [
    "by the files",
    { patch: {}, files: {}, why: "checks: tests" } as Changed,
    ["since the last run: checks: tests"],
  ],
  ["by the files, with nothing to say", { patch: {}, files: {}, why: "" } as Changed, []],
  ["of windows", { patch: { windows: { big: 8_192 } }, why: "big reads 8192" }, ["windows: big reads 8192"]],
  ["of pace", { patch: { pace: "auto" }, why: "by hand" }, ["the pace is auto from here on"]],
  ["of anything else", { patch: { turns: 9 }, why: "by hand" }, []],
])("10.41: a change of policy %s is told in its own words", (_, event, words) => {
  const past = Past.opened();
  const before = past.state;
  const fact = past.human({ type: "policy.changed", ...event });
  expect(storyOf(fact, before, past.state).map(({ text }) => text)).toEqual(words);
});

test("a run that begins with the checks on the base commit says so", () => {
  const checks = { quick: [{ name: "unit", run: "u" }], full: [{ name: "lint", run: "l" }], timeoutMs: 1 };
  const told = (baseline: boolean) => {
    const past = Past.opened({ policy: { baseline, checks } });
    return storyOf(past.runs(), past.state, past.state).map(({ text }) => text);
  };
  const before = Past.opened({ policy: { baseline: true, checks } });
  const { state } = before;
  expect(storyOf(before.runs(), state, before.state).map(({ text }) => text)).toEqual([
    "the checks run on the base commit before anything is built: unit, lint",
  ]);
  expect(told(false)).not.toContain("the checks run on the base commit before anything is built: unit, lint");
});

test.each<[string, TeamEvent, readonly string[]]>([
  ["promoted", { type: "session.promoted", into: "s2" } as TeamEvent, ["goes on as the session s2"]],
  ["given up", { type: "session.closed", how: "abandoned", why: "enough" }, ["given up: enough"]],
  ["finished", { type: "session.closed", how: "finished", why: "shipped" }, []],
  [
    "allowed to run what the repository says",
    { type: "trust.given", hash: "h", runs: ["npm test", "make\n\u202eall"] },
    ["trusted to run here: `npm test`, `make \\u202eall`"],
  ],
  ["tried again", { type: "step.retried", step: "ship@2" } as TeamEvent, ["once more: Shipping"]],
])("a session or a step that is %s", (_, event, lines) => {
  const past = Past.opened();
  const before = past.state;
  expect(storyOf(past.human(event), before, past.state).map(({ text }) => text)).toEqual(lines);
});

test("other models of the same team are named, and what the files say is told as that", () => {
  const past = Past.opened();
  const { state } = past;
  const seats = state.session.seats.map((seat) => ({ ...seat, model: "acme/new" }));
  const told = (event: Partial<EventOf<"seats.changed">>) =>
    storyOf(
      past.human({ type: "seats.changed", seats, why: "acme/new", ...event } as TeamEvent),
      state,
      past.state,
    ).map(({ text }) => text);
  expect(told({})).toEqual(["the team's models are now acme/new"]);
  expect(told({ seats: [...state.session.seats], why: "bo has left" })).toEqual(["bo has left"]);
  expect(told({ files: {} as never, why: "models" })).toEqual(["since the last run: models"]);
});

test.each<[string, object | undefined, boolean, string]>([
  ["with nothing to agree to", undefined, true, "once more: Shipping"],
  [
    "and a lock is removed",
    { kind: "lock", path: ".git/index.lock", mark: "m" },
    true,
    "without the lock .git/index.lock, once more: Shipping",
  ],
  ["and the lock is left alone", { kind: "lock", path: "l", mark: "m" }, false, "once more: Shipping"],
  [
    "and a branch is taken",
    { kind: "moved", ref: "refs/heads/b", was: "1", now: "2" },
    true,
    "with the branch as it is, once more: Shipping",
  ],
])("a step that failed is tried again, %s", (_, remedy, agreed, text) => {
  const past = Past.opened();
  const failed = { type: "step.failed", step: "ship@2", error: "no", ...(remedy && { remedy }) } as TeamEvent;
  past.harness(failed);
  const before = past.state;
  const fact = past.human({ type: "step.retried", step: "ship@2", ...(agreed && { agreed: true as const }) });
  expect(storyOf(fact, before, past.state).map((line) => line.text)).toEqual([text]);
});

test("a run after one that was cut off says so before it names the checks that run", () => {
  const checks = { quick: [{ name: "unit", run: "u" }], full: [], timeoutMs: 1 };
  const past = Past.opened({ policy: { baseline: true, checks } });
  const told = () => {
    const before = past.state;
    return storyOf(past.runs(), before, past.state).map(({ text }) => text);
  };
  const baseline = "the checks run on the base commit before anything is built: unit";
  expect(told()).toEqual([baseline]);
  expect(told()).toEqual(["the last run was cut off; the team goes on where it stopped", baseline]);
  past.harness({ type: "runner.stopped", why: "stopped by you" });
  expect(told()).toEqual([baseline]);
});
