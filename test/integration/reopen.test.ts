import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import type { PlannedTask } from "../../src/core/terms/artifacts.ts";
import { providedHere } from "../support/huddle-here.ts";
import { answerOf, type ProvidedDesk } from "../support/obliging-provider.ts";
import { planned } from "../support/plans.ts";
import type { Asked } from "../support/provider-server/asked.ts";

const three: readonly PlannedTask[] = [planned("t1"), planned("t2"), planned("t3", "t2")];

/** A session in which t1 has landed and t2 is blocked, until `mend` is called. */
async function partlyBuilt(): Promise<{ at: ProvidedDesk; session: string; mend: () => void }> {
  let isMended = false;
  const answers = (asked: Asked) => {
    const isCoding = asked.tools.some(({ name }) => name === "write_file");
    if (isMended || !isCoding || !JSON.stringify(asked.messages).includes("Task t2:"))
      return answerOf(asked, three);
    const blocked = { kind: "environment", explanation: "The database is not there." };
    return { text: "", calls: [{ tool: "done", input: { blocked } }] };
  };
  const at = await providedHere({ tasks: three, server: { answers } });
  const { session } = await at.json(["new", "Build it"]);
  expect((await at.huddle(["run", "--auto", "--wait", "0"])).code).toBe(3);
  return {
    at,
    session: String(session),
    mend: () => {
      isMended = true;
    },
  };
}

async function statesIn(at: ProvidedDesk): Promise<unknown> {
  const { tasks } = (await at.json(["status"])) as unknown as { tasks: { id: string; state: string }[] };
  return tasks.map(({ id, state }) => `${id} ${state}`);
}

test("a dropped session goes on with what had landed; tasks that were under way start again", async () => {
  const { at, session, mend } = await partlyBuilt();
  expect(await statesIn(at)).toEqual(["t1 landed", "t2 needs you", "t3 queued"]);
  expect((await at.huddle(["drop", session, "--yes"])).stdout).toContain(`huddle reopen ${session}`);
  expect(await at.huddle(["say", "go on"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("To go on with it: huddle reopen <session>"),
  });
  expect(await at.git("for-each-ref", "refs/huddle", "refs/heads/huddle")).toBe("");

  const reopened = await at.huddle(["reopen", session]);
  expect(reopened.stdout).toContain(`${session} is open again. It was over: dropped.`);
  expect(reopened.stdout).toContain("so these start again: t2");
  expect(reopened.stdout).toContain("Next: huddle run");
  expect(await at.git("for-each-ref", "refs/huddle")).toContain(`refs/huddle/${session}/landed`);
  expect(await statesIn(at)).toEqual(["t1 landed", "t2 queued", "t3 queued"]);
  expect(await at.huddle(["reopen", session])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${session} is open. To go on with it: huddle run --session ${session}`),
  });

  mend();
  expect((await at.huddle(["run", "--auto", "--wait", "0"])).code).toBe(3);
  expect((await at.huddle(["show"])).stdout).toContain("opened again; it was over: dropped");
  expect(await statesIn(at)).toEqual(["t1 landed", "t2 landed", "t3 landed"]);
  expect((await at.huddle(["ship", "--branch", "all"])).code).toBe(0);
  expect((await at.git("ls-tree", "--name-only", "all")).split("\n")).toEqual(
    expect.arrayContaining(["t1.txt", "t2.txt", "t3.txt"]),
  );
  expect((await at.huddle(["debug", "replay"])).code).toBe(0);
});

test("a shipped session goes on where it was; what was shipped stays, and can still be taken back", async () => {
  const { at, session, mend } = await partlyBuilt();
  mend();
  await at.huddle(["task", "retry", "t2"]);
  await at.huddle(["task", "unblock", "t2"]);
  await at.huddle(["run", "--auto", "--wait", "0"]);
  expect((await at.huddle(["ship", "--branch", "all"])).code).toBe(0);
  const shipped = await at.git("rev-parse", "all");
  const other = await at.json(["new", "Another"]);
  expect(await at.json(["status"])).toMatchObject({ session: other.session });

  const reopened = await at.huddle(["reopen", session]);
  expect(reopened.stdout).toContain("What was shipped stays. To take it back instead: huddle ship --undo");
  // It is the one that commands are about.
  expect(await at.json(["status"])).toMatchObject({ session });
  expect((await at.huddle(["say", "Also say how fast it is."])).code).toBe(0);
  expect((await at.huddle(["run", "--auto", "--wait", "0"])).code).toBe(3);
  expect(await at.git("rev-parse", "all")).toBe(shipped);
  expect((await at.huddle(["ship", "--undo"])).stdout).toContain("Taken back");
  expect(await at.git("branch", "--list", "all")).toBe("");
});

test("without the commits there is nothing to go on with, and a misspelt session gets the nearest name", async () => {
  const { at, session } = await partlyBuilt();
  await at.huddle(["drop", session, "--yes"]);
  execFileSync("git", ["-c", "gc.reflogExpire=now", "gc", "-q", "--prune=now"], { cwd: at.repository });
  const refused = await at.huddle(["reopen", session]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(
    /Git has removed what had landed in it \([0-9a-f]{12}\), so \S+ cannot go on/,
  );
  expect((await at.huddle(["reopen", `${session}x`])).stderr).toContain(session);
  expect(await at.huddle(["reopen"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Say which session: huddle reopen <session>"),
  });
});
