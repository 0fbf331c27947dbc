import { expect, test } from "vitest";
import { LoopStage, type LoopStageOptions } from "../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../test/support/scripted-model.ts";
import { decide } from "../core/decide/decide.ts";
import type { EventOf } from "../core/facts/events.ts";
import type { Commands } from "../core/ports/commands.ts";
import { runCommand } from "../tools/code/commands/run-command.ts";
import { deleteFile } from "../tools/code/files/delete-file.ts";
import { editFile } from "../tools/code/files/edit-file.ts";
import { moveFile } from "../tools/code/files/move-file.ts";
import { writeFile } from "../tools/code/files/write-file.ts";

const asks = { kind: "asks", why: "it asks first", risk: "raised" } as const;
const write = (path: string, content = "new\n") => ({ tool: "write_file", input: { path, content } });
const end = says.call("finish", { value: 1 });

/** A stage on which what is written to `ask/` needs a yes, and what is written to `deny/` is refused. */
function staged(options: LoopStageOptions = {}): LoopStage {
  return new LoopStage({
    tools: [writeFile],
    gate: (intended) => {
      if (intended.action === "command") return asks;
      const [{ path = "" } = {}] = intended.planned;
      if (path.startsWith("deny/")) return { kind: "denied", reason: `${path} is not to be written.` };
      return path.startsWith("ask/") ? asks : { kind: "allowed" };
    },
    ...options,
  });
}

function requested(stage: LoopStage): EventOf<"approval.requested"> {
  const wanted = stage.events("approval.requested").at(-1);
  if (!wanted) throw new Error("nothing was asked for");
  return wanted;
}

async function answers(stage: LoopStage, verdict: EventOf<"approval.resolved">["verdict"], reason?: string) {
  const seq = stage.log.facts.findLast(({ event }) => event.type === "approval.requested")?.seq;
  const { hash } = requested(stage);
  const said = { approval: `y${seq}`, hash, verdict, ...(reason !== undefined && { reason }) };
  await stage.says("human", { type: "approval.resolved", ...said });
}

const isWanted = ({ log, clock }: LoopStage) =>
  decide(log.state, clock.now()).steps.some((step) => step.key === "turn/refinement.1/1");

test("a call that needs a yes asks and pauses in one append, and is done once, after the yes", async () => {
  const stage = staged();
  const model = new ScriptedModel(says.calls(write("ask/a.txt"), write("b.txt")), end);
  expect(await stage.run(model)).toMatchObject({ kind: "paused" });
  const at = stage.log.facts.findIndex(({ event }) => event.type === "approval.requested");
  expect(stage.log.facts[at]?.more).toBe(true);
  expect(stage.log.facts[at + 1]?.event).toMatchObject({ type: "loop.paused", on: "approval" });
  expect(stage.worktree.files.size).toBe(0);
  expect(isWanted(stage)).toBe(false);
  // Whoever comes back meanwhile waits, too.
  expect(await stage.restarted().run(new ScriptedModel())).toMatchObject({ kind: "paused" });

  await answers(stage, "granted");
  expect(isWanted(stage)).toBe(true);
  const next = stage.restarted();
  expect(await next.run(new ScriptedModel(end))).toEqual({ kind: "done", value: 1 });
  expect([...next.worktree.files]).toEqual([
    ["ask/a.txt", "new\n"],
    ["b.txt", "new\n"],
  ]);
  expect(next.events("tool.called").map(({ approval }) => approval)).toEqual([`y${at + 1}`, undefined]);
  expect(next.worktree.writes).toBe(2);
  expect(next.events("approval.requested")).toHaveLength(1);
});

test("a person sees the change, and what is hidden in it", async () => {
  const stage = staged();
  stage.worktree.files.set("ask/a.txt", "one\ntwo\n");
  await stage.run(new ScriptedModel(says.calls(write("ask/a.txt", "one\nthr\u202eee\n"))));
  expect(requested(stage)).toMatchObject({
    action: "write",
    seat: "ada",
    paths: ["ask/a.txt"],
    risk: "raised",
  });
  expect(stage.blobs.texts.get(requested(stage).shown)).toBe(
    "ask/a.txt (changed)\n  one\n- two\n+ thr\\u202eee",
  );
});

test.each([
  [
    "refused",
    "use the other file",
    /^Not done: the product manager says no: use the other file\nDo it another way/,
  ],
  ["refused", undefined, /^Not done: the product manager says no\.\n/],
  ["expired", undefined, /^Not done: .*nobody was there in time\. Do the task without it\./],
] as const)("%s (%s): the reason is the result, and the talk goes on", async (verdict, reason, text) => {
  const stage = staged();
  await stage.run(new ScriptedModel(says.calls(write("ask/a.txt"), write("b.txt"))));
  await answers(stage, verdict, reason);
  const model = new ScriptedModel(end);
  expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
  const told = model.requests[0]?.messages.flatMap((one) => (one.role === "tool" ? one.results : []));
  expect(told?.[0]).toMatchObject({ failed: true, text: expect.stringMatching(text) });
  expect([...stage.worktree.files.keys()]).toEqual(["b.txt"]);
});

test("a yes is for exactly what was asked: if the file has changed since, it is asked again", async () => {
  const stage = staged();
  stage.worktree.files.set("ask/a.txt", "old\n");
  await stage.run(new ScriptedModel(says.calls(write("ask/a.txt"))));
  await answers(stage, "granted");
  stage.worktree.files.set("ask/a.txt", "by somebody else\n");
  expect(await stage.run(new ScriptedModel())).toMatchObject({ kind: "paused" });
  const [first, second] = stage.events("approval.requested");
  expect(second?.hash).not.toBe(first?.hash);
  expect(stage.worktree.files.get("ask/a.txt")).toBe("by somebody else\n");
  await answers(stage, "granted");
  await stage.run(new ScriptedModel(end));
  expect(stage.worktree.files.get("ask/a.txt")).toBe("new\n");
});

test("a yes serves once: the same call again asks again", async () => {
  const stage = staged({ asks: 9 });
  await stage.run(new ScriptedModel(says.calls(write("ask/a.txt"))));
  await answers(stage, "granted");
  expect(await stage.run(new ScriptedModel(says.calls(write("ask/a.txt", "other\n"))))).toMatchObject({
    kind: "paused",
  });
  expect(stage.worktree.files.get("ask/a.txt")).toBe("new\n");
  expect(stage.events("approval.requested")).toHaveLength(2);
});

test("an answer with another hash than was asked for changes nothing", async () => {
  const stage = staged();
  await stage.run(new ScriptedModel(says.calls(write("ask/a.txt"))));
  const approval = Object.keys(stage.log.state.approvals)[0] ?? "";
  await stage.says("human", { type: "approval.resolved", approval, hash: "another", verdict: "granted" });
  expect(isWanted(stage)).toBe(false);
  expect(stage.log.state.approvals[approval]).toBeDefined();
});

test("what is denied is refused at once, with its reason", async () => {
  const stage = staged();
  await stage.run(new ScriptedModel(says.calls(write("deny/a.txt")), end));
  expect(stage.results()).toEqual([{ failed: true, text: "deny/a.txt is not to be written." }]);
  expect(stage.events("approval.requested")).toEqual([]);
});

test("without a person it has a deadline, and only then", async () => {
  const [there, away] = [staged(), staged({ waitMs: 60_000 })];
  for (const stage of [there, away]) await stage.run(new ScriptedModel(says.calls(write("ask/a.txt"))));
  expect(requested(there).dueAt).toBeUndefined();
  const due = new Date(away.clock.ms + 60_000).toISOString();
  expect(requested(away).dueAt).toBe(due);
  const approval = Object.keys(away.log.state.approvals)[0];
  expect(decide(away.log.state, away.clock.now())).toMatchObject({ steps: [], wakeAt: due });
  expect(decide(away.log.state, due).steps).toMatchObject([{ kind: "expire", wait: approval }]);
  expect(decide(there.log.state, "2099-01-01T00:00:00.000Z").steps).toEqual([]);
});

test("after a stop, nothing is asked for: the call gets its result, and the talk can go on", async () => {
  const stage = staged();
  const model = new ScriptedModel(says.calls(write("ask/a.txt")));
  const reply = model.reply.bind(model);
  model.reply = async (...given) => {
    const said = await reply(...given);
    stage.stop.abort();
    return said;
  };
  expect(await stage.run(model)).toEqual({ kind: "stopped" });
  expect(stage.events("approval.requested")).toEqual([]);
  expect(stage.results()).toMatchObject([
    { failed: true, text: expect.stringMatching(/^Not done: everything/) },
  ]);
});

test.each([
  ["delete_file", { path: "ask/a.sh" }, ["ask/a.sh"], "delete"],
  ["move_file", { from: "ask/a.sh", to: "b.sh" }, ["ask/a.sh", "b.sh"], "move"],
  ["move_file", { from: "ask/a.sh", to: "ask/A.sh" }, ["ask/a.sh", "ask/A.sh"], "move"],
  ["edit_file", { path: "ask/a.sh", executable: true }, ["ask/a.sh"], "executable"],
  ["edit_file", { path: "ask/a.sh", executable: false }, ["ask/a.sh"], "not-executable"],
  ["edit_file", { path: "ask/a.sh", find: "old", replace: "new", executable: true }, ["ask/a.sh"], undefined],
  ["write_file", { path: "ask/a.sh", content: "new\n" }, ["ask/a.sh"], undefined],
])("what %s %j would do to its paths is recorded", async (tool, input, paths, deed) => {
  const stage = staged({
    tools: [writeFile, editFile, moveFile, deleteFile],
    gate: () => asks,
  });
  stage.worktree.files.set("ask/a.sh", "old\n");
  await stage.run(new ScriptedModel(says.call(tool, input)));
  const wanted = requested(stage);
  expect([wanted.paths, wanted.deed]).toEqual([paths, deed]);
});

/** Commands that note what they start. `tree` is what the worktree holds, until a command or somebody else changes it. */
function noted() {
  const world = { tree: "t1", started: [] as string[] };
  const commands: Commands = {
    run: async (command: string) => {
      world.started.push(command);
      world.tree = `after ${command}`;
      const sandbox = "bubblewrap" as const;
      return { exit: 0, ms: 1, output: "", sandbox, tree: world.tree, changed: [] };
    },
    changes: async () => ({ tree: world.tree, changed: [] }),
    until: () => commands,
  } as unknown as Commands; // nothing else is called
  return { world, stage: staged({ tools: [runCommand], commands }) };
}

const command = (line: string) => ({ tool: "run_command", input: { command: line } });

test("a command is asked for by its exact words, and runs once, after the yes", async () => {
  const { stage, world } = noted();
  await stage.run(new ScriptedModel(says.calls(command("make\u0007 it"))));
  expect(requested(stage)).toMatchObject({ action: "command", why: "it asks first" });
  expect(stage.blobs.texts.get(requested(stage).shown)).toBe("make\\x07 it");
  expect(world.started).toEqual([]);
  await answers(stage, "granted");
  await stage.run(new ScriptedModel(end));
  expect(world.started).toHaveLength(1);
  expect(stage.events("tool.called")).toMatchObject([
    { effect: "runs", approval: expect.stringMatching(/^y\d+$/) },
  ]);
});

test("a yes to a command is void when the files have changed since: it is asked again, and says so", async () => {
  const { stage, world } = noted();
  await stage.run(new ScriptedModel(says.calls(command("make"))));
  world.tree = "by somebody else";
  await answers(stage, "granted");
  expect(await stage.run(new ScriptedModel())).toMatchObject({ kind: "paused" });
  expect(world.started).toEqual([]);
  expect(requested(stage).why).toBe("what it works on has changed since your yes; it asks first");
  await answers(stage, "granted");
  await stage.run(new ScriptedModel(end));
  expect(world.started).toEqual(["make"]);
});

test("several commands in one reply are asked for and run one after the other, each with its own yes", async () => {
  const { stage, world } = noted();
  await stage.run(new ScriptedModel(says.calls(command("one"), command("two"), command("three"))));
  expect(stage.events("approval.requested")).toHaveLength(1);
  await answers(stage, "granted");
  await stage.run(new ScriptedModel());
  expect(world.started).toEqual(["one"]);
  await answers(stage, "refused", "not that one");
  await stage.run(new ScriptedModel());
  await answers(stage, "granted");
  await stage.run(new ScriptedModel(end));
  expect(world.started).toEqual(["one", "three"]);
  expect(stage.events("approval.requested")).toHaveLength(3);
});
