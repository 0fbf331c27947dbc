import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { lackWords, pausedForRoom, windowLearned } from "./no-room.ts";

test("a person is told what the request needs, and what there is where that is known", () => {
  expect(lackWords("m", { needs: 9 })).toBe(
    "The next request with its reply needs about 9 tokens. Huddle did not send it.",
  );
  expect(lackWords("m", { needs: 9, window: 4, said: "Too long." })).toBe(
    "The next request with its reply needs about 9 tokens, and m has a window of 4. Huddle did not send it. Too long.",
  );
});

test("the pause says the same in numbers", () => {
  const paused = { type: "loop.paused", loop: "l1", on: "window", model: "m", needs: 9 };
  expect(pausedForRoom("l1", "m", { needs: 9 }).event).toStrictEqual({
    ...paused,
    why: lackWords("m", { needs: 9 }),
  });
  expect(pausedForRoom("l1", "m", { needs: 9, window: 0 }).event).toStrictEqual({
    ...paused,
    window: 0,
    why: lackWords("m", { needs: 9, window: 0 }),
  });
});

test("a window is learned where it is not known or smaller, and those of other models stay", () => {
  const { state } = Past.opened({ policy: { windows: { m: 100, other: 7 } } });
  const learned = (model: string, tooLong?: { window?: number }) =>
    windowLearned(
      state,
      { kind: "failed", failure: "refused", text: "", ...(tooLong && { tooLong }) },
      model,
    ).map(({ event }) => event);
  const changed = (windows: Record<string, number>, why: string) => [
    { type: "policy.changed", patch: { windows }, why },
  ];
  expect(learned("m", { window: 99 })).toEqual(changed({ m: 99, other: 7 }, "m has 99 tokens"));
  expect(learned("new", { window: 5 })).toEqual(changed({ m: 100, other: 7, new: 5 }, "new has 5 tokens"));
  for (const said of [undefined, {}, { window: 100 }, { window: 101 }])
    expect(learned("m", said)).toEqual([]);
});
