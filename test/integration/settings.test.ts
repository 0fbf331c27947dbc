import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deskHere, providedHere } from "../support/huddle-here.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import type { ProvidedDesk } from "../support/obliging-provider.ts";
import { playTo } from "../support/play-to.ts";
import { everyMisbehaviour } from "../support/provider-server/every-misbehaviour.ts";
import { trustTeam } from "../support/trusted.ts";

const claude = { models: { strong: "anthropic/claude-sonnet-4-5" } };
const house = { models: { strong: "openai/house-brand-1" } };

describe("10.3: a session always has a budget, and says so", () => {
  test.each([
    [claude, "$5.00 in all", { session: { micros: 5_000_000 } }],
    [house, "2,000,000 tokens in all", { session: { tokens: 2_000_000 } }],
    [{ ...claude, budget: { iteration: 7 } }, "$7.00 in all", { session: { micros: 7_000_000 } }],
    [{ ...claude, budget: { iteration: "none" } }, "none, so nothing limits what it spends", null],
  ])("new, with %j: %s", async (config, words, budget) => {
    const at = await providedHere();
    await at.configure(config);
    const { stdout } = await at.huddle(["new", "Twice"]);
    expect(stdout).toContain(`  Budget: ${words}`);
    expect((await at.huddle(["status"])).stdout).toContain(
      budget ? `  Budget: ${words}; ` : "  Budget: none; ",
    );
    expect(await at.json(["status"])).toMatchObject({ budget });
    expect(await at.json(["new", "Thrice"])).toMatchObject({ budget });
  });

  test("do and groom have one of their own", async () => {
    const at = await providedHere();
    expect((await at.huddle(["do", "Add a greeting"])).stdout).toContain("  Budget: $1.00 in all; --budget");
    expect((await at.huddle(["groom", "Offline", "--max-turns", "2"])).stdout).toContain(
      "  Budget: $2.00 in all",
    );
    const { left } = (await at.json(["status"])) as { left: { micros: number } };
    expect(left.micros).toBeGreaterThan(0);
    expect(left.micros).toBeLessThan(1_000_000);
  });

  test("--budget none goes without, at the start and later", async () => {
    const at = await providedHere();
    const started = await at.huddle(["new", "Twice", "--budget", "none"]);
    expect(started.stdout).toContain("  Budget: none, so nothing limits what it spends\n");
    await at.json(["new", "Thrice", "--budget", "0.0001"]);
    expect((await at.huddle(["run"])).code).toBe(4);
    expect((await at.huddle(["run", "--budget", "none", "--max-turns", "1"])).code).toBe(0);
    expect(await at.json(["status"])).toMatchObject({ budget: null });
    const limited = ["run", "--budget", "none", "--token-budget", "90000", "--max-turns", "1"];
    expect((await at.huddle(limited)).code).toBe(0);
    expect(await at.json(["status"])).toMatchObject({ budget: { session: { tokens: 90_000 } } });
  });

  test("a project's file can lower the default, and not raise it", async () => {
    const file = (budget: object) => ({ "a.txt": "a\n", ".huddle/team.json": JSON.stringify({ budget }) });
    const lower = await providedHere({ files: file({ iteration: 2 }) });
    expect((await lower.huddle(["new", "Twice"])).stdout).toContain("  Budget: $2.00 in all");
    const higher = await providedHere({ files: file({ iteration: 50, do: "none" }) });
    expect((await higher.huddle(["new", "Twice"])).stdout).toContain("  Budget: $5.00 in all");
  });

  test("before a model is known it is in money, and in tokens once the model turns out to have no price", async () => {
    const at = await providedHere();
    await at.configure({});
    expect(await at.json(["new", "Twice"])).toMatchObject({ budget: { session: { micros: 5_000_000 } } });
    await at.configure(house);
    const { code, stdout } = await at.huddle(["run", "--max-turns", "1"]);
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("2,000,000 tokens in all"),
    });
    expect(await at.json(["status"])).toMatchObject({ budget: { session: { tokens: 2_000_000 } } });
  });

  test("a scripted team has none, and status says why", async () => {
    const at = await deskHere(miniRehearsal.repository.files);
    await playTo(at, miniRehearsal, "accept");
    expect((await at.huddle(["status"])).stdout).toContain("  Budget: none; a scripted team costs nothing\n");
  });
});

describe("10.11: what our advice says takes effect", () => {
  test.each(["404", "413", "400"] as const)(
    "another model after %s, without another word",
    async (trouble) => {
      const at = await providedHere();
      await at.json(["new", "Twice"]);
      at.server.next(everyMisbehaviour[trouble]);
      const stuck = await at.huddle(["run"]);
      expect(stuck.code).toBe(3);
      expect(modelsAsked(at)).toEqual(["claude-sonnet-4-5"]);
      expect((await at.huddle(["model", "set", "all", "openai/gpt-5-mini"])).code).toBe(0);
      const again = await at.huddle(["run", "--max-turns", "1"]);
      expect(again.code).toBe(0);
      expect(again.stdout.split("\n")[0]).toBe("Since the last run: all members use openai/gpt-5-mini.");
      expect(modelsAsked(at)).toEqual(["claude-sonnet-4-5", "gpt-5-mini"]);
      expect((await at.huddle(["run", "--max-turns", "1"])).stdout).not.toContain("Since the last run");
    },
  );

  test("a model that can no longer be asked does not keep another one from being used", async () => {
    const at = await providedHere();
    await at.configure({
      models: { strong: "home/tiny" },
      endpoints: { home: { baseUrl: at.server.url("openai") } },
    });
    await at.json(["new", "Twice", "--token-budget", "900000"]);
    await at.json(["groom", "Topic", "--token-budget", "900000", "--max-turns", "1"]).catch(() => undefined);
    await at.configure(claude); // the endpoint is gone as well
    expect((await at.huddle(["run", "--max-turns", "1"])).code).toBe(0);
    expect((await at.huddle(["groom", "continue", "topic", "--max-turns", "1"])).code).not.toBe(1);
    expect(modelsAsked(at).slice(-2)).toEqual(["claude-sonnet-4-5", "claude-sonnet-4-5"]);
  });

  test("a run that cannot reach its models takes nothing over, so the next one still says it", async () => {
    const at = await providedHere();
    await at.json(["new", "Twice"]);
    const home = { models: { strong: "home/tiny" } };
    await at.configure(home);
    const unreachable = await at.huddle(["run", "--token-budget", "900000"]);
    expect(unreachable).toMatchObject({ code: 2, stderr: expect.stringContaining("home") });
    await at.configure({ ...home, endpoints: { home: { baseUrl: at.server.url("openai") } } });
    expect((await at.huddle(["run", "--token-budget", "900000", "--max-turns", "1"])).stdout).toMatch(
      /^Since the last run: .*all members use home\/tiny\.$/m,
    );
  });

  test("checks that were edited are those that run, and the log says since when", async () => {
    const at = await providedHere({
      files: { ".huddle/team.json": team({ run: "true", name: "test" }) },
    });
    await at.json(["do", "Add a greeting", "--json"]).catch(() => undefined);
    await writeTeam(at, team({ run: "test -f a.txt", name: "test" }));
    await at.json(["new", "Other"]);
    await writeTeam(at, team({ run: "test -e a.txt", name: "test" }));
    const { stdout } = await at.huddle(["run", "--max-turns", "1"]);
    expect(stdout).toContain("Since the last run: tests are now `test -e a.txt`.");
    const facts = (await at.huddle(["show", "--events", "--json"])).stdout.trimEnd().split("\n");
    const changes = facts
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event.type === "policy.changed");
    expect(changes).toMatchObject([
      { actor: "harness", event: { patch: { checks: { full: [{ run: "test -e a.txt" }] } } } },
    ]);
    expect((await at.huddle(["show", "--all"])).stdout).toContain("since the last run: tests are now");
  });

  test("what shipping takes over is said as well, because no later run would say it", async () => {
    const at = await providedHere({
      files: { ".huddle/team.json": team({ run: "true", name: "test" }) },
    });
    await at.huddle(["do", "Add a greeting"]);
    await writeTeam(at, team({ run: "test -f a.txt", name: "test" }));
    const { stdout } = await at.huddle(["ship"]);
    expect(stdout.split("\n")).toContain("Since the last run: tests are now `test -f a.txt`.");
    expect(stdout).toContain("Shipped as the new branch huddle-add-greeting");

    await at.huddle(["do", "Add a farewell"]);
    await writeTeam(at, team({ run: "test -e a.txt", name: "test" }));
    expect(await at.json(["ship"])).toMatchObject({
      kind: "shipped",
      followed: "tests are now `test -e a.txt`",
    });
  });

  test("with --json the change is an event of the run's own stream", async () => {
    const at = await providedHere();
    await at.json(["new", "Twice"]);
    await at.huddle(["model", "set", "all", "openai/gpt-5-mini"]);
    const { stdout } = await at.huddle(["run", "--max-turns", "1", "--json"]);
    expect(JSON.parse(stdout.split("\n")[0] ?? "")).toMatchObject({
      actor: "harness",
      event: { type: "seats.changed", why: "all members use openai/gpt-5-mini" },
    });
  });

  test("a dry run foresees it, and writes nothing", async () => {
    const at = await providedHere();
    await at.json(["new", "Twice"]);
    await at.huddle(["model", "set", "all", "openai/gpt-5-mini"]);
    expect((await at.huddle(["run", "--dry-run"])).stdout).toContain("with openai/gpt-5-mini");
    expect(await at.json(["status"])).toMatchObject({ events: 1 });
  });
});

function modelsAsked(at: ProvidedDesk): readonly string[] {
  return at.server.asks.map(({ asked, body }) => asked?.model ?? String((body as { model?: string }).model));
}

function team(...full: readonly object[]): string {
  return `${JSON.stringify({ meeting: "full", checks: { full } })}\n`;
}

async function writeTeam(at: ProvidedDesk, text: string): Promise<void> {
  await mkdir(join(at.repository, ".huddle"), { recursive: true });
  await writeFile(join(at.repository, ".huddle", "team.json"), text);
  await trustTeam(at, text);
}
