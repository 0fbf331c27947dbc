import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { providedHere } from "../support/huddle-here.ts";
import { planned } from "../support/plans.ts";

const team = (team: object) => ({
  "a.txt": "a\n",
  ".huddle/team.json": JSON.stringify({ team, meeting: "full" }),
});

describe("a member whose model knows no tools", () => {
  test("takes part in discussions in plain text, and builds and reviews nothing", async () => {
    const at = await providedHere({
      files: team({
        engineers: [{ name: "ada" }, { name: "bo", model: "openai/tiny-talker", text: true }],
      }),
      tasks: [planned("t1"), planned("t2")],
    });
    await at.json(["new", "Twice"]);
    expect((await at.huddle(["run", "--auto"])).code).toBe(3);
    at.server.assertSpent();
    const talking = at.server.asks.filter(({ asked }) => asked?.model === "tiny-talker");
    const others = at.server.asks.filter(({ asked }) => asked?.model !== "tiny-talker");
    expect(talking).toHaveLength(3); // one turn in each phase with talk; the code review of so little is one turn of ada
    for (const { asked, body } of talking) {
      expect(asked?.tools).toEqual([]);
      expect(body).not.toHaveProperty("tool_choice");
      expect(JSON.stringify(asked?.messages)).toContain("You have no tools");
    }
    for (const { asked } of others) expect(asked?.tools.length).toBeGreaterThan(0);
    const { tasks } = (await at.json(["tasks"])) as { tasks: { owner: string; state: string }[] };
    expect(tasks).toMatchObject([
      { owner: "ada", state: "landed" },
      { owner: "ada", state: "landed" },
    ]);
    const { stdout } = await at.huddle(["show"]);
    expect(stdout).toMatch(/^bo +somebody says something\.$/m);
  });

  test.each<[string, object, string]>([
    [
      "nobody can build",
      {
        engineers: [
          { name: "a", text: true },
          { name: "b", text: true },
        ],
      },
      "nothing can be built",
    ],
    [
      "nobody can review",
      { engineers: [{ name: "a" }, { name: "b", text: true }], architect: false },
      "Nobody could review what a builds",
    ],
  ])("a team in which %s is refused at the start", async (_, members, why) => {
    const at = await providedHere({ files: team(members) });
    const { code, stderr } = await at.huddle(["new", "Twice"]);
    expect(code).toBe(1);
    expect(stderr).toContain(why);
    expect(await at.json(["status"])).toMatchObject({ session: null });
  });

  test("is what a checked model without tools makes of an engineer, and nobody else can be one", async () => {
    const at = await providedHere({
      files: team({ engineers: [{ name: "a", model: "openai/tiny" }, { name: "b" }] }),
    });
    const state = join(at.root, ".local", "state", "huddle");
    await mkdir(state, { recursive: true });
    const found = { tools: false, check: 2, at: "2026-01-01T00:00:00.000Z" };
    const remember = (...models: string[]) =>
      writeFile(
        join(state, "models.json"),
        JSON.stringify(Object.fromEntries(models.map((one) => [one, found]))),
      );

    await remember("openai/tiny");
    const { session } = await at.json(["new", "Twice"]);
    const { stdout } = await at.huddle(["show", "--json", "--session", String(session)]);
    expect(JSON.parse(stdout.split("\n")[0] ?? "")).toMatchObject({
      event: { seats: [{ id: "a", textOnly: true }, { id: "b" }, { id: "coach" }, { id: "architect" }] },
    });

    // Found out later: it is said before anything is asked.
    await remember("openai/tiny", "anthropic/claude-sonnet-4-5");
    const refused = await at.huddle(["run"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      "coach (coach) would use anthropic/claude-sonnet-4-5, which cannot use tools, as its check found",
    );
    expect(at.server.requests).toHaveLength(0);
  });
});
