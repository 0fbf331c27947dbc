import { describe, expect, test } from "vitest";
import type { EventOf } from "../../src/core/facts/events.ts";
import { boardOf } from "../../src/core/views/plan/board.ts";
import { answersAll } from "../support/answers-all.ts";
import { checkEveryPrefix } from "../support/check-every-prefix.ts";
import { FakeSession, modelOf, obliging } from "../support/fake-session.ts";
import { providedHere } from "../support/huddle-here.ts";
import { Doom, type Walk } from "../support/mortal.ts";
import { planned } from "../support/plans.ts";
import type { Asked } from "../support/provider-server/asked.ts";
import { SmallBuild, writes } from "../support/small-build.ts";

const wish = { actor: "human", event: { type: "revert.requested", task: "t1" } } as const;
const files: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  t1: { "a.txt": "one\n", "b.txt": "b\n" },
  t2: { "c.txt": "c\n" },
};

/** Two tasks land; asked to ship them, the person first wants one of them taken back. */
function built(
  own = files,
  checks: { name: string; run: string }[] = [],
  tells = (_: "asked" | "settled") => {},
): Promise<SmallBuild> {
  return SmallBuild.open({
    tasks: [planned("t1"), planned("t2", "t1")],
    files: { "README.md": "# Twice\n", "a.txt": "zero\n" },
    checks,
    answer({ thread }) {
      const [purpose, task = ""] = thread.split(/[/.]/);
      return purpose === "coding" ? writes(own[task] ?? {}) : undefined;
    },
    async act(wait, journal) {
      if (wait.kind !== "ship") return false;
      tells(journal.state().tasks.t1?.revert ? "settled" : "asked");
      if (journal.state().tasks.t1?.revert) return false;
      if (journal.state().tasks.t1?.reverting === undefined) await journal.append(() => [wish]);
      return true;
    },
  });
}

async function reverted(session: SmallBuild, doom?: () => Doom): Promise<EventOf<"revert.settled">[]> {
  for (;;) {
    const ending = await session.play(doom?.());
    if (ending.kind !== "killed") return [...(await session.events("revert.settled"))];
  }
}

test("what has landed is taken back as a commit of its own; what landed later stays", async () => {
  const session = await built();
  expect(await reverted(session)).toMatchObject([{ how: "reverted", commit: expect.any(String) }]);
  const [{ commit = "", was = "" } = {}] = await session.events("revert.settled");
  expect(session.git("rev-parse", `${commit}^`)).toBe(was);
  expect(session.git("log", "-1", "--format=%s", commit)).toBe("Take back t1: Build t1");
  expect(session.git("ls-tree", "--name-only", commit).split("\n")).toEqual(["README.md", "a.txt", "c.txt"]);
  expect(session.git("show", `${commit}:a.txt`)).toBe("zero");
  expect(await session.triggers()).toContain("reverted");
  await session.theatre.check();
});

test.each([
  ["conflict", { ...files, t2: { "a.txt": "two\n" } }, []],
  ["red", files, [{ name: "tests", run: "test -f b.txt || ! test -f c.txt" }]],
] as const)("%s: it says so, and nothing changes", async (how, own, checks) => {
  const session = await built(own, [...checks]);
  const [settled] = await reverted(session);
  expect(settled).toMatchObject(how === "conflict" ? { how, files: ["a.txt"] } : { how });
  expect(await session.triggers()).not.toContain("reverted");
  const journal = await session.theatre.journal();
  const { integration, tasks } = journal.state();
  await journal.close();
  expect(settled?.was).toBe(integration);
  expect(tasks.t1).toMatchObject({ state: "DONE", landed: expect.anything() });
  expect(session.git("ls-tree", "--name-only", integration)).toContain("b.txt");
});

describe("killed anywhere, a task is taken back once", () => {
  test.each(["before", "after", "within"] as const)("killed at points %s", async (walk: Walk) => {
    let isDue = false;
    const session = await built(files, [], (what) => {
      isDue = what === "asked";
    });
    const points = new Set<string>();
    const settled = await reverted(session, () => new Doom(walk, points, () => isDue));
    expect(points.size).toBeGreaterThan(walk === "within" ? 4 : 1);
    expect(settled).toMatchObject([{ how: "reverted" }]);
    const journal = await session.theatre.journal();
    const { integration, tasks } = journal.state();
    await journal.close();
    expect(integration).toBe(settled[0]?.commit);
    expect(session.git("ls-tree", "--name-only", integration).split("\n")).toEqual([
      "README.md",
      "a.txt",
      "c.txt",
    ]);
    expect(tasks).toMatchObject({
      t1: { state: "CANCELLED", disposition: "reverted", landed: undefined },
      t2: { state: "DONE" },
    });
    await session.theatre.check();
  });
});

test("what builds on it and has not begun waits for the person, who can let it go on without", async () => {
  const session = await new FakeSession({
    policy: { pace: "auto", phases: ["implementation"], stops: "layer" },
  }).build([planned("t1"), planned("t2", "t1")]);
  const model = modelOf();
  await session.run({ model });
  expect(session.waits).toMatchObject([{ kind: "layer" }]);
  await session.journal.append(() => [wish]);
  await session.run({ model });
  expect(boardOf(session.state).map(({ state }) => state)).toEqual(["taken back", "needs you"]);
  expect(session.waits).toContainEqual(
    expect.objectContaining({ kind: "task", task: "t2", why: "dependency" }),
  );
  await checkEveryPrefix(session.log.facts, session.blobs.get);
});

/** An engineer that writes a file for the task it has, and a reviewer who agrees. */
function answers({ tools, messages }: Asked) {
  const names = new Set(tools.map(({ name }) => name));
  const thread = names.has("write_file") ? "coding/t1.1" : "review/t1.1/1";
  const reply = answersAll(obliging({ thread, ask: 1, seat: "somebody" }), { messages });
  if (reply.kind !== "replied") throw new Error("it never fails");
  return { text: reply.text, calls: reply.calls };
}

test("the command says what came of it, and no where it cannot", async () => {
  const at = await providedHere({ server: { answers } });
  expect((await at.huddle(["do", "Write it down"])).code).toBe(3);
  const refused = async (...args: string[]) => {
    const { code, stderr } = await at.huddle(["task", "cancel", ...args]);
    expect(code).not.toBe(0);
    return stderr;
  };
  expect(await refused("t9", "--revert")).toContain("There are: t1.");
  expect(await refused("t1", "t2", "--revert")).toContain("one task at a time");
  expect(await refused("t1")).toContain("huddle task cancel t1 --revert");
  expect(await at.json(["task", "cancel", "t1", "--revert"])).toMatchObject({
    task: "t1",
    how: "reverted",
    commit: expect.any(String),
    waiting: [],
  });
  expect((await at.huddle(["tasks"])).stdout).toMatch(/t1 .*taken back/);
  expect(await refused("t1", "--revert")).toContain("t1 is taken back already.");
});
