import { access, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { providedDesk } from "../support/obliging-provider.ts";

const there = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

test("a repository that nobody trusts starts nothing and connects to nobody, and trust ends where it changes", async () => {
  const at = await providedDesk({ files: { ".huddle/team.json": team("true # one") } });
  const trustFile = join(at.root, ".config", "huddle", "trust.json");
  const write = (run: string) => writeFile(join(at.repository, ".huddle", "team.json"), team(run));
  await rm(trustFile);
  await write("true # three");

  for (const command of [
    ["do", "Add a greeting"],
    ["new", "Twice"],
    ["groom", "Topic"],
  ]) {
    const refused = await at.huddle(command);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("\n  true # three\n") });
    expect(refused.stderr).toMatch(/To trust them: {2}huddle trust --give\n$/);
  }
  expect(await at.json(["do", "Add a greeting"])).toMatchObject({ error: { code: "trust.needed" } });
  expect([at.server.requests.length, await there(trustFile)]).toEqual([0, false]);
  expect((await at.huddle(["status"])).stdout).not.toContain("add-greeting");

  expect(await at.json(["trust"])).toMatchObject({
    trusted: false,
    next: { command: "huddle trust --give" },
  });
  const given = await at.json(["trust", "--give"]);
  expect(given).toMatchObject({ trusted: true, runs: ["true # three"] });
  expect(given).toMatchObject({ next: { command: 'huddle new "what should be built"' } });
  await at.huddle(["do", "Add a greeting", "--wait", "0"]);
  expect(await at.json(["trust"])).toMatchObject({ next: (await at.json(["status"])).next });
  const { stdout } = await at.huddle(["show", "--events", "--json"]);
  const facts = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const place = (type: string) => facts.findIndex(({ event }) => event.type === type);
  expect(facts[place("trust.given")]).toMatchObject({
    actor: "human",
    event: { hash: given.hash, runs: given.runs },
  });
  expect(place("trust.given")).toBeLessThan(place("runner.started"));
  expect(place("checks.finished")).toBeGreaterThan(place("runner.started"));

  await write("true # two");
  for (const command of [["run"], ["ship"]]) {
    const { code, stderr } = await at.huddle(command);
    expect([code, stderr]).toEqual([1, expect.stringContaining("has changed since you trusted it")]);
  }
  expect((await at.huddle(["show", "--events", "--json"])).stdout).toBe(stdout);
  await writeFile(trustFile, "[]");
  expect(await at.json(["ship"])).toMatchObject({
    error: { code: "config.invalid", message: expect.stringContaining("trust.json") },
  });
});

function team(run: string): string {
  return `${JSON.stringify({ meeting: "full", checks: { full: [{ name: "test", run }] } })}\n`;
}
