import { expect, test } from "vitest";
import { z } from "zod";
import { LoopStage, type LoopStageOptions } from "../../test/support/loop-stage.ts";
import { ScriptedModel, type Spoken, says } from "../../test/support/scripted-model.ts";
import { assertNever } from "../core/assert-never.ts";
import type { TeamEvent } from "../core/facts/events.ts";
import { byHarness } from "../core/facts/fact.ts";
import { defineTerminal } from "../core/work/tool.ts";
import { failureWords, type Outcome } from "./outcome.ts";

// The loop knows no policy. Three callers with three of them run the same loop; each is one exhaustive switch.

type Caller = (outcome: Outcome<number>) => readonly TeamEvent[];

const thread = "turn/refinement.1/1";
const ended = (reason: string): TeamEvent => ({ type: "turn.ended", thread, how: "cut", reason });
const stuck = (error: string): TeamEvent => ({ type: "step.failed", step: thread, error });
const told = (text: string, ...to: string[]): TeamEvent => ({ type: "message.posted", text, to, thread });

/** A limit, or a member who cannot go on, is somebody else's to look at. */
const escalates: Caller = (outcome) => {
  switch (outcome.kind) {
    case "done":
      return [ended(`result ${outcome.value}`)];
    case "text":
      return [told(outcome.text), ended("said")];
    case "iteration-limit":
      return [
        told(`${outcome.key}: ${outcome.iteration} requests are used up.`, "architect"),
        ended("escalated"),
      ];
    case "blocked":
      return [told(outcome.blocked.explanation, "architect"), ended("escalated")];
    case "no-tool-twice":
    case "max-iterations":
    case "model-error":
    case "invalid-result":
      return [told(failureWords(outcome) ?? "", "coach"), ended("escalated")];
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
    default:
      return assertNever(outcome);
  }
};

/** Whatever is not a result waits for a person. */
const asksPerson: Caller = (outcome) => {
  switch (outcome.kind) {
    case "done":
    case "text":
      return [ended("finished")];
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "model-error":
    case "invalid-result":
    case "blocked":
      return [stuck(`May I go on? ${failureWords(outcome)}`)];
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
    default:
      return assertNever(outcome);
  }
};

/** Whatever is not a result ends the turn, and nobody is asked. */
const fails: Caller = (outcome) => {
  switch (outcome.kind) {
    case "done":
    case "text":
      return [ended("finished")];
    case "no-tool-twice":
    case "iteration-limit":
    case "max-iterations":
    case "model-error":
    case "invalid-result":
    case "blocked":
      return [ended(`failed: ${failureWords(outcome)}`)];
    case "paused":
    case "over-budget":
    case "stopped":
      return [];
    default:
      return assertNever(outcome);
  }
};

const terminal = defineTerminal({
  name: "finish",
  summary: "End it.",
  effect: "ends",
  input: z.object({ value: z.number() }),
  result: ({ value }) => value,
  check: () => [],
  blocked: (value) =>
    value === 0 ? { kind: "environment", explanation: "There is no compiler." } : undefined,
});

const look = says.call("echo", { text: "a" });
const hm = says.text("hm");
const scenes: readonly [Outcome<number>["kind"], LoopStageOptions, ...Spoken[]][] = [
  ["done", {}, says.call("finish", { value: 7 })],
  ["text", { textEnds: true }, says.text("So.")],
  ["paused", {}, says.call("question", { text: "Big?" })],
  ["no-tool-twice", {}, hm, hm],
  ["iteration-limit", { escalate: { key: "review", hard: 2 } }, look, look],
  ["max-iterations", { asks: 2 }, look, look],
  ["model-error", {}, says.failed("no such model", { failure: "refused" })],
  ["invalid-result", { asks: 1 }, says.call("finish", {})],
  ["blocked", {}, says.call("finish", { value: 0 })],
  ["over-budget", { policy: { budget: { session: { tokens: 1 } } } }],
  ["stopped", {}],
];

const words: Partial<Record<Outcome<number>["kind"], string>> = {
  "no-tool-twice": "two replies in a row used no tool",
  "iteration-limit": "no result in 2 requests",
  "max-iterations": "no result in 2 requests",
  "model-error": "the model gives no reply: no such model",
  "invalid-result": "malformed: The input does not fit:\n- value: is missing; it must be a number",
  blocked: "blocked (environment): There is no compiler.",
};

test.each(scenes)(
  "%s: each caller's events stand in the append that closes the loop",
  async (kind, options, ...lines) => {
    const seen = await Promise.all(
      [escalates, asksPerson, fails].map(async (caller) => {
        const stage: LoopStage = new LoopStage({
          ...options,
          terminal,
          closing: (outcome) => caller(outcome).map(byHarness),
        });
        const stopping = async () => {
          stage.stop.abort();
          return says.failed("stopped", { failure: "stopped" });
        };
        const outcome = await stage.run(new ScriptedModel(...(kind === "stopped" ? [stopping] : lines)));
        expect(outcome.kind).toBe(kind);
        const closed = stage.log.facts.findIndex(({ event }) => event.type === "loop.closed");
        if (closed < 0) return undefined;
        expect(stage.log.facts[closed]?.event).toMatchObject({ outcome: kind });
        const after = stage.log.facts.slice(closed + 1);
        expect([stage.log.facts[closed], ...after].map((fact) => fact?.more ?? false)).toEqual([
          ...after.map(() => true),
          false,
        ]);
        return after.map(({ event }) => event);
      }),
    );
    const why = words[kind];
    if (["paused", "over-budget", "stopped"].includes(kind))
      return expect(seen).toEqual([undefined, undefined, undefined]);
    if (why === undefined) {
      const finished = kind === "text" ? [told("So."), ended("said")] : [ended("result 7")];
      return expect(seen).toEqual([finished, [ended("finished")], [ended("finished")]]);
    }
    const [escalated, asked, failed] = seen;
    expect(escalated?.map(({ type }) => type)).toEqual(["message.posted", "turn.ended"]);
    expect(asked).toEqual([stuck(`May I go on? ${why}`)]);
    expect(failed).toEqual([ended(`failed: ${why}`)]);
  },
);

test("there is a scene for every outcome", () => {
  expect(new Set(scenes.map(([kind]) => kind)).size).toBe(11);
});
