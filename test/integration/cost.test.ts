import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { costOf } from "../../src/core/terms/money.ts";
import type { Share, Spending } from "../../src/core/views/cost/cost.ts";
import { openPrices } from "../../src/model/price-table.ts";
import { deskHere, providedHere } from "../support/huddle-here.ts";
import { miniRehearsal } from "../support/mini-rehearsal.ts";
import { type ProvidedDesk, unsized } from "../support/obliging-provider.ts";
import { planned } from "../support/plans.ts";
import { playTo } from "../support/play-to.ts";
import { everyMisbehaviour } from "../support/provider-server/every-misbehaviour.ts";

const lastLine = (text: string) => text.trimEnd().split("\n").at(-1) ?? "";
const rowsOf = (csv: string) =>
  csv
    .trimEnd()
    .split("\r\n")
    .map((row) => row.split(","));
const logOf = (at: { repository: string }, id: string) =>
  readFile(join(at.repository, ".git/huddle/sessions", id, "log.jsonl"), "utf8");

/** As far as these tests read it. */
interface Told {
  readonly total: Spending;
  readonly by: Readonly<Record<string, readonly Share[]>>;
  readonly budgets: readonly object[];
}

/** As far as shipping, with nobody asked. */
async function runAll(at: ProvidedDesk, ...args: string[]): Promise<string> {
  const { session } = await at.json(["new", "Twice", ...args]);
  const { code, stderr, stdout } = await at.huddle(["run", "--auto"]);
  expect({ code, stderr }, stdout).toEqual({ code: 3, stderr: "" });
  return String(session);
}

describe("huddle cost", () => {
  test("says what a session cost, to the last token that the provider counted; --csv has a row per request", async () => {
    const at = await providedHere({ tasks: [planned("t1"), planned("t2")] });
    await runAll(at);
    const { total, by } = await at.json(["cost"]);
    const prices = openPrices({}, new Date().toISOString().slice(0, 10));
    const price = prices.priceOf("anthropic/claude-sonnet-4-5");
    if (!price) throw new Error("its price is known");
    const counted = at.server.requests.flatMap(({ usage }) => usage ?? []);
    const sum = (pick: (usage: (typeof counted)[number]) => number) =>
      counted.reduce((all, usage) => all + pick(usage), 0);
    expect(total).toMatchObject({
      requests: at.server.requests.length,
      tokens: {
        input: sum(({ plain }) => plain),
        cacheRead: sum(({ cacheRead }) => cacheRead),
        cacheWrite: sum(({ cacheWrite }) => cacheWrite),
        output: sum(({ output }) => output),
      },
      spent: {
        unknown: 0,
        micros: sum(({ plain, cacheRead, cacheWrite, output }) =>
          costOf({ input: plain + cacheRead + cacheWrite, cacheRead, cacheWrite, output }, price),
        ),
      },
    });
    expect(sum(({ cacheRead }) => cacheRead)).toBeGreaterThan(1000);
    expect(Object.keys(by as object)).toEqual(["phase", "task", "member", "model"]);

    const { code, stdout } = await at.huddle(["cost"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}Spent +\$0\.\d\d {2}\(\d+ requests, [\d,]+ tokens\)$/m);
    expect(stdout).toMatch(/^ {2}Caching saved +-?\$0\.\d+$/m);
    for (const head of ["By phase", "By task", "By member", "By model"])
      expect(stdout).toContain(`\n${head}`);
    expect(stdout).toMatch(/^anthropic\/claude-sonnet-4-5 /m);
    expect(stdout).not.toMatch(/\b(seats?|asks?|facts?|micros)\b/);
    expect(lastLine(stdout)).toMatch(/^Next: huddle ship/);
    at.server.assertSpent();

    const [heads = [], ...rows] = rowsOf((await at.huddle(["cost", "--csv"])).stdout);
    expect(rows).toHaveLength(at.server.requests.length);
    const column = (name: string) => rows.map((row) => row[heads.indexOf(name)] ?? "");
    expect(new Set(column("confirmed"))).toEqual(new Set(["yes"]));
    expect(new Set(column("task"))).toEqual(new Set(["", "t1", "t2"]));
    const dollars = column("dollars").reduce((all, text) => all + Math.round(Number(text) * 1_000_000), 0);
    expect(total).toMatchObject({ spent: { micros: dollars } });
  });

  test("a price that nobody knows is a question mark, and is counted", async () => {
    const at = await providedHere();
    await at.configure({ models: { strong: "openai/house-brand-1" } });
    await runAll(at);
    const { stdout } = await at.huddle(["cost", "--by", "model"]);
    expect(stdout).toMatch(/^ {2}Spent +\? {2}\(/m);
    expect(stdout).toContain(
      `  ? is an unknown price: ${at.server.asks.length} requests to openai/house-brand-1`,
    );
    expect(stdout).not.toContain("$0");
    expect(stdout).not.toContain("By phase");
    const [, first = []] = rowsOf((await at.huddle(["cost", "--csv"])).stdout);
    expect(first[13]).toBe("?");
  });

  test("a scripted team costs nothing, and is called scripted", async () => {
    const at = await deskHere(miniRehearsal.repository.files);
    await playTo(at, miniRehearsal, "accept");
    const { stdout } = await at.huddle(["cost"]);
    expect(stdout).toMatch(/^ {2}Spent +\$0\.00 {2}/m);
    expect(stdout).toContain("went to a scripted team, which costs nothing");
  });

  test("--all counts every session, also beside one that cannot be read", async () => {
    const at = await deskHere(miniRehearsal.repository.files);
    const first = await playTo(at, miniRehearsal, "accept");
    const second = await playTo(at, miniRehearsal, "accept");
    const { by, damaged } = (await at.json(["cost", "--all"])) as {
      by: { session: { name: string }[] };
      damaged: [];
    };
    expect(by.session.map(({ name }) => name)).toEqual([first, second]);
    expect(damaged).toEqual([]);
    const log = join(at.repository, ".git/huddle/sessions", first, "log.jsonl");
    await writeFile(log, (await readFile(log, "utf8")).replace("Twice", "Thrice"));
    const { stdout } = await at.huddle(["cost", "--by", "session"]);
    expect(stdout).toContain(`Session ${first} cannot be read.`);
    expect(stdout).toContain(`\n${second} `);
  });

  test.each([
    [["--csv", "--json"], "Choose one: --csv or --json."],
    [["--all", "--session", "x"], "Choose one: --all or --session."],
    [["--by", "colour"], "Choose one of: session, phase, task, member, model"],
  ])("%j is wrong usage", async (args, message) => {
    const at = await deskHere();
    const { code, stderr, stdout } = await at.huddle(["cost", ...args]);
    expect(code).toBe(2);
    expect(stderr + stdout).toContain(message);
  });
});

describe("run --dry-run", () => {
  test("says whom a run would ask, asks nobody and writes nothing; then the run asks exactly that", async () => {
    const at = await providedHere();
    const { session } = await at.json(["new", "Twice", "--budget", "5"]);
    const before = await logOf(at, String(session));
    const { stdout } = await at.huddle(["run", "--dry-run"]);
    expect(stdout).toContain("  Opening refinement\n    asks no model\n");
    expect(stdout).toContain("  A turn in refinement, by mara with anthropic/claude-sonnet-4-5\n");
    expect(stdout).toMatch(/request: [\d,]+ bytes, at most [\d,]+ tokens; reply: at most [\d,]+ tokens\n/);
    expect(stdout).toMatch(/costs at most \$0\.\d\d\n/);
    expect(stdout).toContain("left of the budget of the session: $5.00\n");
    expect(lastLine(stdout)).toMatch(/^Next: huddle run/);
    const document = (await at.json(["run", "--dry-run"])) as {
      steps: { outcome: { kind: string; bytes: number; worst: object } }[];
    };
    const [, foreseen] = document.steps;
    expect(await logOf(at, String(session))).toBe(before);
    expect(at.server.requests).toHaveLength(0);

    expect((await at.huddle(["run", "--max-turns", "1"])).code).toBe(0);
    const facts = (await logOf(at, String(session)))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).event);
    const asked = facts.find(({ type }) => type === "model.asked");
    expect(foreseen?.outcome).toMatchObject({ kind: "asks", bytes: asked.bytes, worst: asked.reserved });
    const [{ usage } = {}] = at.server.requests;
    expect((usage?.plain ?? 0) + (usage?.cacheWrite ?? 0)).toBeLessThanOrEqual(asked.reserved.input);
  });

  test("needs no model, and says what waits for a person", async () => {
    const at = await deskHere({ ...unsized, ...miniRehearsal.repository.files });
    await at.json(["new", "Once"]);
    expect((await at.huddle(["run", "--dry-run"])).stdout).toContain("by mara with strong\n");
    await playTo(at, miniRehearsal, "accept");
    const { code, stdout } = await at.huddle(["run", "--dry-run"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /A run would do nothing before you answer:\n {2}a\d+ {2}The scope waits for your yes/,
    );
  });
});

describe("budgets", () => {
  test("a request that might go over is not made; the inbox offers more, and it goes on", async () => {
    const at = await providedHere();
    await at.json(["new", "Twice", "--token-budget", "12000"]);
    const over = await at.huddle(["run", "--auto"]);
    expect(over.code).toBe(4);
    expect(over.stdout).toMatch(/The session may use 12000 tokens; \d+ are used or reserved/);
    const asked = at.server.requests.length;
    const { items } = (await at.json(["inbox"])) as { items: { id: string; kind: string }[] };
    expect(items).toMatchObject([{ kind: "budget" }]);
    expect((await at.huddle(["run", "--auto"])).code).toBe(4);
    expect(at.server.requests).toHaveLength(asked);

    await at.huddle(["reply", items[0]?.id ?? "", "2000000"]);
    expect((await at.huddle(["run", "--auto"])).code).toBe(3);
    expect(at.server.requests.length).toBeGreaterThan(asked);
    const { budgets } = (await at.json(["cost"])) as { budgets: { cap: object }[] };
    expect(budgets).toMatchObject([{ key: "session", cap: { tokens: 2_012_000 } }]);
  });

  test("run --budget is an event before it counts, and lets go on who waited", async () => {
    const at = await providedHere();
    await at.json(["new", "Twice", "--budget", "0.0001"]);
    expect((await at.huddle(["run"])).code).toBe(4);
    expect(at.server.requests).toHaveLength(0);
    expect((await at.huddle(["run", "--budget", "$5", "--max-turns", "1"])).code).toBe(0);
    expect(at.server.requests).toHaveLength(1);
    const { stdout } = await at.huddle(["show", "--json"]);
    const changes = stdout.split("\n").filter((line) => line.includes("policy.changed"));
    expect(changes.map((line) => JSON.parse(line))).toMatchObject([
      {
        actor: "human",
        event: { patch: { budget: { session: { micros: 5_000_000 } } }, why: "--budget $5.00" },
      },
    ]);
  });

  test("from the files: a project's budgets only lower the person's own", async () => {
    const at = await providedHere({
      files: {
        "a.txt": "a\n",
        ".huddle/team.json": JSON.stringify({
          budget: { iteration: 50, task: 1, member: { tokens: 900_000 } },
        }),
      },
    });
    await at.configure({
      models: { strong: "anthropic/claude-sonnet-4-5" },
      budget: { iteration: 5, task: 2 },
    });
    const { stdout } = await at.huddle(["new", "Twice"]);
    expect(stdout).toContain("  Budget: $5.00 in all, $1.00 for a task, 900,000 tokens for a member\n");
    expect((await at.huddle(["new", "Thrice", "--budget", "7"])).stdout).toContain(
      "  Budget: $7.00 in all, $1.00",
    );
  });

  test("in money, with a model that has no price, are refused before anything is asked", async () => {
    const at = await providedHere();
    await at.configure({ models: { strong: "openai/house-brand-1" } });
    const refused = await at.huddle(["new", "Twice", "--budget", "5"]);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      "no price is known for:\n  openai/house-brand-1 (mara, jonas, coach, architect)",
    );
    expect(refused.stderr).toContain("--token-budget 2000000");
    expect(await at.json(["status"])).toMatchObject({ session: null });
    expect(await at.json(["new", "Twice", "--budget", "5"])).toMatchObject({
      error: { code: "model.unpriced" },
    });

    await at.json(["new", "Twice", "--token-budget", "2000000"]);
    expect(await at.json(["run", "--budget", "5"])).toMatchObject({ error: { code: "model.unpriced" } });
    expect(at.server.requests).toHaveLength(0);
    expect((await at.huddle(["run", "--max-turns", "1"])).code).toBe(0);

    await at.configure({
      models: { strong: "openai/house-brand-1" },
      prices: { "openai/house-brand-1": { input: 1, output: 2 } },
    });
    expect((await at.huddle(["new", "Priced", "--budget", "5"])).code).toBe(0);
  });

  test.each([
    ["--budget", "much"],
    ["--budget", "-1"],
    ["--token-budget", "1.5"],
  ])("%s %s is wrong usage", async (...args) => {
    const at = await deskHere();
    expect((await at.huddle(["new", "x", ...args])).code).toBe(2);
  });
});

test("a request whose end nobody saw is unconfirmed, at the worst it can have cost", async () => {
  const at = await providedHere();
  const { session } = await at.json(["new", "Twice"]);
  at.server.next(everyMisbehaviour["hangs up"]);
  expect((await at.huddle(["run", "--max-turns", "1"])).code).toBe(0);
  const facts = (await logOf(at, String(session)))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line).event);
  const [lost] = facts.filter(({ type }) => type === "model.asked");
  const { total, by, budgets } = (await at.json(["cost"])) as unknown as Told;
  // Spent and uncertain together are what the budget counts, and the members' parts are the whole.
  const counted = total.spent.micros + total.unconfirmed.micros;
  expect(total.all.micros).toBe(counted);
  expect(budgets).toMatchObject([
    {
      key: "session",
      cap: { micros: 5_000_000 },
      used: { micros: counted },
      left: { micros: 5_000_000 - counted },
    },
  ]);
  for (const shares of Object.values(by))
    expect(shares.reduce((sum, { spending }) => sum + spending.all.micros, 0)).toBe(counted);
  expect(total).toMatchObject({
    requests: 2,
    spent: { requests: 1 },
    unconfirmed: {
      requests: 1,
      micros: lost.reserved.micros,
      tokens: lost.reserved.input + lost.reserved.output,
    },
    rework: { requests: 1 },
  });
  const { stdout } = await at.huddle(["cost"]);
  expect(stdout).toMatch(/^ {2}Unconfirmed +\$0\.\d\d .*Huddle does not know what it used\)$/m);
  expect(stdout).toMatch(
    /^ {2}Spent .*\n {2}Of this, done again +\$.*\n {2}Unconfirmed .*\n {2}Together +\$.*2 requests/m,
  );
  expect(stdout).toMatch(/^ {2}Budget of the session +\$5\.00: \$0\.\d\d used or reserved, \$4\.\d\d left$/m);
});
