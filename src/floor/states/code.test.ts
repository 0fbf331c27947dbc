import { expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { withoutArchitect } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import type { AskedBy, ModelReply } from "../../core/ports/model.ts";
import type { Policy, Seat } from "../../core/terms/policy.ts";

type Answer = (by: AskedBy) => ModelReply | undefined;

/** A session that only builds, with one task, run until a person is needed. Gives what each coding loop began with. */
async function built(answer: Answer, session?: FakeSession): Promise<FakeSession> {
  const opened = session ?? (await building());
  await opened.run({ model: modelOf(answer) });
  return opened;
}

async function building(more: Partial<Policy> = {}, seats?: readonly Seat[]): Promise<FakeSession> {
  const check = [{ name: "tests", run: "test" }];
  const session = new FakeSession({
    ...(seats && { seats }),
    policy: { phases: ["implementation"], checks: { quick: check, full: check, timeoutMs: 9 }, ...more },
  });
  return session.build();
}

function openings({ log }: FakeSession): readonly string[] {
  return log.facts.flatMap(({ event }) =>
    event.type === "loop.opened" && event.thread === "coding/t1.1" ? [event.opening ?? ""] : [],
  );
}

test("10.14: a task without a result waits for a person, and goes on with why its author stopped", async () => {
  const silent = await built(
    ({ thread }) => (thread === "coding/t1.1" ? says.text("I am thinking about it.") : undefined),
    await building({}, withoutArchitect),
  );
  await silent.answer({ kind: "continue" });
  const session = await built(() => undefined, silent);
  expect(openings(session)).toEqual([
    expect.stringMatching(/Your worktree is yours alone\. You may write .* Never: \.git, .*\. Begin\.$/),
    "You were stopped before you were done: two replies in a row used no tool\nGo on where you left off, then call done.",
  ]);
  expect(session.state.tasks.t1?.landed).toBeDefined();
});

test("a task that comes back opens with what is to mend, and its commit says what its author did", async () => {
  let red = true;
  const session = await building();
  session.world.judge = () => !red;
  await built(({ thread, ask }) => {
    if (thread === "coding/t1.1" && ask > 1) red = false;
    return undefined;
  }, session);
  expect(openings(session)[1]).toBe(
    "Your task is back with you:\n  tests (test) exits with 1. One test fails:\n  1. it\n\n  The end of its output:\n  not ok 1 - it\nMend it. Then call done again.",
  );
  const messages = session.log.facts.flatMap(({ event }) =>
    event.type === "effect.started" && event.kind === "commit" ? [String(event.input.message)] : [],
  );
  expect(messages.map((message) => message.split("\n")[0])).toEqual(["Build t1", "Build t1"]);
});

test("its reviewer is told what the checks of this commit said", async () => {
  const session = await built(() => undefined);
  const opening = session.log.facts.flatMap(({ event }) =>
    event.type === "loop.opened" && event.thread.startsWith("review/") ? [event.opening ?? ""] : [],
  );
  expect(opening).toEqual([expect.stringContaining("The harness says: checks pass.")]);
});

test("tools refuse what set-up makes, and say what to do instead", async () => {
  const path = ".venv/x.py";
  const calls = [
    { tool: "write_file", input: { path, content: "x" } },
    { tool: "edit_file", input: { path, edits: [{ old: "a", new: "b" }] } },
    { tool: "delete_file", input: { path } },
    { tool: "move_file", input: { from: "README.md", to: path } },
    { tool: "move_file", input: { from: path, to: "x.py" } },
    { tool: "read_file", input: { path } },
  ];
  const session = await built(
    ({ thread, ask }) => (thread === "coding/t1.1" && ask === 1 ? says.calls(...calls) : undefined),
    await building({ setup: { run: "make deps", keep: [".venv/"] } }),
  );
  const told = session.log.facts.flatMap(({ event }) => (event.type === "tool.settled" ? [event.text] : []));
  for (const text of told.slice(0, calls.length)) expect(text).toMatch(/set-up installs.* call install\.$/s);
});
