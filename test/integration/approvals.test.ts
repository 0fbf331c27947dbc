import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answer } from "../../src/app/say/answer.ts";
import { isInPart } from "../support/in-part.ts";
import { Doom, type Walk } from "../support/mortal.ts";
import { says } from "../support/scripted-model.ts";
import { SmallBuild } from "../support/small-build.ts";
import type { Act } from "../support/theatre.ts";

const write = (path: string) => ({ tool: "write_file", input: { path, content: "by a tool\n" } });
const done = { tool: "done", input: { summary: "Make it" } };

/** Says no to what writes `no.txt`, and yes to the rest. */
const decides: Act = async (wait, journal) => {
  if (wait.kind !== "approval") return false;
  const given = wait.paths.includes("ask/no.txt")
    ? ({ kind: "no", words: "not that" } as const)
    : ({ kind: "yes" } as const);
  await answer(journal, wait.id, given, new Date().toISOString()).catch(() => undefined); // it came too late
  return true;
};

/** A task whose author writes what asks first by tools, and then changes `ask/shell.txt` as a command would. */
async function build(options: { readonly wait?: number; readonly act?: Act }): Promise<SmallBuild> {
  const made = await SmallBuild.open({
    files: { "ask/shell.txt": "", "ask/yes.txt": "" },
    policy: { write: { ask: ["ask/"] }, ...(options.wait !== undefined && { wait: options.wait }) },
    ...(options.act && { act: options.act }),
    answer: async ({ thread, ask }) => {
      if (!thread.startsWith("coding/")) return undefined;
      if (ask === 1) return says.calls(write("ask/yes.txt"), write("ask/no.txt"), write("free.txt"));
      // Refused, it is put back; approved, it stays.
      const isBack = (await made.triggers()).includes("failed");
      await writeFile(join(await made.worktree(), "ask/shell.txt"), isBack ? "" : "by a command\n");
      return says.calls(done);
    },
  });
  return made;
}

/** Plays to the end; every runner is killed at a point where none was killed before. */
async function walked(session: SmallBuild, walk: Walk, share: number): Promise<void> {
  const points = new Set<string>();
  for (;;) {
    const ending = await session.play(new Doom(walk, points, (point) => isInPart(point, 0, share)));
    if (ending.kind === "killed") continue;
    expect(ending).toMatchObject({ kind: "finished" });
    break;
  }
  await session.theatre.check();
  const called = await session.events("tool.called");
  expect(new Set(called.map(({ call }) => call)).size).toBe(called.length);
  const approvals = called.flatMap(({ approval }) => approval ?? []);
  expect(new Set(approvals).size).toBe(approvals.length);
  const resolved = (await session.events("approval.resolved")).map(({ approval }) => approval);
  expect(new Set(resolved).size).toBe(resolved.length);
  expect(await session.events("task.landed")).toHaveLength(1);
}

describe("killed anywhere, nothing is approved twice, done twice or lost", () => {
  test.each([
    ["before", 2],
    ["after", 2],
    ["within", 12],
  ] as const)(
    "a write approved, one refused, and a commit that waits: killed at points %s",
    async (walk, share) => {
      const session = await build({ act: decides });
      await walked(session, walk, share);
      const verdicts = (await session.events("approval.resolved")).map(({ verdict }) => verdict);
      expect(verdicts).toEqual(["granted", "refused", "granted"]);
      expect((await session.events("approval.requested")).at(-1)).toMatchObject({
        action: "commit",
        paths: ["ask/shell.txt"],
      });
      expect(session.git("ls-tree", "-r", "--name-only", "HEAD").split("\n")).toEqual([
        "ask/shell.txt",
        "ask/yes.txt",
        "free.txt",
      ]);
      expect(session.git("show", "HEAD:ask/shell.txt")).toBe("by a command");
      expect(session.git("show", "HEAD:ask/yes.txt")).toBe("by a tool");
      expect(session.told("coding/t1.1", 2)).toContain("the product manager says no: not that");
    },
  );

  test.each([
    ["before", 3],
    ["after", 3],
  ] as const)(
    "with nobody there, everything expires, and the work lands without it: killed at points %s",
    async (walk, share) => {
      const session = await build({ wait: 0 });
      await walked(session, walk, share);
      const verdicts = new Set((await session.events("approval.resolved")).map(({ verdict }) => verdict));
      expect(verdicts).toEqual(new Set(["expired"]));
      expect(session.git("ls-tree", "-r", "--name-only", "HEAD").split("\n")).toEqual([
        "ask/shell.txt",
        "ask/yes.txt",
        "free.txt",
      ]);
      expect(session.git("show", "HEAD:ask/shell.txt")).toBe("");
      expect(session.told("coding/t1.1", 2)).toContain("nobody was there in time");
    },
  );
});
