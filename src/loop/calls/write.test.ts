import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { LoopStage } from "../../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../../test/support/scripted-model.ts";
import type { Worktree } from "../../core/ports/files.ts";
import { defineTool, failure, type Planned } from "../../core/work/tool.ts";

const killed = "killed";
const end = says.call("finish", { value: 1 });

function kill(): never {
  throw new Error(killed);
}

const deedSchema = z.object({
  kind: z.enum(["create", "change", "remove", "move"]),
  path: z.string(),
  text: z.string(),
});
type Deed = z.infer<typeof deedSchema>;

/** Reads what is there and plans from it, so that a second plan on a half-changed tree comes out differently. */
const reshape = defineTool({
  name: "reshape",
  summary: "Change several files.",
  effect: "writes",
  contents: [],
  input: z.object({ deeds: z.array(deedSchema), backwards: z.boolean() }),
  async prepare({ deeds, backwards }, { worktree }) {
    if (!worktree) return failure("nowhere");
    const planned = (await Promise.all(deeds.map((deed) => planOf(deed, worktree)))).flat();
    return backwards ? planned.reverse() : planned;
  },
  describe: (_, changes) => `Changed ${changes.map(({ path }) => path).join(", ")}.`,
});

async function planOf({ kind, path, text }: Deed, worktree: Worktree): Promise<readonly Planned[]> {
  const read = await worktree.readText(path);
  const before = read.kind === "text" ? read.text : undefined;
  switch (kind) {
    case "create":
      return [{ path, before, after: text }];
    case "change":
      return [{ path, before, after: `${before}, ${text}` }];
    case "remove":
      return [{ path, before, after: undefined }];
    case "move":
      if (before === undefined) return [];
      return [
        { path: `${path}.moved`, before: undefined, after: before },
        { path, before, after: undefined },
      ];
  }
}

const move: Deed = { kind: "move", path: "old.txt", text: "" };

test.each([
  ["before it is removed", false],
  ["after it is removed", true],
])(
  "a file that is moved, written under its new name %s, and killed in between, is there",
  async (_, backwards) => {
    const stage = new LoopStage({ tools: [reshape] });
    stage.worktree.files.set("old.txt", "content");
    stage.worktree.afterWrite = kill;
    const line = says.call("reshape", { deeds: [move], backwards });
    await expect(stage.run(new ScriptedModel(line))).rejects.toThrow(killed);
    const next = stage.restarted();
    await next.run(new ScriptedModel(end));
    expect([...next.worktree.files]).toEqual([["old.txt.moved", "content"]]);
    expect(next.results()).toEqual([{ failed: false, text: expect.stringContaining("Changed ") }]);
  },
);

/** Counts the points at which a runner can die, and dies at one of them. */
function dieAt(stage: LoopStage, point: number): () => number {
  let reached = 0;
  const reach = () => {
    if (++reached === point) kill();
  };
  stage.log.before = reach;
  stage.blobs.beforePut = reach;
  stage.blobs.afterPut = reach;
  stage.worktree.beforeWrite = reach;
  stage.worktree.afterWrite = reach;
  return () => reached;
}

function staged({ deeds }: Plan): LoopStage {
  const stage = new LoopStage({ tools: [reshape] });
  for (const { kind, path } of deeds) if (kind !== "create") stage.worktree.files.set(path, `old ${path}`);
  return stage;
}

/** A model that is asked again says the same again. */
function modelFor(stage: LoopStage, plan: Plan): ScriptedModel {
  const lines = [says.call("reshape", plan), end];
  return new ScriptedModel(...lines.slice(stage.events("model.replied").length));
}

interface Plan {
  readonly deeds: readonly Deed[];
  readonly backwards: boolean;
}

const deeds = fc
  .uniqueArray(fc.record({ kind: fc.constantFrom(...deedSchema.shape.kind.options), path: fc.nat(9) }), {
    minLength: 1,
    maxLength: 3,
    selector: ({ path }) => path,
  })
  .map((some) => some.map(({ kind, path }): Deed => ({ kind, path: `f${path}`, text: `new ${path}` })));
const plans: fc.Arbitrary<Plan> = fc.record({ deeds, backwards: fc.boolean() });

test("killed at any append, side file or write, any plan comes to the same files, each written once", async () => {
  await fc.assert(
    fc.asyncProperty(plans, async (plan) => {
      const whole = staged(plan);
      const points = dieAt(whole, 0);
      await whole.run(modelFor(whole, plan));
      const intended = whole.events("tool.called").map(({ changes }) => changes);
      expect(whole.results()).toMatchObject([{ failed: false }]);
      for (let point = 1; point <= points(); point++) {
        const stage = staged(plan);
        dieAt(stage, point);
        await expect(stage.run(modelFor(stage, plan))).rejects.toThrow(killed);
        const next = stage.restarted();
        await next.run(modelFor(next, plan));
        expect(new Map(next.worktree.files)).toEqual(new Map(whole.worktree.files));
        expect(stage.worktree.writes + next.worktree.writes).toBe(whole.worktree.writes);
        expect(next.results()).toEqual(whole.results());
        expect(next.events("tool.called").map(({ changes }) => changes)).toEqual(intended);
      }
    }),
    { numRuns: 12 },
  );
});

const interrupted = {
  failed: true,
  text: "This call was interrupted before it changed a.txt. Call it again.",
};
const changed = { failed: false, text: "Changed a.txt." };

/** The only intent is rewritten as older versions wrote it. */
function forgetContent({ log }: LoopStage): void {
  for (const [index, fact] of log.facts.entries()) {
    if (fact.event.type !== "tool.called") continue;
    const changes = fact.event.changes.map(({ path, before, after }) => ({ path, before, after }));
    log.facts[index] = { ...fact, event: { ...fact.event, changes } };
  }
}

test.each([
  ["its side file was lost", "afterWrite", loseBlobs, {}, changed],
  ["its side file was lost", "beforeWrite", loseBlobs, {}, interrupted],
  ["an older version wrote it", "afterWrite", forgetContent, {}, changed],
  ["an older version wrote it", "beforeWrite", forgetContent, {}, changed],
  [
    "an older version wrote it, and its tool is gone",
    "beforeWrite",
    forgetContent,
    { tools: [] },
    interrupted,
  ],
] as const)("an intent without content, because %s, killed %s", async (_, place, lose, options, result) => {
  const stage = new LoopStage({ tools: [reshape] });
  stage.worktree.files.set("a.txt", "old");
  stage.worktree[place] = kill;
  const deed: Deed = { kind: "change", path: "a.txt", text: "new" };
  const line = says.call("reshape", { deeds: [deed], backwards: false });
  await expect(stage.run(new ScriptedModel(line))).rejects.toThrow(killed);
  lose(stage);
  const next = stage.restarted(options);
  await next.run(new ScriptedModel(end));
  expect(next.results()).toEqual([result]);
  expect([...next.worktree.files.values()]).toEqual([result.failed ? "old" : "old, new"]);
});

/** The same tool as a later version has it: from the same words, it makes another text. */
const laterReshape = defineTool({
  name: "reshape",
  summary: "Change several files.",
  effect: "writes",
  contents: [],
  input: z.object({ deeds: z.array(deedSchema), backwards: z.boolean() }),
  async prepare({ deeds }, { worktree }) {
    if (!worktree) return failure("nowhere");
    const planned = (await Promise.all(deeds.map((deed) => planOf(deed, worktree)))).flat();
    return planned.map((one) => ({ ...one, after: `${one.after}!` }));
  },
  describe: () => "Changed it.",
});

test("10.41: after a kill, a text that differs from the recorded hash is not written", async () => {
  const stage = new LoopStage({ tools: [reshape] });
  stage.worktree.files.set("a.txt", "old");
  stage.worktree.beforeWrite = kill;
  const deed: Deed = { kind: "change", path: "a.txt", text: "new" };
  const line = says.call("reshape", { deeds: [deed], backwards: false });
  await expect(stage.run(new ScriptedModel(line))).rejects.toThrow(killed);
  forgetContent(stage);
  const next = stage.restarted({ tools: [laterReshape] });
  await next.run(new ScriptedModel(end));
  expect(next.results()).toEqual([interrupted]);
  expect(next.worktree.files.get("a.txt")).toBe("old");
  expect(next.worktree.writes).toBe(0);
});

function loseBlobs({ blobs }: LoopStage): void {
  blobs.texts.clear();
}

test("a write that was begun is finished, even when its tool was taken away since", async () => {
  const stage = new LoopStage({ tools: [reshape] });
  stage.worktree.beforeWrite = kill;
  const deed: Deed = { kind: "create", path: "a", text: "new" };
  const line = says.call("reshape", { deeds: [deed], backwards: false });
  await expect(stage.run(new ScriptedModel(line))).rejects.toThrow(killed);
  const next = stage.restarted({ tools: [] });
  await next.run(new ScriptedModel(end));
  expect(next.worktree.files.get("a")).toBe("new");
  expect(next.results()).toEqual([{ failed: false, text: "Changed a." }]);
});

test("what stops a write half-way names what was already changed", async () => {
  const stage = new LoopStage({ tools: [reshape] });
  stage.worktree.afterWrite = kill;
  const made = ["a", "b"].map((path): Deed => ({ kind: "create", path, text: "new" }));
  const line = says.call("reshape", { deeds: made, backwards: false });
  await expect(stage.run(new ScriptedModel(line))).rejects.toThrow(killed);
  const next = stage.restarted();
  next.worktree.files.set("b", "theirs");
  await next.run(new ScriptedModel(end));
  expect(next.worktree.files.get("b")).toBe("theirs");
  expect(next.results()).toEqual([
    {
      failed: true,
      text: "b was changed meanwhile by somebody else. Read it again before you write. Already changed: a.",
    },
  ]);
});
