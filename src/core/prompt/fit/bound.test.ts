import { describe, expect, test } from "vitest";
import { Past } from "../../../../test/support/past.ts";
import type { Request } from "../../ports/request.ts";
import { loopOf } from "../../state/threads.ts";
import { boundOf, fits, lackOf, withReply } from "./bound.ts";

/** A request of this many bytes, limit of the reply included. */
function requestOf(bytes: number, maxOutput?: number): Request {
  const request = (system: string): Request => ({
    model: "scripted",
    tools: [],
    system,
    messages: [],
    ...(maxOutput !== undefined && { maxOutput }),
  });
  return request("s".repeat(bytes - JSON.stringify(request("")).length));
}

describe("whether a request may be sent", () => {
  test.each([
    ["nothing is known", 90_000, {}, true],
    ["it and the shortest reply just fill the window", 3_000, { window: 1_256 }, true],
    ["one token is missing", 3_001, { window: 1_256 }, false],
    ["it is three quarters of what was refused", 3_000, { refused: 4_000 }, true],
    ["it is longer than that", 3_001, { refused: 4_000 }, false],
    ["it fits the window and not what was refused", 3_001, { window: 9_999, refused: 4_000 }, false],
    ["it fits what was refused and not the window", 3_000, { window: 1_255, refused: 4_000 }, false],
    ["it fits both", 3_000, { window: 1_256, refused: 4_000 }, true],
  ])("%s", (_, bytes, bound, isSent) => {
    expect(fits(requestOf(bytes), bound)).toBe(isSent);
  });

  test("is a matter of bytes, not of characters", () => {
    const request = (system: string) => ({ ...requestOf(300), system });
    expect(fits(request("a".repeat(3_000)), { window: 1_400 })).toBe(true);
    expect(fits(request("é".repeat(3_000)), { window: 1_400 })).toBe(false);
  });
});

test.each([
  ["as long as it may be where no window is known", 8_000, {}, 8_000],
  ["as long as it may be where there is room", 500, { window: 1_500 }, 500],
  ["as long as there is room", 501, { window: 1_500 }, 500],
  ["as long as there is room where nothing else limits it", undefined, { window: 1_500 }, 500],
  ["never shorter than the shortest", 8_000, { window: 1_100 }, 256],
])("a reply is %s", (_, maxOutput, bound, most) => {
  const request = requestOf(3_000, maxOutput);
  // Without a limit of its own, a request keeps its bytes.
  expect(withReply(request, bound)).toEqual({ ...request, maxOutput: most });
});

describe("what a request must stay within", () => {
  function asked(windows?: Record<string, number>): { past: Past; loop: string } {
    const past = Past.opened({ policy: windows ? { windows } : {} });
    past.enters("refinement");
    return { past, loop: past.turnStarts("turn/refinement.1/1", "ada") };
  }
  function fails({ past, loop }: { past: Past; loop: string }, bytes: number, isTooLong: boolean): void {
    const asked = { loop, ask: 1, attempt: 1, model: "scripted", renderer: 1, hash: "", bytes };
    const { seq } = past.harness({ type: "model.asked", ...asked });
    const failed = { asked: seq, loop, ask: 1, failure: "refused" as const, text: "It is too long." };
    past.harness({ type: "model.failed", ...failed, unspent: true, ...(isTooLong && { tooLong: {} }) });
  }
  const loopIn = ({ past, loop }: { past: Past; loop: string }) => {
    const found = loopOf(past.state, loop);
    if (!found) throw new Error("no loop");
    return found;
  };
  const boundIn = (at: { past: Past; loop: string }) => boundOf(at.past.state, "scripted", loopIn(at));
  const lackIn = (at: { past: Past; loop: string }, bytes: number) =>
    lackOf(at.past.state, loopIn(at), requestOf(bytes));

  test("is nothing, the window of its model, what was refused, or both", () => {
    expect(boundIn(asked())).toBeUndefined();
    expect(boundIn(asked({ other: 9 }))).toBeUndefined();
    expect(boundIn(asked({ scripted: 9_000 }))).toEqual({ window: 9_000 });
    const [unknown, known] = [asked(), asked({ scripted: 9_000 })];
    for (const at of [unknown, known]) fails(at, 4_000, true);
    expect(boundIn(unknown)).toEqual({ refused: 4_000 });
    expect(boundIn(known)).toEqual({ window: 9_000, refused: 4_000 });
  });

  test("is not what failed for another reason, or before a person stepped in", () => {
    const other = asked();
    fails(other, 4_000, false);
    expect(boundIn(other)).toBeUndefined();
    const resumed = asked();
    fails(resumed, 4_000, true);
    const { loop } = resumed;
    resumed.past.harness({
      type: "loop.paused",
      loop,
      on: "window",
      model: "scripted",
      needs: 2_000,
      why: "too long",
    });
    expect(boundIn(resumed)).toEqual({ refused: 4_000 });
    resumed.past.human({ type: "policy.changed", patch: { windows: { scripted: 9_000 } }, why: "asked" });
    expect(boundIn(resumed)).toEqual({ window: 9_000 });
    fails(resumed, 5_000, true);
    expect(boundIn(resumed)).toEqual({ window: 9_000, refused: 5_000 });
  });

  test("is told with what a request lacks: the tokens it needs, the window, and what the server said", () => {
    const window = asked({ scripted: 1_256 });
    expect(lackIn(window, 3_000)).toBeUndefined();
    expect(lackIn(window, 3_001)).toEqual({ needs: 1_257, window: 1_256 });
    const refused = asked();
    fails(refused, 4_000, true);
    expect(lackIn(refused, 3_000)).toBeUndefined();
    expect(lackIn(refused, 3_001)).toEqual({ needs: 1_257, said: "It is too long." });
    expect(lackIn(asked(), 900_000)).toBeUndefined();
  });
});
