import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { seat, team } from "../../../../test/support/plans.ts";
import { loopOf, threadOfLoop } from "../../state/threads.ts";
import type { Policy, Seat } from "../../terms/policy.ts";
import { boundOf } from "./bound.ts";
import { type Fixed, replyIn, roomsFor, type Speaker, toolsOf } from "./room.ts";

interface Given {
  readonly seats?: readonly Seat[];
  readonly policy?: Partial<Policy>;
  readonly fixed?: Partial<Fixed>;
  /** Those that the speaker may use besides the one that ends its loop. */
  readonly tools?: string[];
  readonly task?: boolean;
}

/** The rooms of ada, who is the first of the seats. */
function rooms({ seats = team, policy = {}, fixed = {}, tools, task = false }: Given) {
  const past = Past.opened({ seats, policy }).reaches(task ? "implementation" : "refinement");
  const thread = task ? "coding/t1.1" : "turn/refinement.1/1";
  if (task) past.threadOpens(thread, "ada", "coding", "t1");
  else past.harness({ type: "turn.started", thread, seat: "ada", round: 1, kind: "engineer" });
  const opened = { type: "loop.opened" as const, thread, terminal: "end", asks: 8 };
  const { seq } = past.harness({ ...opened, ...(tools && { tools }) });
  const speaker = speakerOf(past, `l${seq}`);
  const bound = boundOf(past.state, speaker.seat.model, speaker.loop) ?? {};
  return roomsFor(past.state, speaker, { system: "", tools: [], ...fixed }, bound);
}

function speakerOf({ state }: Past, id: string): Speaker {
  const [thread, loop] = [threadOfLoop(state, id), loopOf(state, id)];
  const ada = state.session.seats.find((one) => one.id === "ada");
  if (!thread || !loop || !ada) throw new Error("no speaker");
  return { thread, loop, seat: ada };
}

/** A list of one tool that takes this many characters. */
function toolOf(characters: number, name = "end") {
  const empty = [{ name, description: "", schema: {} }];
  return [{ name, description: "d".repeat(characters - JSON.stringify(empty).length), schema: {} }];
}

describe("the room of a talk", () => {
  test("is full where no window is known, and halves from one to the next", () => {
    expect(rooms({ fixed: { system: "s".repeat(90_000) } })).toEqual([
      { talk: 64_000, thread: 64_000, ownTools: false },
      { talk: 32_000, thread: 32_000, ownTools: false },
      { talk: 16_000, thread: 16_000, ownTools: false },
      { talk: 8_000, thread: 8_000, ownTools: false },
      { talk: 4_000, thread: 4_000, ownTools: false },
    ]);
  });

  test("is what a window has beside a reply, the rules, the tools and what stands around them", () => {
    const [largest, half] = rooms({
      policy: { windows: { scripted: 20_000 } },
      fixed: { system: "s".repeat(1_000), tools: toolOf(2_000) },
    });
    // 15,000 tokens beside a reply of a quarter, less 5,000 characters: 40,000, of which talk takes three fifths.
    expect(largest).toEqual({ talk: 24_000, thread: 16_000, ownTools: false });
    expect(half).toEqual({ talk: 12_000, thread: 8_000, ownTools: false });
  });

  test("of a task leaves three quarters to its own requests and results", () => {
    const [largest] = rooms({ task: true, policy: { windows: { scripted: 20_000 } } });
    expect(largest).toEqual({ talk: 10_750, thread: 32_250, ownTools: false });
  });

  test("is never more than a full one, and never less than says something", () => {
    const window = (scripted: number) => rooms({ policy: { windows: { scripted } } });
    expect(window(1_000_000)[0]).toEqual({ talk: 64_000, thread: 64_000, ownTools: false });
    expect(window(1_000)).toEqual(Array(5).fill({ talk: 800, thread: 800, ownTools: false }));
    expect(window(4_000).map(({ talk, thread }) => [talk, thread])).toEqual([
      [4_200, 2_800],
      [2_100, 1_400],
      [1_050, 800],
      [800, 800],
      [800, 800],
    ]);
  });

  test("has the more, the less a reply may take", () => {
    const output = { turn: 1_000, artifact: 900, coding: 800, review: 700 };
    const [largest] = rooms({ policy: { windows: { scripted: 10_000 }, output } });
    expect(largest).toEqual({ talk: 15_000, thread: 10_000, ownTools: false });
    const [full] = rooms({ policy: { windows: { scripted: 10_000 } } });
    expect(full).toEqual({ talk: 12_300, thread: 8_200, ownTools: false });
    // In a large window the longest reply that is allowed takes less than a quarter.
    const [large] = rooms({
      task: true,
      policy: { windows: { scripted: 37_000 }, output: { ...output, coding: 2_000 } },
    });
    expect(large?.talk).toBe(25_750);
  });
});

describe("what members share", () => {
  const small: Seat = { ...seat("bo"), model: "small" };
  const windows = { scripted: 20_000, small: 8_000, tiny: 4_000 };

  test("is cut for the smallest window among them, and what is one's own for one's own", () => {
    const [largest] = rooms({ seats: [seat("ada"), small, seat("coach", "coach")], policy: { windows } });
    expect(largest).toEqual({ talk: 9_600, thread: 17_200, ownTools: false });
  });

  test("is not cut for a window that is unknown, nor for a member with a perspective of its own", () => {
    const unknown: Seat = { ...seat("bo"), model: "unknown" };
    const alone: Seat = { ...small, rendering: "perspective" };
    for (const other of [unknown, alone])
      expect(rooms({ seats: [seat("ada"), other], policy: { windows } })[0]).toEqual({
        talk: 25_800,
        thread: 17_200,
        ownTools: false,
      });
  });

  test("is cut for the others' windows where one's own is unknown, and full where all are", () => {
    const seats: readonly Seat[] = [{ ...seat("ada"), model: "unknown" }, small];
    expect(rooms({ seats, policy: { windows } })[0]).toEqual({
      talk: 9_600,
      thread: 64_000,
      ownTools: false,
    });
    expect(rooms({ seats: seats.slice(0, 1), policy: { windows: { tiny: 4_000 } } })[0]?.talk).toBe(64_000);
  });

  test("is nothing for a member with its own perspective, which sees its own tools", () => {
    const [largest] = rooms({
      seats: [{ ...seat("ada"), rendering: "perspective" }, small],
      policy: { windows },
      tools: ["read"],
      fixed: { tools: [...toolOf(1_000), ...toolOf(2_000, "other")] },
    });
    // Only the first tool is shown: 45,000 characters beside the reply, less 3,000.
    expect(largest).toEqual({ talk: 25_200, thread: 16_800, ownTools: true });
  });
});

test.each([
  [6_000, false],
  [6_001, true],
])("tools of %d characters in a window of 8,000 tokens are one's own: %s", (size, ownTools) => {
  const policy = { windows: { scripted: 8_000 } };
  const shown = toolOf(size);
  const [largest] = rooms({ policy, fixed: { tools: shown } });
  expect(largest).toEqual({
    talk: Math.floor((16_000 - size) * 0.6),
    thread: Math.floor((16_000 - size) * 0.4),
    ownTools,
  });
  // The others of a team see all tools where their windows are large.
  const others: readonly Seat[] = [{ ...seat("ada"), model: "unknown" }, seat("bo")];
  expect(rooms({ seats: others, policy, fixed: { tools: shown } })[0]?.talk).toBe(ownTools ? 64_000 : 6_000);
});

test("a speaker may use the tools of its loop and the one that ends it; without a list, all", () => {
  const tools = ["read", "end", "write"].map((name) => ({ name, description: "", schema: {} }));
  const names = (loop: object) =>
    toolsOf(tools, { terminal: "end", ...loop } as Speaker["loop"]).map(({ name }) => name); // only what is looked at
  expect(names({ tools: ["write"] })).toEqual(["end", "write"]);
  expect(names({ tools: [] })).toEqual(["end"]);
  expect(names({})).toEqual(["read", "end", "write"]);
});

test("a reply takes a quarter of its window, in whole tokens", () => {
  expect([0, 3, 4, 4_099].map(replyIn)).toEqual([0, 0, 1, 1_024]);
});
