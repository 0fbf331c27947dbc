import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import { Face } from "../../../cli/face/face.ts";
import type { TeamEvent } from "../../facts/events.ts";
import type { Fact } from "../../facts/fact.ts";
import { fold } from "../../fold/fold.ts";
import { emptyState, type State } from "../../state/state.ts";
import { providerId } from "../../terms/ids.ts";
import { storyOf } from "./story.ts";

/** What a face prints of a session. */
function printed(past: Past, talk: "whole" | "short"): string {
  let out = "";
  const face = new Face({
    place: { write: (text) => (out += text), columns: () => 100, rows: () => 40 },
    live: false,
    colour: false,
    human: "you",
    least: "small",
    talk: talk === "whole" ? { kind: "whole" } : { kind: "short", asks: false },
    now: () => "2026-01-01T00:00:00.000Z",
  });
  let state: State = emptyState;
  for (const fact of past.facts) {
    const before = state;
    state = fold(before, fact);
    face.show({ kind: "fact", fact, before, after: state });
  }
  return out;
}

function turned(): { past: Past; loop: string } {
  const past = Past.opened();
  past.enters("refinement");
  return { past, loop: past.turnStarts("turn/refinement.1/1", "ada") };
}

describe("10.28: a call that was refused or failed", () => {
  const cases = [
    ["malformed", "record_decision was refused: topic: it is missing"],
    ["tripped", "record_decision was refused: topic: it is missing"],
    ["late", "record_decision was refused: topic: it is missing"],
    [undefined, "record_decision failed: topic: it is missing"],
  ] as const;

  test.each(cases)(
    "(%s) is in the whole story with its reason, and not in the short one",
    (refused, words) => {
      const { past, loop } = turned();
      past.asks(loop);
      const { seq } = past.replies(loop, 1, "", { tool: "record_decision", input: {} });
      const settled = { loop, call: `c${seq}_1`, failed: true, text: "topic:\n  it is missing" };
      past.harness({ type: "tool.settled", ...settled, ...(refused && { refused }) });
      expect(printed(past, "whole")).toContain(`ada        ${words}`);
      expect(printed(past, "short")).not.toContain("it is missing");
    },
  );

  test("one that went well is not told", () => {
    const { past, loop } = turned();
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool: "record_decision", input: {} });
    past.harness({ type: "tool.settled", loop, call: `c${seq}_1`, failed: false, text: "Recorded." });
    expect(printed(past, "whole")).not.toContain("record_decision");
  });

  test("a reason without end is cut", () => {
    const { past, loop } = turned();
    past.asks(loop);
    const { seq } = past.replies(loop, 1, "", { tool: "read_file", input: {} });
    past.harness({ type: "tool.settled", loop, call: `c${seq}_1`, failed: true, text: "why ".repeat(5_000) });
    expect(printed(past, "whole").length).toBeLessThan(1_500);
  });
});

test("10.28: a retry is told with its cause and the time, as the person's clock shows it", () => {
  const { past, loop } = turned();
  const { seq } = past.asks(loop);
  const retryAt = "2026-01-01T10:20:30.000Z";
  const failed = { asked: seq, loop, ask: 1, failure: "overload" as const, text: "mine: overloaded (503)." };
  past.harness({ type: "model.failed", ...failed, retryAt });
  const local = new Date(retryAt);
  const minutes = String(local.getMinutes()).padStart(2, "0");
  const time = `${String(local.getHours()).padStart(2, "0")}:${minutes}:30`;
  expect(printed(past, "whole")).toMatch(
    new RegExp(`no reply from the model: mine: overloaded \\(503\\)\\.; asked again at .*${time}`),
  );
});

describe("what is told of a conversation", () => {
  const told = (past: Past, tell: () => Fact) => {
    const before = past.state;
    return storyOf(tell(), before, past.state).map(({ kind, who, text, task, until }) =>
      [kind, who, task, text, until].filter((part) => part !== undefined).join(" "),
    );
  };
  const building = () => {
    const past = Past.opened().reaches("implementation");
    past.threadOpens("coding/t1.1", "ada", "coding", "t1");
    return { past, loop: past.loopOpens("coding/t1.1", "done") };
  };
  const until = "2026-01-02T00:00:00.000Z";
  const paused = (loop: string, more: object) => ({ type: "loop.paused", loop, ...more }) as TeamEvent;

  test.each<[string, object, readonly string[]]>([
    ["on a question", { on: "question", call: "c1" }, []],
    ["on a budget", { on: "budget", scope: "session", why: "used up" }, []],
    [
      "on a provider",
      { on: "provider", scope: "acme" },
      ["trouble harness the team waits for acme, and for you: huddle reply r5 now asks it at once"],
    ],
    [
      "on a provider for a time",
      { on: "provider", scope: "acme", until },
      [`trouble harness the team waits for acme (huddle reply r5 now asks it at once), until ${until}`],
    ],
  ])("a pause %s", (_, more, lines) => {
    const { past, loop } = turned();
    const seq = past.facts.length + 1;
    const found = told(past, () => past.harness(paused(loop, more)));
    expect(found.map((line) => line.replace(/reply \w+ now/, "reply r5 now"))).toEqual(lines);
    expect(found.join().match(/reply \w+/)?.[0] ?? `reply ${providerId(seq)}`).toBe(
      `reply ${providerId(seq)}`,
    );
  });

  test("a second member that waits for the same is not told, one that waits for another is", () => {
    const { past, loop } = turned();
    past.harness(paused(loop, { on: "provider", scope: "acme" }));
    const other = past.turnStarts("turn/refinement.1/2", "bo");
    expect(told(past, () => past.harness(paused(other, { on: "provider", scope: "acme" })))).toEqual([]);
    const third = past.turnStarts("turn/refinement.1/3", "ada");
    expect(told(past, () => past.harness(paused(third, { on: "provider", scope: "other" })))).toHaveLength(1);
  });

  test("nor is one, if the first one has asked before it had to wait", () => {
    const { past, loop } = turned();
    past.harness({ type: "loop.closed", loop, outcome: "text" });
    const again = past.loopOpens("turn/refinement.1/1", "pass_turn");
    past.harness(paused(again, { on: "provider", scope: "acme" }));
    const other = past.turnStarts("turn/refinement.1/2", "bo");
    expect(told(past, () => past.harness(paused(other, { on: "provider", scope: "acme" })))).toEqual([]);
  });

  test("a pause is told by Huddle, whoever has to wait", () => {
    for (const more of [{}, { until }]) {
      const { past, loop } = turned();
      const lines = told(past, () =>
        past.add("ada", paused(loop, { on: "provider", scope: "acme", ...more })),
      );
      expect(lines).toEqual([expect.stringMatching(/^trouble harness the team waits for acme/)]);
    }
  });

  test.each<[string, object, readonly string[]]>([
    ["was stopped", { failure: "stopped" }, []],
    ["has no later try", { failure: "cut" }, ["working ada t1 no reply from the model: it broke"]],
    [
      "has a later try",
      { failure: "cut", retryAt: until },
      [`working ada t1 no reply from the model: it broke; asked again at ${until}`],
    ],
    ["belongs to no conversation", { failure: "cut", loop: "l999" }, []],
  ])("a request that %s", (_, more, lines) => {
    const { past, loop } = building();
    const { seq } = past.asks(loop);
    const failed = { type: "model.failed", asked: seq, loop, ask: 1, text: "it broke", ...more } as TeamEvent;
    expect(told(past, () => past.harness(failed))).toEqual(lines);
  });

  test("words on a task are said; no words, or words of nobody, are not", () => {
    const { past, loop } = building();
    past.asks(loop);
    expect(told(past, () => past.replies(loop, 1, " Tests first. "))).toEqual(["said ada t1 Tests first."]);
    expect(told(past, () => past.replies(loop, 2, "  "))).toEqual([]);
    expect(told(past, () => past.replies("l999", 1, "Hm."))).toEqual([]);
  });

  test("words beside a look and something else are for the message", () => {
    const { past, loop } = turned();
    past.asks(loop);
    const look = { tool: "read_file", input: {} };
    const reply = past.replies(loop, 1, "I see.", look, { tool: "ask_pm", input: {} });
    expect(storyOf(reply, past.state, past.state)).toEqual([]);
  });

  test("a failed call that nobody made is not told", () => {
    const { past, loop } = turned();
    const settled = { type: "tool.settled", call: "c9_9", failed: true, text: "no" } as const;
    expect(told(past, () => past.harness({ ...settled, loop }))).toEqual([]);
    expect(told(past, () => past.harness({ ...settled, loop: "l999" }))).toEqual([]);
  });

  test.each([
    ["edit_file", "working ada t1 edits a.js, b.js"],
    ["write_file", "working ada t1 writes a.js, b.js"],
  ])("%s is told with its files", (tool, line) => {
    const { past, loop } = building();
    const changes = ["a.js", "b.js"].map((path) => ({ path, before: null, after: "h" }));
    expect(told(past, () => past.harness({ type: "tool.called", loop, call: "c", tool, changes }))).toEqual([
      line,
    ]);
  });

  test.each<[tool: string, gone: readonly string[], written: readonly string[], line: string]>([
    ["delete_file", ["a.js"], [], "working ada t1 deletes a.js"],
    ["move_file", ["a.js"], ["b.js"], "working ada t1 moves a.js to b.js"],
  ])("%s is told as what it is", (tool, gone, written, line) => {
    const { past, loop } = building();
    const changes = [
      ...written.map((path) => ({ path, before: null, after: "h" })),
      ...gone.map((path) => ({ path, before: "h", after: null })),
    ];
    expect(told(past, () => past.harness({ type: "tool.called", loop, call: "c", tool, changes }))).toEqual([
      line,
    ]);
  });
});
