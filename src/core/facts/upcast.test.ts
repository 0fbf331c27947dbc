import { describe, expect, test } from "vitest";
import { factVersion } from "./fact.ts";
import { type RawFact, type Upcasts, upcast } from "./upcast.ts";

const raw = (v: number, event: RawFact["event"]): RawFact => ({
  seq: 7,
  prev: "p",
  at: "2025-01-01T00:00:00.000Z",
  v,
  actor: "ada",
  event,
});

const table: Upcasts = new Map([
  ["note.made@1", ({ body, ...event }) => ({ ...event, type: "message.posted", text: body })],
  ["message.posted@3", (event) => ({ ...event, text: `${event.text}!` })],
  ["message.posted@4", (event) => ({ ...event, text: "from the future" })],
]);

describe("upcast", () => {
  test("takes an old event through every version, also where it was renamed and where nothing changed", () => {
    const fact = upcast(raw(1, { type: "note.made", body: "hi", extra: 1 }), table, 4);
    const event = { type: "message.posted", text: "hi!", extra: 1 };
    expect(fact).toEqual({ ...raw(4, event) });
  });

  test("starts at the version the fact was written with", () => {
    expect(upcast(raw(4, { type: "message.posted", text: "hi" }), table, 4).event).toEqual({
      type: "message.posted",
      text: "hi",
    });
    expect(upcast(raw(2, { type: "message.posted", text: "hi" }), table, 4).event).toEqual({
      type: "message.posted",
      text: "hi!",
    });
  });

  test("turns a type nobody knows into unknown and keeps the rest of the fact", () => {
    const fact = upcast(raw(1, { type: "moon.landed", where: "sea" }));
    expect(fact).toMatchObject({ seq: 7, actor: "ada", event: { type: "unknown", was: "moon.landed" } });
  });

  test.each([
    ["done", { summary: "because" }],
    ["failed", { feedback: "because" }],
    ["changes", { feedback: "because" }],
    ["conflict", { feedback: "because" }],
    ["red", { feedback: "because" }],
    ["ready", {}],
  ])("names the words of an old move that was %s", (trigger, named) => {
    const event = { type: "task.moved", task: "t1", trigger, why: "because" };
    expect(upcast(raw(1, event)).event).toEqual({ ...event, ...named });
    const today = raw(2, event);
    expect(upcast(today)).toBe(today);
  });

  test("10.40: tasks of an old approach are named by id, and nothing else of it changes", () => {
    const entry = { task: "t1", approach: "so", interfaces: ["f(x)"], mood: "good" };
    const event = {
      type: "artifact.submitted",
      kind: "approach",
      version: 1,
      body: { tasks: [entry], more: 1 },
    };
    const { task, ...rest } = entry;
    for (const v of [1, 2])
      expect(upcast(raw(v, event)).event).toEqual({
        ...event,
        body: { tasks: [{ id: task, ...rest }], more: 1 },
      });
    for (const body of [undefined, null, {}, { tasks: 7 }, { tasks: [null, { id: "t1" }] }])
      expect(upcast(raw(2, { ...event, body })).event).toEqual({ ...event, body });
    const nameless = upcast(raw(2, { ...event, body: { tasks: [{ approach: "so" }] } })).event;
    expect(nameless).toStrictEqual({ ...event, body: { tasks: [{ approach: "so" }] } });
    const findings = { type: "artifact.submitted", kind: "findings", body: { findings: [{ task: "t1" }] } };
    expect(upcast(raw(2, findings)).event).toEqual(findings);
  });

  test.each([
    ["as planned", false],
    ["As planned.", false],
    ["As in the plan", false],
    ["Same as the plan.", false],
    ["unchanged", false],
    ["as the plan says", false],
    ["As planned, but with a table.", true],
    ["Not as planned", true],
    ["With a table.", true],
  ])("an old approach that says %j keeps its own words: %s", (approach, isKept) => {
    const entry = { id: "t1", interfaces: ["f(x)"] };
    const event = (one: object) => ({ type: "artifact.submitted", kind: "approach", body: { tasks: [one] } });
    const old = raw(3, event({ ...entry, approach }));
    expect(upcast(old).event).toEqual(isKept ? old.event : event(entry));
    expect(upcast({ ...old, v: 4 }).event).toBe(old.event);
  });

  test("leaves a fact of today alone, unknown fields and newer versions included", () => {
    const today = raw(factVersion, { type: "message.posted", text: "hi", mood: "good" });
    expect(upcast(today)).toBe(today);
    const newer = raw(9, { type: "message.posted", text: "hi" });
    expect(upcast(newer)).toBe(newer);
  });
});
