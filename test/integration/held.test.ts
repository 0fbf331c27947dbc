import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { answersAll } from "../support/answers-all.ts";
import { obliging } from "../support/fake-session.ts";
import { providedHere } from "../support/huddle-here.ts";
import type { Asked } from "../support/provider-server/asked.ts";

/** An engineer that gets nowhere until the person has had the worktree, and an architect that gives up. */
function answers({ tools, messages }: Asked) {
  const names = new Set(tools.map(({ name }) => name));
  const words = JSON.stringify(messages);
  if (names.has("budget_decision"))
    return { text: "", calls: [{ tool: "budget_decision", input: { decision: "stop", words: "Stop." } }] };
  if (names.has("write_file") && !words.includes("had your worktree"))
    return { text: "Nearly done.", calls: [] };
  const thread = names.has("write_file") ? "coding/t1.1" : "review/t1.1/1";
  const reply = answersAll(obliging({ thread, ask: 1, seat: "somebody" }), { messages });
  if (reply.kind !== "replied") throw new Error("it never fails");
  return { text: reply.text, calls: reply.calls };
}

async function failedTask() {
  const at = await providedHere({ server: { answers } });
  expect(await at.huddle(["do", "Write it down"])).toMatchObject({ code: 5 });
  const refused = async (...args: string[]) => {
    const { code, stderr } = await at.huddle(args);
    expect(code).not.toBe(0);
    return stderr;
  };
  return { ...at, refused };
}

describe("a person takes a task", () => {
  test("works on it, gives it back, and its engineer reads what has changed", async () => {
    const at = await failedTask();
    expect(await at.refused("task", "give", "t1")).toContain("t1 is not with you: it is failed, with");
    expect(await at.refused("task", "open", "t1")).toContain("To take it over: huddle task take t1");
    expect(await at.refused("task", "take", "t9")).toContain("There are: t1.");

    const taken = await at.json(["task", "take", "t1"]);
    expect(taken).toMatchObject({ taken: true, already: false, next: { command: "huddle task give t1" } });
    const worktree = String(taken.worktree);
    expect(await at.json(["task", "take", "t1"])).toMatchObject({ worktree, already: true });
    expect((await at.huddle(["tasks"])).stdout).toContain("with you");
    expect((await at.huddle(["inbox"])).stdout).toContain("huddle task give t1");
    expect((await at.huddle(["run"])).code).toBe(3);
    expect(await at.refused("task", "cancel", "t1")).toContain("huddle task cancel t1 --yes");
    expect(await at.refused("task", "retry", "t1")).toContain("huddle task give t1");
    expect(await at.refused("ship")).toContain("while t1 is with you");

    const opened = await at.huddle(["task", "open", "t1"], {
      env: { EDITOR: "echo typed > typed.txt; true" },
    });
    expect(opened).toMatchObject({ code: 0, stdout: expect.stringContaining(worktree) });
    const both = "<<<<<<< ours\n1\n=======\n2\n>>>>>>> theirs\n";
    for (const path of ["typed.txt", "other.txt"]) await writeFile(join(worktree, path), both);
    expect(await at.refused("task", "give", "t1")).toContain(
      "not resolved at other.txt:1, and in 1 more file.",
    );
    await rm(join(worktree, "other.txt"));
    // One marker alone is text, for a person as for an engineer.
    await writeFile(join(worktree, "typed.txt"), ">>>>>>> he said\n");

    expect(await at.json(["task", "give", "t1", "-m", "Start from that."])).toMatchObject({
      how: "given",
      changed: [{ path: "typed.txt", added: 1, removed: 0 }],
    });
    expect(await at.huddle(["run"])).toMatchObject({ code: 3, stdout: expect.stringContaining("landed") });
    const requests = JSON.stringify(at.server.requests);
    expect(requests).toContain("The product manager had your worktree, and changed in it:");
    expect(requests).toContain("About t1: Start from that.");
    expect(await at.git("show", "--stat", `huddle/${taken.session}/t1`)).toContain("typed.txt");
    expect(await at.refused("task", "take", "t1")).toContain("huddle diff t1");
  });

  test("finishes it, and it is judged like any other; a worktree that is gone is made again", async () => {
    const at = await failedTask();
    const { worktree } = await at.json(["task", "take", "t1"]);
    expect(await at.refused("task", "give", "t1", "--done")).toContain('--done -m "what was done"');
    expect(await at.refused("task", "give", "t1", "--done", "-m", "Do it")).toContain("Nothing differs");
    await rm(String(worktree), { recursive: true });
    expect(await at.refused("task", "give", "t1")).toContain("huddle task take t1");
    expect(await at.refused("task", "open", "t1")).toContain("huddle task take t1");
    const again = await at.json(["task", "take", "t1"]);
    expect(again).toMatchObject({ already: false, worktree: expect.not.stringMatching(String(worktree)) });
    await writeFile(join(String(again.worktree), "typed.txt"), "typed\n");
    expect(await at.json(["task", "give", "t1", "--done", "-m", "Write it by hand"])).toMatchObject({
      how: "finished",
    });
    expect(await at.huddle(["run"])).toMatchObject({ code: 3, stdout: expect.stringContaining("landed") });
    expect(await at.git("log", "-1", "--format=%s", `huddle/${again.session}/t1`)).toBe("Write it by hand");
  });
});
