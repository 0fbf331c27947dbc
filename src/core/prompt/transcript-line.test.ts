import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import { basisText } from "./basis-text.ts";
import { fullRoom } from "./fit/room.ts";
import { renderRequest } from "./render-request.ts";
import { sizeWithin, within } from "./transcript-line.ts";

const charter = { system: "rules", coach: "", artifact: "", tools: [] };
const decision = { reason: "it is plain.", proposed: "ada", agreed: ["bo"], dissents: [] };

function inRefinement(): Past {
  const past = Past.opened();
  past.enters("refinement");
  return past;
}

function decides(past: Past, topic: string, amends?: string): string {
  const words = { topic, decision: `${topic}!`, ...decision };
  const { seq } = past.add(
    "ada",
    amends === undefined
      ? { type: "decision.recorded", ...words }
      : { type: "decision.amended", ...words, amends },
  );
  return `d${seq}`;
}

function reads(past: Past): string {
  const loop = past.turnStarts(`turn/refinement.1/${past.state.head}`, "bo");
  return JSON.stringify(renderRequest(past.state, loop, charter).messages);
}

test("decisions have ids, what took their place says so, and points put off stand where they were put off", () => {
  const past = inRefinement();
  const first = decides(past, "rounding");
  past.turn("turn/refinement.1/1", "ada", "Hm.");
  const second = decides(past, "rounding to even", first);
  past.add("ada", { type: "point.deferred", topic: "colours", why: "nobody asked" });
  const text = reads(past);
  const places = [
    `[recorded ${first}, proposed by ada; agreed: bo] rounding: rounding! Because it is plain.`,
    "[ada] Hm.",
    `[amended ${first} → ${second}, proposed by ada; agreed: bo] rounding to even: `,
    "[deferred by ada] colours: nobody asked",
  ].map((words) => text.indexOf(words));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual([...places].sort((one, other) => one - other));
});

test("a later phase starts from what is in force", () => {
  const past = inRefinement();
  const first = decides(past, "rounding");
  const second = decides(past, "rounding to even", first);
  expect(basisText(past.state)).toContain(`- ${second} (proposed by ada; agreed: bo): rounding to even`);
  expect(basisText(past.state)).not.toContain(`- ${first} `);
});

test("of a long talk's beginning lives on what was in force when it was cut, and what came later is seen to change it", () => {
  const past = inRefinement();
  const [old, standing] = [decides(past, "old"), decides(past, "standing")];
  const newer = decides(past, "newer", old);
  for (let turn = 1; turn <= 8; turn++)
    past.turn(`turn/refinement.1/${turn}`, "ada", `${turn} ${"and so on ".repeat(1_000)}`);
  const before = reads(past);
  expect(before).toContain("This has been a long talk");
  expect(before).not.toContain(`[recorded ${old},`);
  expect(before).toContain(`[recorded ${standing},`);
  expect(before).toContain(`[amended ${old} → ${newer},`);
  const newest = decides(past, "newest", standing);
  const after = reads(past);
  expect(after).toContain(`[recorded ${standing},`);
  expect(after).toContain(`[amended ${standing} → ${newest},`);
});

test.each([fullRoom.talk, fullRoom.talk * 3])("10.41: in a room of %d, a line has all its words", (room) => {
  const line = { seq: 1, at: "", actor: "ada", text: "w".repeat(20_000), size: 20_000 };
  expect(within(line, room)).toEqual(line);
  expect(sizeWithin(room)(line)).toBe(sizeWithin(Number.MAX_SAFE_INTEGER)(line));
});

test.each([
  ["ada", 4],
  ["human", 2],
])("10.41: in a smaller room, a line of %s takes at most a part of %d", (actor, part) => {
  for (const room of [fullRoom.talk - 1, 20_000]) {
    const most = Math.floor(room / part);
    const line = { seq: 1, at: "", actor, text: "w".repeat(most * 2), size: most * 2 };
    expect(within(line, room).text.length).toBeLessThan(most + 100);
    expect(sizeWithin(room)(line)).toBe(most);
    const small = { ...line, text: "w".repeat(most - 10), size: most - 10 };
    expect(within(small, room).text).toBe(small.text);
  }
});
