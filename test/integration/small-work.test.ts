import { expect, test } from "vitest";
import { doAct } from "../../src/cli/acts/do.ts";
import { itemOf } from "../../src/core/views/inbox/inbox.ts";
import { atTheScreen } from "../support/at-the-screen.ts";
import { FakeSession, modelOf } from "../support/fake-session.ts";
import { gitPlace } from "../support/git-place.ts";
import { says } from "../support/scripted-model.ts";

const writes = (path: string) =>
  says.calls(
    { tool: "write_file", input: { path, content: "How to use it.\n" } },
    { tool: "done", input: { summary: "Say how to use it" } },
  );

test.each([
  {
    path: "README.md",
    threads: ["coding/t1.1"],
    kinds: ["prose", "prepared", "landed"],
    title: "The checks are green and the work can be shipped",
  },
  {
    path: "use.js",
    threads: ["coding/t1.1", "review/t1.1/1"],
    kinds: ["passed", "approved", "prepared", "landed"],
    title: "The work is reviewed and can be shipped",
  },
])("a change of $path is read by $threads", async ({ path, threads, kinds, title }) => {
  const run = { name: "tests", run: "t" };
  const checks = { quick: [run], full: [run], timeoutMs: 9 };
  const policy = { phases: ["implementation" as const], review: { by: "architect" as const }, checks };
  const at = await new FakeSession({ policy }).build();
  const model = modelOf(({ thread }) => (thread.startsWith("coding/") ? writes(path) : undefined));
  expect(await at.run({ model })).toMatchObject({ kind: "waiting" });
  expect(model.asked.map(({ thread }) => thread)).toEqual(threads);
  const [wait] = at.waits;
  expect(wait && itemOf(at.state, wait).title).toBe(title);
  const triggers = at.events("task.moved").map(({ trigger }) => trigger);
  expect(triggers.slice(-kinds.length)).toEqual(kinds);
});

test("in a terminal the person sees what landed, and Enter ships it", async () => {
  const place = await gitPlace({
    ".huddle/team.json": JSON.stringify({
      models: { engineer: "rehearsal/x", coach: "rehearsal/x", architect: "rehearsal/x" },
    }),
  });
  const screen = atTheScreen(place, { terminal: true, model: modelOf() });
  const title = "Add a greeting that is told in so many words that no row of a terminal can hold all of them";
  const ended = doAct(screen.wire, [title], {}, screen.run);
  await screen.seen(/Enter: a new branch/);
  await screen.seen(/diff --git a\/t1\.txt b\/t1\.txt[\s\S]*\+coding\/t1\.1 1/);
  screen.type("\r");
  expect(await ended).toBe(0);
  const [first = ""] = screen.written().split(/\r?\n/);
  expect(first).toMatch(/^Session \S+: Add a greeting/);
  expect(first.length).toBeLessThan(80);
  const branch = (await place.git("branch", "--format=%(refname:short)", "--list", "huddle-*")).trim();
  expect(await place.git("show", `${branch}:t1.txt`)).toBe("coding/t1.1 1");
});
