import { expect, test } from "vitest";
import { FakeSession, modelOf } from "../../../test/support/fake-session.ts";
import { says } from "../../../test/support/scripted-model.ts";
import type { Policy } from "../../core/terms/policy.ts";

const ci = ".github/workflows/ci.yml";
const done = { tool: "done", input: { summary: "Do it" } };

/** What a command leaves in the author's worktree, by the number of the request in which it runs. */
type Deeds = Readonly<Record<number, Readonly<Record<string, string | undefined>>>>;

/** A task whose author changes files by commands, without any tool that asks, and is done after each. */
async function built(policy: Partial<Policy> = {}): Promise<FakeSession> {
  return new FakeSession({ policy: { phases: ["implementation"], pace: "auto", ...policy } }).build();
}

function author(session: FakeSession, deeds: Deeds) {
  return modelOf((by) => {
    if (!by.thread.startsWith("coding/t1")) return undefined;
    const [files] = [...session.world.worktrees]
      .flatMap(([name, one]) => (name.startsWith("t1") ? [one] : []))
      .slice(-1);
    for (const [path, text] of Object.entries(deeds[by.ask] ?? {})) {
      if (text === undefined) files?.delete(path);
      else files?.set(path, text);
    }
    return says.calls(done);
  });
}

const committed = ({ world, state }: FakeSession) =>
  Object.keys(world.filesOf(state.tasks.t1?.landed?.commit ?? ""));
const asked = (session: FakeSession) => session.events("approval.requested");
const openings = (session: FakeSession) =>
  session
    .events("loop.opened")
    .flatMap(({ thread, opening }) => (thread.startsWith("coding/") ? [opening] : []));

test("what a command changed and asks first waits for a person before the commit; after the yes it lands", async () => {
  const session = await built();
  const model = author(session, { 1: { [ci]: "on: push\n", "a.txt": "a\n" } });
  expect(await session.run({ model, linger: false })).toMatchObject({ kind: "waiting" });
  expect(asked(session)).toMatchObject([
    {
      action: "commit",
      seat: "ada",
      task: "t1",
      paths: [ci],
      risk: "high",
      why: expect.stringContaining("CI"),
    },
  ]);
  const [request] = asked(session);
  expect(session.blobs.texts.get(request?.shown ?? "")).toContain("+on: push");
  expect(session.blobs.texts.get(request?.shown ?? "")).not.toContain("a.txt");
  expect(session.events("effect.started").map(({ kind }) => kind)).not.toContain("commit");
  await session.answer({ kind: "yes" });
  await session.run({ model });
  expect(committed(session)).toEqual(expect.arrayContaining([ci, "a.txt"]));
  expect(asked(session)).toHaveLength(1);
});

test.each([
  [
    "no",
    { kind: "no", words: "leave CI alone" },
    /^ {2}Not committed: \.github\/workflows\/ci\.yml\.\n {2}The product manager says no: leave CI alone$/m,
  ],
  ["nobody there", undefined, /^ {2}A person has to say yes to this, and nobody was there in time$/m],
] as const)("%s: it goes back to its author, who reads why", async (_, answer, words) => {
  const session = await built();
  const model = author(session, { 1: { [ci]: "x\n", "a.txt": "a\n" }, 2: { [ci]: undefined } });
  await session.run({ model, ...(answer === undefined && { waitMs: 60_000 }) });
  if (answer) {
    await session.answer(answer);
    await session.run({ model });
  }
  expect(session.events("approval.resolved")).toMatchObject([{ verdict: answer ? "refused" : "expired" }]);
  expect(openings(session)[1]).toMatch(words);
  expect(committed(session)).toEqual(["README.md", "a.txt"]);
});

test("a yes is for exactly this: other content of the same path is asked for again, and the same is not", async () => {
  const session = await built({
    checks: { quick: [{ name: "tests", run: "test" }], full: [], timeoutMs: 9 },
  });
  let red = true;
  session.world.judge = () => !red;
  const model = author(session, { 1: { [ci]: "one\n" }, 2: { "a.txt": "a\n" }, 3: { [ci]: "two\n" } });
  await session.run({ model });
  await session.answer({ kind: "yes" });
  // Red twice: the second commit has the approved content, the third another one.
  await session.run({ model });
  expect(asked(session)).toHaveLength(2);
  red = false;
  await session.answer({ kind: "yes" });
  await session.run({ model });
  expect(session.world.filesOf(session.state.tasks.t1?.landed?.commit ?? "")[ci]).toBe("two\n");
});

test("content that was approved when a tool wrote it is committed without another question", async () => {
  const session = await built();
  const write = { tool: "write_file", input: { path: ci, content: "on: push\n" } };
  const model = modelOf((by) =>
    by.thread.startsWith("coding/t1") && by.ask === 1 ? says.calls(write, done) : undefined,
  );
  await session.run({ model });
  await session.answer({ kind: "yes" });
  await session.run({ model });
  expect(asked(session)).toMatchObject([{ action: "write" }]);
  expect(committed(session)).toContain(ci);
});

test("a permit, or the rules without an ask, lets a commit through; a denied path never gets there", async () => {
  const write = { ask: ["db/"], deny: ["gen/"] };
  const permits = [{ kind: "path" as const, match: "db/*.sql" }];
  const session = await built({ write, permits });
  await session.run({ model: author(session, { 1: { "db/1.sql": "x\n", "a.txt": "a\n" } }) });
  expect(asked(session)).toEqual([]);
  expect(committed(session)).toContain("db/1.sql");
});

test.each([
  ["a large file", { "large.txt": "x".repeat(1_000_001) }, /1 MB in a file ask first/, ["large.txt"]],
  [
    "many files",
    Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, "x\n"])),
    /51 files/,
    expect.any(Array),
  ],
  [
    "much in all",
    Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`f${at}`, "x".repeat(900_000)])),
    /5\.4 MB/,
    expect.any(Array),
  ],
])("%s: a person is asked once", async (_, files, why, paths) => {
  const session = await built({
    checks: { quick: [{ name: "tests", run: "test" }], full: [], timeoutMs: 9 },
  });
  let reds = 1;
  session.world.judge = () => reds-- <= 0;
  const model = author(session, { 1: files, 2: { "a.txt": "a\n" } });
  await session.run({ model });
  expect(asked(session)).toMatchObject([
    { action: "commit", risk: "low", why: expect.stringMatching(why), paths },
  ]);
  await session.answer({ kind: "yes" });
  await session.run({ model });
  expect(asked(session)).toHaveLength(1);
  expect(session.state.tasks.t1?.landed).toBeDefined();
});
