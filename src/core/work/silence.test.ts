import { describe, expect, test } from "vitest";
import type { Signal } from "../ports/signal.ts";
import { isTooSilent, noSilence, silenceAfter, silenceGrown } from "./silence.ts";

const minute = 60_000;
const now = "2026-01-01T00:00:00.000Z";
const spoken = { thread: "coding/t1.1", ask: 1, seat: "ada" };
const printed = { type: "run.printed" as const, step: "task/t1", command: "npm test", run: 1, text: "" };

/** After how many whole minutes without anything more a step that said this is ended. */
function endedAfter(signal: Signal | undefined): number {
  let silence = signal ? silenceAfter(signal, now) : noSilence;
  for (let minutes = 0; minutes <= 10_000; minutes += 1) {
    if (isTooSilent(silence)) return minutes;
    silence = silenceGrown(silence, minute);
  }
  return Infinity;
}

describe("a step that says nothing more is ended", () => {
  test.each<[string, Signal | undefined, number]>([
    ["after a fact, or its beginning", undefined, 30],
    ["after words", { type: "text.delta", ...spoken, text: "a" }, 30],
    ["after thoughts", { type: "reasoning.delta", ...spoken, text: "a" }, 30],
    ["after the beginning of a call", { type: "call.began", ...spoken, tool: "write_file" }, 30],
    ["after more of a call", { type: "call.delta", ...spoken, length: 3 }, 30],
    ["after the end of a reply", { type: "ask.ended", ...spoken }, 30],
    ["after something that a command printed", { ...printed, text: "ok" }, 30],
    ["after the end of a command", { ...printed, ended: true }, 30],
    ["after a question to a model that may be silent for an hour", ask(60 * minute), 90],
    ["after a question without a time of its own", { type: "ask.began", ...spoken }, 30],
    ["after a command has begun that may take two hours", { ...printed, withinMs: 120 * minute }, 150],
    ["after a time that a provider named", waiting("2026-01-01T08:00:00.000Z"), 8 * 60 + 30],
    ["after a time that is over", waiting("2025-12-31T08:00:00.000Z"), 30],
    ["never, while others talk to the provider", waiting(undefined), Infinity],
    ["never, while a command waits for its turn", { ...printed, waits: true }, Infinity],
  ])("%s", (_, signal, minutes) => {
    expect(endedAfter(signal)).toBe(minutes);
  });
});

function ask(withinMs: number): Signal {
  return { type: "ask.began", ...spoken, withinMs };
}

function waiting(until: string | undefined): Signal {
  return { type: "model.waiting", ...spoken, why: "busy", ...(until !== undefined && { until }) };
}
