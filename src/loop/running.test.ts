import { expect, test } from "vitest";
import { finish, LoopStage } from "../../test/support/loop-stage.ts";
import { ScriptedModel, says } from "../../test/support/scripted-model.ts";
import type { Commands } from "../core/ports/commands.ts";
import { readOutput } from "../tools/code/commands/read-output.ts";
import { runCommand } from "../tools/code/commands/run-command.ts";

class Shell implements Commands {
  readonly started: string[] = [];
  exit: number | null = 0;
  changed: readonly string[] = ["a.txt"];
  /** Called while a command runs: may throw where a runner dies. */
  during: (end: AbortSignal) => Promise<void> = async () => {};
  #end = new AbortController().signal;

  until(signal: AbortSignal) {
    this.#end = signal;
    return this;
  }

  async run(command: string) {
    this.started.push(command);
    await this.during(this.#end);
    return {
      exit: this.exit,
      ms: 1200.4,
      output: "hello\n",
      sandbox: "bubblewrap" as const,
      tree: "t2",
      changed: this.changed,
    };
  }

  async check() {
    return { runs: [], ms: 0, tree: "t2", changed: [] };
  }

  async install() {
    return this.check();
  }

  async changes() {
    return { tree: "t9", changed: ["half.txt"] };
  }

  async printed(call: string) {
    return call === "c5_1" ? "one\ntwo\n" : undefined;
  }
}

const tools = [runCommand, readOutput];
const run = (command: string) => says.call("run_command", { command });
const end = says.call("finish", { value: 1 });

test("a command is on record before it runs, and its result holds what it came to", async () => {
  const shell = new Shell();
  const stage = new LoopStage({ tools, commands: shell });
  shell.during = async () => {
    expect(stage.events("tool.called")).toMatchObject([{ effect: "runs", changes: [], tool: "run_command" }]);
  };
  const model = new ScriptedModel(run("make it"), end);

  expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
  expect(shell.started).toEqual(["make it"]);
  const [settled] = stage.events("tool.settled");
  expect(settled).toMatchObject({
    failed: false,
    text: "Exit 0 after 1.2 s. Changed: a.txt.\nhello",
    exit: 0,
    ms: 1200,
    tree: "t2",
    changed: ["a.txt"],
    sandbox: "bubblewrap",
  });
  expect(await stage.blobs.get(settled?.blob ?? "")).toBe("hello\n");
  model.assertSpent();
});

test("killed while a command ran, it is never run again: its author is told that it may have partly run", async () => {
  const shell = new Shell();
  const dying = new LoopStage({ tools, commands: shell });
  const journal = dying.log.journal().as("turn/refinement.1/1");
  let dead = false;
  const append = journal.append.bind(journal);
  journal.append = (make) => (dead ? Promise.reject(new Error("dead")) : append(make));
  shell.during = async () => {
    dead = true;
    throw new Error("dead");
  };
  await expect(dying.run(new ScriptedModel(run("rm half")), journal)).rejects.toThrow("dead");
  expect(dying.types().at(-1)).toBe("tool.called");

  const next = new Shell();
  const stage = dying.restarted({ commands: next });
  const model = new ScriptedModel(end);
  expect(await stage.run(model)).toEqual({ kind: "done", value: 1 });
  expect(next.started).toEqual([]);
  const [settled] = stage.events("tool.settled");
  expect(settled).toMatchObject({ failed: true, tree: "t9", changed: ["half.txt"] });
  expect(settled?.text).toMatch(/^Interrupted, may have partly run/);
  expect(settled).not.toHaveProperty("exit");
});

test("a fact names a thousand paths of a command, and no more", async () => {
  const shell = new Shell();
  shell.changed = Array.from({ length: 1_001 }, (_, at) => `f${at}`);
  const stage = new LoopStage({ tools, commands: shell });
  await stage.run(new ScriptedModel(run("many"), end));
  expect(stage.events("tool.settled")[0]?.changed).toEqual(shell.changed.slice(0, 1_000));
});

test("stopped while a command ran, it gets the same result, and nothing more is asked", async () => {
  const shell = new Shell();
  const stage = new LoopStage({ tools, commands: shell });
  shell.during = async () => {
    stage.stop.abort();
    throw stage.stop.signal.reason;
  };
  expect(await stage.run(new ScriptedModel(run("sleep 100")))).toEqual({ kind: "stopped" });
  expect(stage.results()).toMatchObject([{ failed: true, text: expect.stringMatching(/^Interrupted/) }]);
});

/** What a person says to one member or to all, breaking in or not. */
const saying = (now: boolean, to?: readonly string[]) =>
  ({ type: "message.posted", text: "Not that.", ...(now && { now }), ...(to && { to: [...to] }) }) as const;

test.each([
  ["everybody", undefined],
  ["its author", ["ada"]],
])("a person who breaks in to %s ends the command that runs, and those of the same reply", async (_, to) => {
  const shell = new Shell();
  const stage = new LoopStage({ tools, commands: shell });
  shell.during = async (end) => {
    await stage.says("human", saying(true, to));
    await new Promise((resolve) => end.addEventListener("abort", resolve));
    throw end.reason;
  };
  const both = says.calls(
    { tool: "run_command", input: { command: "sleep 100" } },
    { tool: "run_command", input: { command: "more" } },
  );
  expect(await stage.run(new ScriptedModel(both, end))).toEqual({ kind: "done", value: 1 });
  expect(shell.started).toEqual(["sleep 100"]);
  expect(stage.results()).toMatchObject([
    {
      failed: true,
      text: expect.stringMatching(
        /^Interrupted, may have partly run: the product manager broke in.* half\.txt/,
      ),
    },
    { failed: true, text: expect.stringMatching(/^Not done: the product manager broke in/) },
  ]);
});

test.each([
  ["says something without breaking in", false, undefined],
  ["breaks in to somebody else", true, ["bo"]],
] as const)("a person who %s ends no command", async (_, now, to) => {
  const shell = new Shell();
  const stage = new LoopStage({ tools, commands: shell });
  shell.during = async (end) => {
    await stage.says("human", saying(now, to));
    await new Promise((resolve) => setImmediate(resolve));
    end.throwIfAborted();
  };
  expect(await stage.run(new ScriptedModel(run("make"), end))).toEqual({ kind: "done", value: 1 });
  expect(stage.results()).toMatchObject([{ failed: false }]);
});

test("after a stop no command begins, and a later runner may be asked for it again", async () => {
  const shell = new Shell();
  const stage = new LoopStage({ tools, commands: shell });
  const model = new ScriptedModel(async () => {
    stage.stop.abort();
    return run("late");
  });
  expect(await stage.run(model)).toEqual({ kind: "stopped" });
  expect(shell.started).toEqual([]);
  expect(stage.results()).toMatchObject([{ failed: true, text: expect.stringMatching(/^Not done/) }]);
});

test("the same tests may fail again and again: a command is not refused for that", async () => {
  const shell = new Shell();
  shell.exit = 1;
  const stage = new LoopStage({ tools, commands: shell, asks: 8 });
  await stage.run(new ScriptedModel(run("t"), run("t"), run("t"), run("t"), run("t"), end));
  expect(shell.started).toHaveLength(5);
  expect(stage.results().map(({ failed }) => failed)).toEqual([true, true, true, true, true]);
});

test("work may be done beside a command that found nothing, and not beside one that was cut short", async () => {
  const shell = new Shell();
  shell.exit = null;
  const stage = new LoopStage({ tools, commands: shell, terminal: { ...finish, claims: true } });
  const both = says.calls(
    { tool: "run_command", input: { command: "t" } },
    { tool: "finish", input: { value: 1 } },
  );
  expect(await stage.run(new ScriptedModel(both, end))).toEqual({ kind: "done", value: 1 });
  expect(stage.results()[1]?.text).toContain("run_command failed in the same reply");

  shell.exit = 1;
  const found = new LoopStage({ tools, commands: shell, terminal: { ...finish, claims: true } });
  expect(await found.run(new ScriptedModel(both))).toEqual({ kind: "done", value: 1 });
});

test("work is done beside a command that succeeded the second time, and every failure that is left is named", async () => {
  const shell = new Shell();
  shell.exit = null;
  shell.during = async () => {
    if (shell.started.length === 2) shell.exit = 0;
  };
  const call = (command: string) => ({ tool: "run_command", input: { command } });
  const finished = { tool: "finish", input: { value: 1 } };
  const stage = new LoopStage({ tools, commands: shell, terminal: { ...finish, claims: true } });
  expect(await stage.run(new ScriptedModel(says.calls(call("t"), call("t"), finished)))).toEqual({
    kind: "done",
    value: 1,
  });

  const again = new Shell();
  again.exit = null;
  const two = new LoopStage({ tools, commands: again, terminal: { ...finish, claims: true } });
  const output = { tool: "read_output", input: { call: "gone" } };
  await two.run(new ScriptedModel(says.calls(call("t"), output, finished), end));
  expect(two.results()[2]?.text).toBe(
    "Not accepted: run_command and read_output failed in the same reply. Read their results and mend all of it, then call finish again.",
  );
});

test.each([
  ["empty", { command: " \n" }],
  ["of 1 MB", { command: "x".repeat(1_000_000) }],
  ["left out", {}],
  ["with a timeout below a second", { command: "a", timeout: 0 }],
])("a command that is %s is refused, and nothing runs", async (_, input) => {
  const shell = new Shell();
  const stage = new LoopStage({ tools, commands: shell });
  await stage.run(new ScriptedModel(says.call("run_command", input), end));
  expect(shell.started).toEqual([]);
  expect(stage.events("tool.called")).toEqual([]);
  expect(stage.events("tool.settled")[0]).toMatchObject({ failed: true, refused: "malformed" });
});

test("what runs is what is shown: hidden characters are visible before", async () => {
  const shell = new Shell();
  const stage = new LoopStage({ tools, commands: shell });
  await stage.run(new ScriptedModel(run("a\x1bb\u202e\tc\nd"), end));
  expect(shell.started).toEqual(["a\\x1bb\\u202e\tc\nd"]);
});

test("where there are no commands, a call says so", async () => {
  const stage = new LoopStage({ tools });
  await stage.run(new ScriptedModel(run("ls"), end));
  expect(stage.results()).toEqual([{ failed: true, text: "There is nothing to run here." }]);
});

test("more of what a command printed is read by the name of its call", async () => {
  const stage = new LoopStage({ tools, commands: new Shell() });
  const more = (call: string, from = 1) => says.call("read_output", { call, from });
  await stage.run(new ScriptedModel(more("c5_1", 2), more("c9_9"), end));
  expect(stage.results()).toMatchObject([
    { failed: false, text: "2\ttwo" },
    { failed: true, text: expect.stringContaining("c9_9") },
  ]);
});

test.each<[what: string, input: object, words: RegExp]>([
  ["empty", { command: "" }, /command: a command is needed/],
  ["blank", { command: " \n" }, /command: a command is needed/],
  ["longer than any", { command: "x".repeat(20_001) }, /command: has 20001 characters; at most 20000 fit/],
  ["of 1 MB", { command: "x".repeat(2 ** 20) }, /characters are too many/],
  ["a list", { command: ["ls"] }, /command: must be a text/],
  ["missing", {}, /command: is missing/],
  ["with a NUL in it", { command: "rm a\0b" }, /command: no command can hold a NUL character/],
])("a command that is %s is refused, and nothing begins", async (_, input, words) => {
  const commands = new Shell();
  const stage = new LoopStage({ tools: [runCommand], commands });
  await stage.run(new ScriptedModel(says.call("run_command", input), says.call("finish", { value: 1 })));
  expect(stage.results()).toEqual([{ failed: true, text: expect.stringMatching(words) }]);
  expect([commands.started, stage.events("tool.called")]).toEqual([[], []]);
});

test("of a command with hidden characters, exactly what the log shows is run", async () => {
  const commands = new Shell();
  const stage = new LoopStage({ tools: [runCommand], commands });
  const call = says.call("run_command", { command: "echo a\x07b\u202e" });
  await stage.run(new ScriptedModel(call, says.call("finish", { value: 1 })));
  expect(commands.started).toEqual(["echo a\\x07b\\u202e"]);
});
