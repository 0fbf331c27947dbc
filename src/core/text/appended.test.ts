import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { append, appended, at, replaceLast, toArray } from "./appended.ts";

describe("a list that only grows", () => {
  test("shares one backing array between its versions", () => {
    const none = appended<number>();
    const one = append(none, 1);
    const two = append(one, 2);
    expect(two.backing).toBe(one.backing);
    expect([none, one, two].map((list) => toArray(list))).toEqual([[], [1], [1, 2]]);
  });

  test("copies when an old version is continued, so neither way sees the other", () => {
    const one = append(appended<string>(), "a");
    const left = append(one, "left");
    const right = append(one, "right");
    expect(toArray(left)).toEqual(["a", "left"]);
    expect(toArray(right)).toEqual(["a", "right"]);
  });

  test("is read by place, from either end, and never beyond its own", () => {
    const short = append(appended(["a", "b"]), "c");
    append(short, "d");
    expect([at(short, 0), at(short, 2), at(short, 3), at(short, -1), at(short, -3), at(short, -4)]).toEqual([
      "a",
      "c",
      undefined,
      "c",
      "a",
      undefined,
    ]);
    expect(at(appended(), -1)).toBeUndefined();
    expect(toArray(short, 1)).toEqual(["b", "c"]);
    expect(toArray(short, 9)).toEqual([]);
    expect(toArray(short, 1, 2)).toEqual(["b"]);
    expect(toArray(short, 1, 9)).toEqual(["b", "c"]);
  });

  test("does not follow the array it was made from", () => {
    const items = [1];
    const list = appended(items);
    items.push(2);
    expect(toArray(list)).toEqual([1]);
  });
});

type Move = { readonly on: number; readonly item: number; readonly replace: boolean };

test("no version ever changes, whichever is continued and however", () => {
  const moves = fc.array(fc.record({ on: fc.nat(), item: fc.integer(), replace: fc.boolean() }), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(moves, (all: readonly Move[]) => {
      const versions = [appended<number>()];
      const models: number[][] = [[]];
      for (const { on, item, replace } of all) {
        const index = on % versions.length;
        const from = versions[index] ?? appended();
        const model = models[index] ?? [];
        versions.push(replace ? replaceLast(from, item) : append(from, item));
        models.push(replace ? [...model.slice(0, -1), item] : [...model, item]);
        expect(versions.map((list) => toArray(list))).toEqual(models);
      }
    }),
  );
});
