import { expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { planned } from "../../../test/support/plans.ts";
import { says } from "../../../test/support/scripted-model.ts";
import type { AskedBy, ModelReply } from "../../core/ports/model.ts";

type Answer = (by: AskedBy) => ModelReply | undefined;

/** A session that only builds, with one task, run until a person is needed. Gives what each coding loop began with. */
async function built(answer: Answer, session?: FakeSession): Promise<FakeSession> {
  const opened = session ?? (await building());
  await opened.run({ model: modelOf(answer) });
  return opened;
}

async function building(): Promise<FakeSession> {
  const check = [{ name: "tests", run: "test" }];
  const session = new FakeSession({
    policy: { phases: ["implementation"], checks: { quick: check, full: check, timeoutMs: 9 } },
  });
  await session.open();
  await session.journal.append(() => [
    { actor: "human", event: { type: "tasks.planned", tasks: [planned("t1")], from: "a1" } },
    { actor: "human", event: { type: "task.assigned", task: "t1", seat: "ada", why: "by hand" } },
  ]);
  return session;
}

function openings({ log }: FakeSession): readonly string[] {
  return log.facts.flatMap(({ event }) =>
    event.type === "loop.opened" && event.thread === "coding/t1.1" ? [event.opening ?? ""] : [],
  );
}

test("a task that a person sends on opens with why its author stopped", async () => {
  const silent = await built(({ thread }) =>
    thread === "coding/t1.1" ? says.text("I am thinking about it.") : undefined,
  );
  const [stuck] = Object.keys(silent.state.failures);
  await silent.journal.append(() => [{ actor: "human", event: { type: "step.retried", step: stuck ?? "" } }]);
  const session = await built(() => undefined, silent);
  expect(openings(session)).toEqual([
    expect.stringContaining("Your worktree is yours alone. Begin."),
    "You were stopped before you were done: ada did not finish t1: two replies in a row used no tool\nGo on where you left off, then call done.",
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
    "Your task is back with you:\ntests (test) exits with 1:\nnot ok 1 - it\nMend it, then call done again.",
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
