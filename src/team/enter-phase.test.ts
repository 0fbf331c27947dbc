import { expect, test } from "vitest";
import { FakeSession, modelOf, obliging } from "../../test/support/fake-session.ts";
import { plainPrompts } from "../../test/support/plain-prompts.ts";
import { says } from "../../test/support/scripted-model.ts";
import { goBack } from "../app/say/change-phase.ts";
import type { Prompts } from "../core/ports/prompts.ts";
import type { Request } from "../core/ports/request.ts";

/** The first request of every conversation of a whole session; `prompts` may change on the way. */
async function played(prompts: Partial<Prompts>, onAsk: (thread: string) => void = () => {}) {
  const session = new FakeSession({ policy: { pace: "auto" }, prompts: { ...plainPrompts, ...prompts } });
  await session.open();
  const seen = new Map<string, Request>();
  await session.run({
    model: {
      async reply(request, by) {
        onAsk(by.thread);
        if (by.ask === 1) seen.set(by.thread, request);
        return obliging(by);
      },
    },
  });
  const wordsOf = (thread: string) => JSON.stringify(seen.get(thread)?.messages[0]);
  return { session, seen, wordsOf };
}

test("no model is asked to open a phase", async () => {
  const { session } = await played({});
  const steps = session.log.facts.filter(({ step }) => step?.startsWith("enter/"));
  expect(steps.map(({ event }) => event.type)).toEqual(Array(5).fill("phase.entered"));
});

test("a phase keeps the words it was entered with; changed ones hold from the next on", async () => {
  let version = 1;
  const { wordsOf, seen } = await played(
    {
      read: async (name) =>
        name.endsWith(".json") ? plainPrompts.read(name) : `[${name}, version ${version}]`,
    },
    (thread) => {
      if (thread === "turn/refinement.1/1") version = 2;
    },
  );
  expect(wordsOf("turn/refinement.1/2")).toContain("[engineer.md, version 1]");
  expect(wordsOf("coach/refinement.1/1")).toContain(
    "[coach.md, version 1]\\n\\n[coach-refinement.md, version 1]",
  );
  expect(wordsOf("turn/planning.1/1")).toContain("[engineer.md, version 2]");
  expect(seen.get("coding/t1.1")?.system).toContain("[coding.md, version 2]");
});

test("the project's instructions of the base commit stand behind the rules and before the brief, for everybody", async () => {
  const asked: string[] = [];
  const { session, seen } = await played({
    async instructions(commit) {
      asked.push(commit);
      return { file: "AGENTS.md", text: "Use tabs." };
    },
  });
  expect(new Set(asked)).toEqual(new Set([session.world.base]));
  expect(seen.size).toBeGreaterThan(12);
  for (const [thread, { system }] of seen)
    expect(system, thread).toMatch(
      /^\[[a-z-]+\.md\](?:\n\n\[[a-z-]+\.md\])?\n\n# The project's own instructions: AGENTS\.md\n[^\n]+\n~~~\nUse tabs\.\n~~~\n\n# The brief\n/,
    );
});

test("a talk without phases has rules of its own, also for the coach, who is called", async () => {
  const session = await new FakeSession({
    policy: { phases: ["exploration"] },
    prompts: plainPrompts,
  }).open();
  const seen: { readonly thread: string; readonly request: Request }[] = [];
  await session.run({
    model: {
      async reply(request, by) {
        seen.push({ thread: by.thread, request });
        return says.text(seen.length === 1 ? "@coach, where do we stand?" : `${by.seat} says something.`);
      },
    },
  });
  const [first] = seen;
  expect(first?.request.system).toMatch(/^\[team\.md\]\n\n\[exploration\.md\]\n\n# The brief\n/);
  expect(JSON.stringify(first?.request.messages[0])).toContain("[kickoff-exploration.md]");
  const coach = seen.find(({ thread }) => thread.startsWith("coach/"));
  expect(JSON.stringify(coach?.request.messages[0])).toContain("[coach-exploration.md]");
  expect(JSON.stringify(coach?.request.messages[0])).not.toContain("[coach.md]");
});

test("a phase that is entered again says so, and what was agreed in it is there", async () => {
  const { session } = await played({});
  await goBack(session.journal, "planning", "t1 is too large");
  const asked: Request[] = [];
  const model = modelOf((by, _, request) => {
    if (by.thread === "turn/planning.2/1") asked.push(request);
    return undefined;
  });
  await session.run({ model });
  const [request] = asked;
  const words = JSON.stringify(request?.messages);
  expect(words).toContain("The team has been in this phase before.");
  expect(words).toMatch(/\[product manager m\d+\] Back to planning: t1 is too large/);
  expect(request?.system).toContain("- t1: Build t1");
  const kickoffs = session.log.facts.flatMap(({ event }) =>
    event.type === "phase.entered" && event.phase === "implementation" ? [event.kickoff] : [],
  );
  expect(kickoffs).toHaveLength(2);
  expect(kickoffs[1]).toBe(kickoffs[0]);
});
