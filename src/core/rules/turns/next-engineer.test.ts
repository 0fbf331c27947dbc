import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { seat } from "../../../../test/support/plans.ts";
import type { Step } from "../../decide/step.ts";

function talk(engineers: readonly string[], turns = 100): Past {
  const seats = [...engineers.map((id) => seat(id)), seat("coach", "coach")];
  const past = Past.opened({ seats, policy: { turns } });
  past.enters("refinement");
  return past;
}

function next(past: Past): Extract<Step, { kind: "turn" | "coach" }> {
  const [step] = past.decided().steps;
  if (step?.kind !== "turn" && step?.kind !== "coach") throw new Error(`${step?.key ?? "nothing"} is next`);
  return step;
}

/** Everybody speaks until the words are used up. Who spoke, in order. */
function spoken(past: Past, words: readonly string[]): readonly string[] {
  return words.map((text) => {
    const { key, seat: id } = next(past);
    past.turn(key, id, text);
    return id;
  });
}

describe("whoever is asked speaks next, and then the round goes on", () => {
  const three = ["ada", "bo", "cy"];
  test.each<[string, string[], string[]]>([
    ["nobody", ["", "", "", "", "", "", ""], ["ada", "bo", "cy", "coach", "ada", "bo", "cy"]],
    [
      "the coach's next by name",
      ["", "", "", "Next: cy, why?", "", "", ""],
      ["ada", "bo", "cy", "coach", "cy", "ada", "bo"],
    ],
    ["a mention", ["See @cy.", "", "", ""], ["ada", "cy", "bo", "coach"]],
    ["a question", ["Does that hold, cy?", "", "", ""], ["ada", "cy", "bo", "coach"]],
    ["two at once", ["@cy and @bo!", "", "", ""], ["ada", "bo", "cy", "coach"]],
    ["one who has spoken", ["", "Why, ada?", "", "", ""], ["ada", "bo", "ada", "cy", "coach"]],
    [
      "one who has spoken, at the end of the round",
      ["", "", "Why, bo?", "", "", "", ""],
      ["ada", "bo", "cy", "coach", "bo", "ada", "cy"],
    ],
    [
      "two who ask each other without end",
      ["", "@ada", "@bo", "@ada", "@bo", "", "", "", ""],
      ["ada", "bo", "ada", "bo", "cy", "coach", "ada", "bo", "cy"],
    ],
  ])("%s", (_, words, order) => {
    expect(spoken(talk(three), words)).toEqual(order);
  });

  test("a person's question comes before the round, and not before a turn that has begun", () => {
    const past = talk(three);
    past.turnStarts("turn/refinement.1/1", "ada");
    past.says("human", "Why three?", ["cy"]);
    expect(next(past)).toMatchObject({ key: "turn/refinement.1/1", seat: "ada" });
    past.turnEnds("turn/refinement.1/1");
    expect(next(past)).toMatchObject({ key: "turn/refinement.1/2", seat: "cy" });
  });

  test("an answer out of turn takes nobody's turn, also at the end of the talk", () => {
    const past = talk(three, 3);
    expect(spoken(past, ["", "@ada", "", ""])).toEqual(["ada", "bo", "ada", "cy"]);
    expect(next(past).kind).toBe("coach");
    expect(past.state.stage).toMatchObject({ turns: 4, limit: 4 });
  });

  test("who is asked in words that an older version wrote is not called", () => {
    const past = talk(three);
    past.add("coach", { type: "message.posted", text: "Next: cy, why?" });
    expect(next(past).seat).toBe("cy");
    const old = talk(three);
    old.older(4, "coach", { type: "message.posted", text: "Next: cy, why?" });
    expect(next(old).seat).toBe("ada");
  });
});

test("in 200 random talks, every round has one turn of each, at most one more of who was asked, and then the coach", () => {
  for (let seed = 1; seed <= 200; seed += 1) expectRounds(seed);
});

/** Words that call somebody in one of the ways, or nobody. */
function randomWords(engineers: readonly string[], random: (below: number) => number): string {
  const name = engineers[random(engineers.length)] ?? "";
  return ["Fine.", `@${name}, and zero?`, `Next: ${name}, and zero?`, `It holds, ${name}?`][random(4)] ?? "";
}

function expectRounds(seed: number): void {
  let last = seed;
  const random = (below: number) => {
    last = (last * 48_271) % 2_147_483_647;
    return last % below;
  };
  const engineers = ["ada", "bo", "cy", "di", "eve"].slice(0, 2 + random(4));
  const past = talk(engineers);
  let round: string[] = [];
  for (let turns = 0; turns < 40; turns += 1) {
    const called = Object.entries(past.state.stage?.mentions ?? {})
      .filter(([name]) => name !== "coach")
      .map(([name, [first]]) => ({ name, since: first?.seq ?? 0 }))
      .toSorted((one, other) => one.since - other.since)
      .filter(({ name }) => round.filter((id) => id === name).length < 2);
    const { key, seat: id, kind } = next(past);
    const hint = `seed ${seed}: ${id} after ${round.join(" ")}`;
    const isOver = engineers.every((name) => round.includes(name));
    expect(kind === "coach", hint).toBe(isOver);
    if (isOver) {
      for (const name of engineers) expect(round.filter((one) => one === name).length, hint).toBeLessThan(3);
      round = [];
      // Something is settled in every round, so that the talk does not stall.
      past.harness({ type: "point.deferred", topic: "t", why: "later" });
    } else {
      if (called.length > 0)
        expect(
          called.map(({ name }) => name),
          hint,
        ).toContain(id);
      else expect(round, hint).not.toContain(id);
      round.push(id);
    }
    past.turn(key, id, randomWords(engineers, random));
  }
}
