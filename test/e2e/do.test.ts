import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Desk } from "../support/huddle.ts";
import { deskHere, providedHere } from "../support/huddle-here.ts";
import { providedDesk } from "../support/obliging-provider.ts";
import { planned } from "../support/plans.ts";

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
    const [first] = at.server.requests.map(({ body }) => JSON.stringify(body));
    for (const words of ["Add a greeting", "in one file"]) expect(first?.split(words)).toHaveLength(2);

    expect((await at.huddle(["ship"])).code).toBe(0);
    expect(await at.git("show", "huddle-add-greeting:t1.txt")).toContain("coding/t1.1");
    expect(await at.json(["status"])).toMatchObject({
      over: "shipped as the new branch huddle-add-greeting",
    });
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
    const at = await providedHere();
    await at.configure({
      models: { strong: "anthropic/claude-sonnet-4-5" },
      budget: { iteration: 5, do: { tokens: 10 } },
    });
    const { code, stdout } = await at.huddle(["do", "Add a greeting"]);
    expect(code).toBe(4);
    expect(stdout).toContain("Budget: 10 tokens in all");
    expect(at.server.requests).toHaveLength(0);
  });

  test("with --ship nobody is asked, and the verdict says where the work went", async () => {
    const at = await providedHere();
    const typed = ["do", "Add a greeting", "--auto", "--ship", "--verdict", "out.json"];
    const { code, stdout } = await at.huddle(typed);
    expect(code).toBe(0);
    expect(stdout).toContain("Finished: shipped as the new branch huddle-add-greeting.");
    const commit = (await at.git("rev-parse", "huddle-add-greeting")).trim();
    const verdict = JSON.parse(await readFile(join(at.repository, "out.json"), "utf8"));
    expect(verdict).toMatchObject({
      version: 1,
      session: "add-greeting",
      ended: { kind: "finished" },
      exit: 0,
      landed: commit,
      shipped: { onto: "huddle-add-greeting", commit, isNewBranch: true },
      tasks: [
        {
          id: "t1",
          outcome: "landed",
          evidence: { checks: [{ why: "testing", passed: true }, { why: "landing" }], reviews: [{}] },
          cost: { spent: { requests: 2 } },
        },
      ],
      waits: [],
    });
    const beside = join(at.repository, ".git/huddle/sessions/add-greeting/verdict.json");
    expect(JSON.parse(await readFile(beside, "utf8"))).toEqual(verdict);
  });

  test("a place for the verdict that is none is refused before anything begins", async () => {
    const at = await providedHere();
    const { code, stderr } = await at.huddle(["do", "Add a greeting", "--verdict", "nowhere/out.json"]);
    expect(code).toBe(2);
    expect(stderr).toContain("There is no folder for nowhere/out.json.");
    expect((await at.huddle(["do", "Add a greeting", "--verdict", "."])).code).toBe(2);
    expect(await at.json(["status"])).toMatchObject({ session: null });
    expect(at.server.requests).toHaveLength(0);
  });

  test("without a model it says how to get one, and opens nothing", async () => {
    const at = await deskHere();
    const { code, stderr } = await at.huddle(["do", "Add a greeting"]);
    expect(code).toBe(2);
    expect(stderr).toBe((await explained(at)).stderr);
    expect(await at.json(["status"])).toMatchObject({ session: "other" });
    expect((await at.huddle(["do", " "])).code).toBe(2);
  });
});

test("when the coach says that it is small, each size of meeting is told with what it may take", async () => {
  const at = await providedHere({ sized: 1 });
  await at.json(["new", "First"]);
  const none = [
    "none: no estimate, because no task has landed in this repository yet.",
    "short: no estimate, because no short meeting in this repository has been finished",
    "full: no estimate, because no full meeting in this repository has been finished",
  ];
  const asked = await at.huddle(["run"]);
  expect(asked.code).toBe(3);
  for (const { stdout } of [asked, await at.huddle(["inbox"]), await at.huddle(["status"])])
    for (const words of none) expect(stdout.replace(/\s+/g, " ")).toContain(words);

  // Once something was done here, it is known what that took; of a talk there is still no example.
  const { items } = (await at.json(["inbox"])) as { items: { id: string }[] };
  expect((await at.huddle(["reply", items[0]?.id ?? "", "do"])).code).toBe(0);
  expect((await at.huddle(["run"])).code).toBe(3);
  await at.json(["new", "Second"]);
  const again = await at.huddle(["run"]);
  for (const { stdout } of [again, await at.huddle(["inbox"]), await at.huddle(["status"])]) {
    const words = stdout.replace(/\s+/g, " ");
    expect(words).toMatch(
      /none: one task without a talk: \$0\.\d+(?: \(\$0\.\d+ to \$0\.\d+\))?; requests 2\b/,
    );
    expect(words).toContain("short: no estimate, because");
    expect(words).toContain("From 1 task in this repository.");
  }
  expect(await at.json(["status"])).toMatchObject({
    sizeEstimate: { tasks: 1, sizes: { none: { requests: { likely: 2 } } }, basis: { tasks: 1 } },
  });

  // A talk that has been finished is an example of its size; the person sees each, and makes the meeting full.
  const waiting = (await at.json(["inbox"])) as { items: { id: string }[] };
  await at.huddle(["reply", waiting.items[0]?.id ?? "", "talk"]);
  expect((await at.huddle(["run", "--auto"])).code).toBe(3);
  await at.json(["new", "Third", "--meeting", "short"]);
  const told = (await at.json(["meeting"])) as {
    sizeEstimate: { sizes: Record<"none" | "short", { requests: { likely: number }; talks: number }> };
  };
  expect(told).toMatchObject({ meeting: "short", changed: false });
  expect(Object.keys(told.sizeEstimate.sizes)).toEqual(["none", "short"]);
  const { none: alone, short } = told.sizeEstimate.sizes;
  expect(short.talks).toBe(1);
  expect(short.requests.likely).toBeGreaterThan(alone.requests.likely + 3);
  const words = (await at.huddle(["meeting"])).stdout.replace(/\s+/g, " ");
  expect(words).toContain("A short meeting: the team settles scope and plan in one talk. none: one task");
  expect(words).toMatch(/short: the talk and one task: \$0\.\d+.*; requests \d+.*; tokens /);
  expect(words).toContain("From 2 tasks, 1 short meeting in this repository.");
  const larger = (await at.huddle(["meeting", "full", "-m", "more thought"])).stdout.replace(/\s+/g, " ");
  expect(larger).toContain("A full meeting: refinement, planning and pre-code review. full: no estimate");
  expect((await at.huddle(["meeting", "-m", "why"])).code).not.toBe(0);
});

test("where the coach finds more work, a run tells each size from what was done here, and the rest once the agreement waits", async () => {
  const at = await providedHere({ sized: 2, tasks: [planned("t1"), planned("t2", "t1")] });
  await at.json(["new", "First"]);
  const first = (await at.huddle(["run", "--auto"])).stdout;
  expect(first).not.toContain("short: ");
  await at.json(["new", "Second"]);
  const { code, stdout } = await at.huddle(["run"]);
  expect(code).toBe(3);
  const words = stdout.replace(/\s+/g, " ");
  expect(words).toMatch(
    /none: one task without a talk: \$0.* short: the talk and 2 tasks: \$0.* full: no estimate/,
  );
  expect(words).toContain("From 2 tasks, 1 short meeting in this repository.");
  expect(words).toMatch(/The rest may take: \$0\..*; requests \d+.*From 1 earlier session here: 2 tasks/);
});

/** What a run says that has no model. */
async function explained(at: Desk) {
  await at.json(["new", "Other"]);
  return at.huddle(["run"]);
}

test("10.2, 10.38: a red base is asked about before any request, and can be left alone", async () => {
  const red = 'require("node:test")("was red before", () => { throw new Error("no"); });\n';
  const at = await providedHere({
    files: {
      "old.test.js": red,
      ".huddle/team.json": JSON.stringify({
        checks: { full: [{ run: "node --test" }, { name: "lint", run: "nosuchlinter" }] },
      }),
    },
  });
  const asked = await at.huddle(["do", "Add a greeting"]);
  expect(asked.code).toBe(3);
  expect(at.server.requests).toHaveLength(0);
  expect(asked.stdout).toContain("was red before");
  const { items } = (await at.json(["inbox"])) as { items: { id: string; kind: string; text: string }[] };
  expect(items).toMatchObject([{ kind: "baseline", text: expect.stringContaining("nosuchlinter") }]);
  const id = items[0]?.id ?? "";
  expect((await at.huddle(["reply", id, "maybe"])).code).toBe(1);
  expect((await at.huddle(["reply", id, "yes"])).code).toBe(0);
  expect((await at.huddle(["run"])).code).toBe(3);
  expect(await at.json(["status"])).toMatchObject({
    tasks: [{ state: "landed" }],
    notices: [
      expect.stringContaining("one test is red since before this work"),
      "lint is left out: it could not start on the base commit",
    ],
  });
  const { stdout } = await at.huddle(["status"]);
  expect(stdout).toContain("  ! lint is left out");
  expect((await at.huddle(["ship"])).code).toBe(0);
  expect(await at.git("status", "--porcelain")).toBe("");
});
