import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { refined } from "../../../../test/support/pasts.ts";
import { planned, seat, team } from "../../../../test/support/plans.ts";
import type { Seat } from "../../terms/policy.ts";
import { cardOf } from "../../views/documents/card.ts";
import { inboxOf } from "../../views/inbox/inbox.ts";
import { wordsOf } from "../../views/inbox/words-of.ts";
import { nextStep } from "../../views/next/next-step.ts";
import { appendAnswer } from "../append-answer.ts";
import { decide } from "../decide.ts";
import { answerProvider, type ProviderAnswer, type ProviderWait, providerWaits } from "./provider.ts";

const why = "acme asked Huddle to wait.";

/** Two engineers at work, each on a task of its own. */
function building(): { readonly past: Past; readonly loops: readonly string[] } {
  const past = Past.opened().reaches("implementation", [planned("t1"), planned("t2")]);
  const loops = ["t1", "t2"].map((task, index) => {
    past.moves(task, "dispatched");
    past.moves(task, "ready");
    const seat = index === 0 ? "ada" : "bo";
    const name = `coding/${task}.1`;
    past.harness({ type: "thread.opened", name, seat, purpose: "coding", task, charter: "" });
    return past.loopOpens(name, "done");
  });
  return { past, loops };
}

function later(now: string, ms: number): string {
  return new Date(Date.parse(now) + ms).toISOString();
}

const hour = 3_600_000;

describe("10.12: several members who wait for one provider are one item", () => {
  test("with all of them named, from the first, until the last", () => {
    const { past, loops } = building();
    const untils = [later(past.now, hour), later(past.now, 2 * hour)];
    const pauses = loops.map((loop, index) =>
      past.harness({
        type: "loop.paused",
        loop,
        on: "provider",
        scope: "acme",
        model: "acme/a",
        failure: "rate",
        why,
        until: untils[index] ?? "",
      }),
    );
    const { waits, wakeAt, steps, ending } = decide(past.state, past.now);
    expect(waits).toEqual([
      {
        kind: "provider",
        id: `u${pauses[0]?.seq}`,
        since: pauses[0]?.seq,
        scope: "acme",
        until: untils[1],
        isDoubtful: false,
        failure: "rate",
        why,
        seats: ["ada", "bo"],
        tasks: ["t1", "t2"],
      },
    ]);
    expect([steps, wakeAt]).toEqual([[], untils[0]]);
    expect(ending).toEqual({ kind: "waiting", why: "one thing waits for you", endsBy: untils[1] });
    past.human({ type: "provider.retried", scope: "acme" });
    expect(decide(past.state, past.now).steps.map(({ kind }) => kind)).toEqual(["coding", "coding"]);
  });

  test.each(["unreachable", "cut"] as const)(
    "steps that gave up on a provider are one item, too, and one answer sends all of them on: %s",
    (failure) => {
      const { past, loops } = building();
      const keys = decide(past.state, past.now).steps.map(({ key }) => key);
      for (const [index, loop] of loops.entries()) {
        const { seq } = past.asks(loop);
        past.harness({
          type: "model.failed",
          asked: seq,
          loop,
          ask: 1,
          failure,
          text: "No connection.",
        });
        past.harness({ type: "loop.closed", loop, outcome: "model-error", error: "No connection." });
        past.fails(keys[index] ?? "");
      }
      const { waits } = decide(past.state, past.now);
      expect(waits).toMatchObject([{ kind: "stuck", step: keys[0], also: [keys[1]] }]);
      const [item] = inboxOf(past.state, past.now);
      expect(item?.title).toContain("and 1 more");
      const [wait] = waits;
      if (!wait) throw new Error("nothing waits");
      const first = past.state.head + 1;
      const drafts = appendAnswer({ wait, answer: { kind: "retry" }, at: past.state, first });
      if ("refused" in drafts) throw new Error(drafts.refused);
      for (const { actor, event } of drafts) past.add(actor, event);
      expect(decide(past.state, past.now)).toMatchObject({ steps: keys.map((key) => ({ key })), waits: [] });
    },
  );
});

test("10.12: what it waits for is the next step, and it offers now, another model and giving up", () => {
  const past = refined();
  const loop = past.turnStarts("turn/refinement.1/1", "ada");
  const until = later(past.now, 240 * hour);
  past.harness({
    type: "loop.paused",
    loop,
    on: "provider",
    scope: "rehearsal",
    failure: "rate",
    why,
    until,
  });
  const [item] = inboxOf(past.state, past.now);
  expect(item).toMatchObject({ kind: "provider", until });
  expect(item?.answers).toEqual([
    `huddle reply ${item?.id} now`,
    `huddle reply ${item?.id} <provider/model>`,
    "huddle drop <session>",
  ]);
  expect(nextStep(past.state, past.now).command).toBe(`huddle reply ${item?.id} now`);
  expect(nextStep(past.state, until).command).toBe("huddle run");
});

test.each([
  ["a month and more", 32 * 24 * hour, 0, true],
  ["ten days", 240 * hour, 0, false],
  ["an hour, on a clock that was set back by one", hour, -hour, true],
])("10.12: whether a time is meant is asked about: %s", (_, ahead, jump, isAsked) => {
  const past = refined();
  const loop = past.turnStarts("turn/refinement.1/1", "ada");
  past.harness({
    type: "loop.paused",
    loop,
    on: "provider",
    scope: "x",
    failure: "rate",
    why,
    until: later(past.now, ahead),
  });
  const now = later(past.now, jump);
  const { waits, ending } = decide(past.state, now);
  const [wait] = waits;
  if (!wait) throw new Error("nothing waits");
  expect(ending).toMatchObject({ kind: "waiting" });
  // A run without a person does not wait for a time that cannot be right.
  expect(ending !== undefined && "endsBy" in ending).toBe(!isAsked);
  expect(wordsOf(wait).title.includes("is that meant?")).toBe(isAsked);
  expect(wordsOf(wait).text(past.state).includes("clock")).toBe(isAsked);
});

test("10.12: a step that backs off is asked about when the clock was set back, also in a list of sessions", () => {
  const past = refined();
  past.fails("turn/refinement.1/1", 10_000);
  expect(decide(past.state, past.now)).toMatchObject({ waits: [], wakeAt: expect.any(String) });
  expect(cardOf(past.state).wakeAt).toBeDefined();
  const now = later(past.now, -hour);
  const { waits, ending } = decide(past.state, now);
  expect(waits).toMatchObject([{ kind: "stuck", until: expect.any(String) }]);
  expect(ending).toMatchObject({ kind: "waiting" });
  past.human({ type: "step.retried", step: "turn/refinement.1/1" });
  expect(decide(past.state, now)).toMatchObject({ steps: [{ key: "turn/refinement.1/1" }], waits: [] });
});

describe("another model instead of the one that is waited for", () => {
  const known: Readonly<Record<string, boolean>> = {
    "acme/small": false,
    "acme/tiny": false,
    "acme/large": true,
  };
  const canUseTools = (model: string) => known[model];

  /** Ada waits for acme, whose models all members use. Bo takes part in plain text only. */
  function waiting(bo: Partial<Seat>): { readonly past: Past; readonly wait: ProviderWait } {
    const seats = team.map((seat) => ({ ...seat, model: "acme/large", ...(seat.id === "bo" && bo) }));
    const past = Past.opened({ seats });
    past.enters("refinement");
    const loop = past.turnStarts("turn/refinement.1/1", "ada");
    past.harness({ type: "loop.paused", loop, on: "provider", scope: "acme", failure: "rate", why });
    const [wait] = decide(past.state, past.now).waits;
    if (wait?.kind !== "provider") throw new Error("nothing waits for a provider");
    return { past, wait };
  }

  /** How bo takes part afterwards. */
  function boWith(model: string, bo: Partial<Seat>): Seat | undefined {
    const { past, wait } = waiting(bo);
    const answer = { kind: "remodel" as const, model };
    const drafts = answerProvider({ wait, answer, at: past.state, first: past.state.head + 1, canUseTools });
    if ("refused" in drafts) throw new Error(drafts.refused);
    for (const { actor, event } of drafts) past.add(actor, event);
    return past.state.session.seats.find(({ id }) => id === "bo");
  }

  const plain = { model: "acme/small", textOnly: true };

  test.each(["local/unknown", "acme/large"])(
    "gives tools to who had none for want of a model: %s",
    (model) => {
      expect(boWith(model, plain)).toEqual({ id: "bo", role: "engineer", model });
    },
  );

  test("leaves in plain text whom the team wants in plain text, and how a member sees the talk", () => {
    const told = { model: "acme/large", textOnly: true, rendering: "perspective" as const };
    expect(boWith("local/unknown", told)).toEqual({ ...seat("bo"), ...told, model: "local/unknown" });
  });

  test("takes tools from nobody", () => {
    expect(() => boWith("acme/tiny", plain)).toThrow(
      "acme/tiny cannot use tools, as its check found, and ada, coach, architect need them. Name another model.",
    );
  });
});

describe("members who wait for providers", () => {
  /** Both wait, bo first, for these providers and until these times. */
  function waits(
    scopes: readonly [ada: string, bo: string],
    hours: readonly [ada: number | undefined, bo: number | undefined],
  ) {
    const { past, loops } = building();
    const { now } = past;
    for (const index of [1, 0]) {
      const ahead = hours[index];
      past.harness({
        type: "loop.paused",
        loop: loops[index] ?? "",
        on: "provider",
        scope: scopes[index] ?? "",
        failure: "rate",
        why,
        ...(ahead !== undefined && { until: later(now, ahead * hour) }),
      });
    }
    const all = past.state.threads.flatMap((thread) => thread.loops);
    return providerWaits(past.state, [undefined, ...all], now).map(({ scope, until, isDoubtful, seats }) => [
      scope,
      until && (Date.parse(until) - Date.parse(now)) / hour,
      isDoubtful,
      seats,
    ]);
  }

  test.each<[number | undefined, number | undefined, number | undefined, boolean]>([
    [1, 2, 2, false],
    [2, 1, 2, false],
    [undefined, 1, 1, false],
    [1, undefined, 1, false],
    [undefined, undefined, undefined, false],
    [1, 1_000, 1_000, true],
    [1_000, 1, 1_000, true],
  ])("for one, until %s and %s: until %s, doubtful: %s", (one, other, until, isDoubtful) => {
    expect(waits(["acme", "acme"], [one, other])).toEqual([["acme", until, isDoubtful, ["bo", "ada"]]]);
  });

  test("for two are two waits, the older first", () => {
    expect(waits(["acme", "other"], [1, 2])).toEqual([
      ["other", 2, false, ["bo"]],
      ["acme", 1, false, ["ada"]],
    ]);
  });
});

describe("who gets the other model", () => {
  const models = { ada: "acme/large", bo: "acme/small", coach: "other/one", architect: "acme/large" };

  function answered(
    answer: ProviderAnswer,
    about: Partial<ProviderWait>,
    canUseTools?: (model: string) => boolean,
  ) {
    const seats = team.map((one) => ({ ...one, model: models[one.id as keyof typeof models] })); // these four
    const { state } = Past.opened({ seats });
    const wait: ProviderWait = {
      kind: "provider",
      id: "u9",
      since: 9,
      scope: "acme",
      isDoubtful: false,
      failure: "rate",
      why,
      seats: [],
      tasks: [],
      ...about,
    };
    const given = { wait, answer, at: state, first: 10, ...(canUseTools && { canUseTools }) };
    const drafts = answerProvider(given);
    if ("refused" in drafts) return drafts.refused;
    const [{ actor, event }] = drafts;
    expect([actor, drafts.length]).toEqual(["human", 1]);
    if (event.type !== "seats.changed") return event;
    return event.seats.flatMap(({ id, model }) => (model === "new/model" ? [id] : []));
  }
  const remodel = { kind: "remodel", model: "new/model" } as const;

  test.each<[Partial<ProviderWait>, readonly string[]]>([
    [{ scope: "acme" }, ["ada", "bo", "architect"]],
    [{ scope: "acme/large" }, ["ada", "architect"]],
    [{ scope: "elsewhere", seats: ["coach"] }, ["coach"]],
    [{ scope: "acme/small", seats: ["coach"] }, ["bo", "coach"]],
  ])("all who wait for %j, and nobody else", (about, who) => {
    expect(answered(remodel, about)).toEqual(who);
  });

  test("asked now, it is asked and nobody changes", () => {
    expect(answered({ kind: "now" }, {})).toEqual({ type: "provider.retried", scope: "acme" });
  });

  test.each<[string, Partial<ProviderWait>, string]>([
    ["large", {}, '"large" is not a model\'s name. Write provider/model, such as ollama/qwen3-coder.'],
    ["acme/large", { scope: "acme/large" }, "The team already waits for acme/large. Name another model."],
  ])("%s is refused", (model, about, refused) => {
    expect(answered({ kind: "remodel", model }, about)).toBe(refused);
  });

  test("a model that cannot use tools is refused for one member who needs them, and taken for none", () => {
    const never = () => false;
    expect(answered(remodel, { scope: "other" }, never)).toBe(
      "new/model cannot use tools, as its check found, and coach needs them. Name another model.",
    );
    expect(answered(remodel, { scope: "acme/large" }, never)).toBe(
      "new/model cannot use tools, as its check found, and ada, architect need them. Name another model.",
    );
  });
});
