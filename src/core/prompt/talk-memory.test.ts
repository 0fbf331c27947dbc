import { expect, test } from "vitest";
import { Past } from "../../../test/support/past.ts";
import type { State } from "../state/state.ts";
import { threadOfLoop } from "../state/threads.ts";
import { renderRequest } from "./render-request.ts";
import { TalkMemory } from "./talk-memory.ts";

const charter = { system: "rules", coach: "", artifact: "", tools: [] };

function inRefinement(): Past {
  const past = Past.opened();
  past.enters("refinement");
  return past;
}

const reads = (state: State, loop: string, memory?: TalkMemory) =>
  JSON.stringify(renderRequest(state, loop, charter, memory).messages);

function decides(past: Past, topic: string): void {
  const words = {
    topic,
    decision: "Yes.",
    reason: "It is plain.",
    proposed: "ada",
    agreed: [],
    dissents: [],
  };
  past.add("ada", { type: "decision.recorded", ...words });
}

test("with a memory a request is what it is without one, from phase to phase and beyond the cut", () => {
  const past = inRefinement();
  const memory = new TalkMemory();
  for (let turn = 1; turn <= 24; turn++) {
    if (turn === 12) past.enters("planning");
    if (turn % 5 === 0) past.says("human", `Words ${turn}.`);
    decides(past, `topic ${turn}`);
    past.turn(`turn/refinement.1/${turn}`, "ada", `${turn} ${"and so on ".repeat(1_000)}`);
    const loop = past.turnStarts(`turn/refinement.1/${turn}b`, "bo");
    const request = reads(past.state, loop, memory);
    expect(request).toBe(reads(past.state, loop));
    expect(request).toContain(`topic ${turn}`);
    past.harness({ type: "turn.ended", thread: `turn/refinement.1/${turn}b`, how: "passed" });
  }
  const last = past.turnStarts("turn/refinement.1/25", "bo");
  expect(reads(past.state, last, memory)).toContain("a long talk");
});

test("an older request, asked for after a newer one, is what it was", () => {
  const past = inRefinement();
  const memory = new TalkMemory();
  past.turn("turn/refinement.1/1", "ada", "First.");
  const loop = past.turnStarts("turn/refinement.1/2", "bo");
  const before = past.state;
  const was = reads(before, loop, memory);
  past.turn("turn/refinement.1/3", "ada", "Second.");
  const newer = past.turnStarts("turn/refinement.1/4", "bo");
  const is = reads(past.state, newer, memory);
  expect(is).toContain("Second.");
  expect(reads(before, loop, memory)).toBe(was);
  expect(reads(past.state, newer, memory)).toBe(is);
});

test("a talk continues where the last one ended, also for the same turn, and begins anew in another room or phase", () => {
  const past = inRefinement();
  const memory = new TalkMemory();
  const talk = (loop: string, most = 64_000) => {
    const [stage, thread] = [past.state.stage, threadOfLoop(past.state, loop)];
    if (!stage || !thread) throw new Error("no turn");
    return memory.talkBefore(past.state, stage, thread, most).lines;
  };
  past.says("ada", "First.");
  const one = past.turnStarts("turn/refinement.1/1", "bo");
  const first = talk(one);
  expect(talk(one).backing).toBe(first.backing);
  past.says("ada", "Second.");
  const two = past.turnStarts("turn/refinement.1/2", "bo");
  const second = talk(two);
  expect(second.backing).toBe(first.backing);
  expect([first.length, second.length]).toEqual([1, 2]);
  expect(talk(two, 32_000).backing).not.toBe(first.backing);
  expect(talk(one).length).toBe(1);
  expect(talk(two).backing).toBe(first.backing);
  past.enters("planning");
  expect(talk(past.turnStarts("turn/planning.1/1", "bo")).backing).not.toBe(first.backing);
});
