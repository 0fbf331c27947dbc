import { describe, expect, test } from "vitest";
import { changedBy } from "../../../test/support/changed-by.ts";
import { Past } from "../../../test/support/past.ts";
import { scope } from "../../../test/support/plans.ts";
import { toArray } from "../text/appended.ts";

/** A phase in which ada has spoken. */
function talking(): Past {
  const past = Past.opened({ policy: { turns: 1 } });
  past.enters("refinement");
  past.turn("turn/refinement.1/1", "ada");
  return past;
}

describe("what happens in a phase changes this and nothing else", () => {
  test("the talk is said to be over, another phase is asked for, or the rest of this one is left out", () => {
    const past = talking();
    const now = () => past.state.head;
    const signalled = changedBy(past, { type: "phase.signalled", summary: "All agreed." });
    expect(signalled).toEqual({
      stage: { signalled: now(), turnedAt: now() },
      closings: { refinement: "All agreed." },
    });
    const requested = changedBy(past, { type: "phase.requested", phase: "planning", why: "" });
    expect(requested).toEqual({ stage: { requested: { seq: now(), phase: "planning" } } });
    expect(changedBy(past, { type: "phase.skipped", why: "" })).toEqual({ stage: { skipped: now() } });
  });

  test("more turns count from the limit, or from the turns there were if those are more", () => {
    const past = talking();
    past.passes("turn/refinement.1/2", "bo");
    past.turnStarts("turn/refinement.1/3", "ada");
    past.turnEnds("turn/refinement.1/3", "cut");
    past.passes("turn/refinement.1/4", "bo");
    past.signals();
    expect(past.state.stage).toMatchObject({ turns: 4, limit: 1, silent: 1, cut: { turns: 1, since: 1 } });
    const extended = { type: "phase.extended", turns: 2, why: "" } as const;
    expect(changedBy(past, extended)).toEqual({
      stage: {
        signalled: "gone",
        limit: 6,
        silent: 0,
        cut: "gone",
        turnedAt: past.state.head,
        settledIn: 2,
      },
      closings: { refinement: "gone" },
    });
    expect(changedBy(past, extended)).toEqual({ stage: { limit: 8, turnedAt: past.state.head } });
  });

  test("the size of the work is told, and what a person made of it", () => {
    const past = talking();
    const settled = { type: "size.settled", how: "do" } as const;
    expect(changedBy(past, settled)).toEqual({ stage: { turnedAt: past.state.head } });
    const size = { size: "task", tasks: 1, why: "small" } as const;
    const sized = changedBy(past, { type: "work.sized", ...size });
    expect(sized).toEqual({ session: { size: { seq: past.state.head, ...size } } });
    expect(changedBy(past, settled)).toEqual({
      session: { size: { settled: "do" } },
      stage: { turnedAt: past.state.head },
    });
  });
});

describe("entering a phase", () => {
  const entered = {
    type: "phase.entered",
    phase: "refinement",
    visit: 2,
    kickoff: "k",
    charter: "c",
  } as const;

  test("starts everything anew", () => {
    const past = Past.opened({ policy: { turnsIn: { refinement: 4 } } });
    past.enters("refinement");
    past.accepts(past.submits("scope", scope));
    past.enters("planning");
    past.add("harness", entered);
    expect(past.state.stage).toEqual({
      phase: "refinement",
      visit: 2,
      since: past.state.head,
      charter: "c",
      kickoff: "k",
      turns: 0,
      extra: 0,
      took: [],
      answered: [],
      spoke: [],
      ledAt: 0,
      talkSince: past.state.head,
      coached: 0,
      turnedAt: past.state.head,
      limit: 4,
      versions: 1,
      from: 0,
      mentions: {},
      passes: [],
      silent: 0,
      settledIn: 0,
      coachTurns: 0,
      architectTurns: 0,
      volunteerRounds: 0,
      sized: false,
    });
    expect(past.state.visits).toEqual({ refinement: 2, planning: 1 });
  });

  test("with little to say, it is brief", () => {
    const past = talking();
    expect(past.state.stage).not.toHaveProperty("brief");
    past.add("harness", { ...entered, phase: "code-review", turns: 3 });
    expect(past.state.stage).toMatchObject({ limit: 3, brief: true, versions: 0 });
  });

  test("leaves what belongs to a task, and ends all else", () => {
    const past = Past.opened().reaches("implementation");
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    past.turnStarts("turn/implementation.1/1", "bo");
    for (const [thread, call] of [
      ["coding/t1.1", "c1"],
      ["turn/implementation.1/1", "c2"],
    ] as const)
      past.harness({ type: "question.asked", text: "?", options: [], thread, loop: "l", call });
    past.harness({ type: "effect.started", kind: "commit", task: "t1", input: {} }, "one");
    past.harness({ type: "effect.started", kind: "ship", input: {} }, "two");
    past.harness({ type: "volunteers.called" });
    past.fails("three");
    expect(past.state.volunteering).toBeDefined();
    past.enters("code-review");
    expect(past.state.threads.map(({ name }) => name)).toEqual(["coding/t1.1"]);
    expect(Object.values(past.state.questions).map(({ call }) => call)).toEqual(["c1"]);
    expect(Object.values(past.state.effects).map(({ step }) => step)).toEqual(["one"]);
    expect(past.state).toMatchObject({ volunteering: undefined });
    expect(past.state.failures).toEqual({});
  });
});

describe("words that carry over into the next phase", () => {
  /** In planning, with two messages that everybody heard before. */
  function later(): { past: Past; ask: (seat: string) => void } {
    const past = Past.opened({ policy: { turns: 9 } });
    past.enters("refinement");
    past.says("human", "one");
    past.says("human", "@architect two");
    let number = 0;
    const ask = (seat: string) => {
      number += 1;
      past.asks(past.turnStarts(`turn/${number}`, seat));
      past.turnEnds(`turn/${number}`);
    };
    for (const seat of ["ada", "bo", "coach", "architect"]) ask(seat);
    past.enters("planning");
    expect(past.state.stage).toMatchObject({ from: 2, mentions: {} });
    return { past, ask };
  }

  function carried(past: Past) {
    past.enters("pre-code-review");
    const { from, mentions } = past.state.stage ?? { mentions: {} };
    const who = Object.entries(mentions).map(([seat, all]) => [seat, all.map(({ text }) => text)]);
    return {
      words: toArray(past.state.transcript, from).map(({ text }) => text),
      who: Object.fromEntries(who),
    };
  }

  test("none, when all have heard what was said to them", () => {
    const { past, ask } = later();
    past.says("human", "@bo three");
    ask("bo");
    expect(carried(past)).toEqual({ words: [], who: {} });
  });

  test("from the first that an addressee has not heard; of those heard by others, only a person's calls stay", () => {
    const { past, ask } = later();
    past.says("human", "to all");
    past.says("human", "@bo three");
    past.says("human", "@coach four");
    past.says("human", "@ada five");
    past.says("ada", "@bo from ada");
    ask("ada");
    past.says("ada", "@bo late");
    expect(carried(past)).toEqual({
      words: ["@bo three", "@coach four", "@ada five", "@bo from ada", "@bo late"],
      who: { bo: ["@bo three", "@bo late"], coach: ["@coach four"] },
    });
  });

  test("what a member said to another is no reason to begin earlier", () => {
    const { past, ask } = later();
    past.says("ada", "@bo from ada");
    ask("ada");
    expect(carried(past)).toEqual({ words: [], who: {} });
  });

  test("from a single one that its addressee has not heard", () => {
    const { past, ask } = later();
    past.says("human", "@bo three");
    ask("ada");
    expect(carried(past)).toEqual({ words: ["@bo three"], who: { bo: ["@bo three"] } });
  });

  test("never without what nobody has heard", () => {
    const { past, ask } = later();
    past.says("human", "heard");
    ask("ada");
    past.says("human", "to all");
    past.says("human", "@bo three");
    expect(carried(past)).toEqual({ words: ["to all", "@bo three"], who: { bo: ["@bo three"] } });
  });
});
