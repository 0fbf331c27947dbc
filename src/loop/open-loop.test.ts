import { expect, test } from "vitest";
import { LoopStage } from "../../test/support/loop-stage.ts";
import { ScriptedModel } from "../../test/support/scripted-model.ts";
import { type Opening, openLoop } from "./open-loop.ts";

const name = "turn/refinement.1/1";
const plain: Opening = {
  name,
  terminal: "finish",
  asks: 3,
  textEnds: true,
  thread: { type: "turn.started", thread: name, seat: "ada", round: 1, kind: "engineer" },
};

function staged() {
  const stage = new LoopStage();
  const context = stage.context(new ScriptedModel(), stage.log.journal().as(name));
  return { stage, open: (more: Partial<Opening> = {}) => openLoop(context, { ...plain, ...more }) };
}

test("thread and loop are opened at once, with what the caller says and nothing else", async () => {
  const { stage, open } = staged();
  const { head } = stage.log.state;
  expect(await open()).toBe(`l${head + 2}`);
  expect(stage.log.facts.slice(head).map(({ event }) => event)).toStrictEqual([
    plain.thread,
    { type: "loop.opened", thread: name, terminal: "finish", asks: 3, textEnds: true },
  ]);
});

test("an open loop is found, and a closed one is followed by the next in the same thread", async () => {
  const { stage, open } = staged();
  const first = await open();
  const { head } = stage.log.state;
  expect(await open()).toBe(first);
  expect(stage.log.state.head).toBe(head);
  await stage.says("harness", { type: "loop.closed", loop: first, outcome: "text" });
  const more = { tools: [{ name: "echo" }], opening: "", escalate: { key: "k", soft: 1, hard: 2 } };
  expect(await open({ ...more, textEnds: false })).toBe(`l${head + 2}`);
  expect(stage.log.facts.slice(head + 1).map(({ event }) => event)).toStrictEqual([
    {
      type: "loop.opened",
      thread: name,
      terminal: "finish",
      asks: 3,
      textEnds: false,
      ...more,
      tools: ["echo"],
    },
  ]);
});

test("nothing is opened for a step that nobody wants any more", async () => {
  const { stage, open } = staged();
  const { head } = stage.log.state;
  stage.wantedByLog = false;
  await expect(open()).rejects.toThrow();
  expect(stage.log.state.head).toBe(head);
});
