import { describe, expect, test } from "vitest";
import { desk } from "../support/huddle.ts";
import { providedDesk } from "../support/obliging-provider.ts";

describe("huddle do", () => {
  test("builds, has reviewed, lands and offers to ship, without a word of talk", async () => {
    const at = await providedDesk();
    const { code, stdout } = await at.huddle(["do", "Add a greeting", "-m", "in one file", "--budget", "5"]);
    expect(code).toBe(3);
    expect(stdout).toContain("Session add-greeting: Add a greeting");
    expect(stdout).toContain("t1  ✓ landed as ");
    expect(stdout.trimEnd().split("\n").at(-1)).toBe(
      "Next: huddle ship  (the work is reviewed and can be shipped)",
    );
    const { tasks, phase } = await at.json(["status"]);
    expect({ tasks, phase }).toMatchObject({
      phase: "implementation",
      tasks: [{ id: "t1", state: "landed", title: "Add a greeting" }],
    });

    const purposes = at.server.requests.map(({ asked }) => {
      const names = new Set(asked?.tools.map((tool) => tool.name));
      return names.has("write_file") ? "builds" : names.has("review_complete") ? "reviews" : "talks";
    });
    expect(purposes).toEqual(["builds", "reviews"]);
    expect(JSON.stringify(at.server.requests[0]?.asked?.messages)).toContain("Add a greeting");
    expect(JSON.stringify(at.server.requests[0]?.body)).toContain("in one file");

    expect((await at.huddle(["ship"])).code).toBe(0);
    expect(await at.git("show", "huddle-add-greeting:t1.txt")).toContain("coding/t1.1");
    expect(await at.json(["status"])).toMatchObject({ over: "shipped onto huddle-add-greeting" });
  });

  test("with --json every event from the first on, then one document", async () => {
    const at = await providedDesk();
    const { code, stdout } = await at.huddle(["do", "Add a greeting", "--auto", "--json"]);
    expect(code).toBe(3);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ seq: 1, event: { type: "session.opened", kind: "iteration" } });
    expect(lines.at(-1)).toMatchObject({
      session: "add-greeting",
      ended: { kind: "waiting" },
      next: { command: "huddle ship" },
    });
  });

  test("has the budget of its own that the settings name", async () => {
    const at = await providedDesk();
    await at.configure({
      models: { strong: "anthropic/claude-sonnet-4-5" },
      budget: { iteration: 5, do: { tokens: 10 } },
    });
    const { code, stdout } = await at.huddle(["do", "Add a greeting"]);
    expect(code).toBe(4);
    expect(stdout).toContain("Budget: 10 tokens in all");
    expect(at.server.requests).toHaveLength(0);
  });

  test("without a model it says how to get one, and opens nothing", async () => {
    const at = await desk();
    const { code, stderr } = await at.huddle(["do", "Add a greeting"]);
    expect(code).toBe(2);
    expect(stderr).toBe((await explained(at)).stderr);
    expect(await at.json(["status"])).toMatchObject({ session: "other" });
    expect((await at.huddle(["do", " "])).code).toBe(2);
  });
});

/** What a run says that has no model. */
async function explained(at: Awaited<ReturnType<typeof desk>>) {
  await at.json(["new", "Other"]);
  return at.huddle(["run"]);
}
