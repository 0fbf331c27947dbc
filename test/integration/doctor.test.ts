import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { examineTeam } from "../../src/app/ready/team-findings.ts";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import type { GitPlace } from "../support/git-place.ts";
import { emptyPlace } from "../support/git-place.ts";
import { deskHere, runHere } from "../support/huddle-here.ts";
import "../support/many-wires.ts";
import { plainEnv } from "../support/plain.ts";
import { startProviderServer } from "../support/provider-server/start-provider-server.ts";

const answers = () => ({ text: "never asked" });
const name = "claude-sonnet-5-5";

/** What is not fine about a team here: states and words by topic. */
async function troubles(
  at: GitPlace,
  more: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const wire = openWire({ env: { ...at.env, ...more }, cwd: at.repository });
  const [project, models] = [await wire.openProject(), await wire.models()];
  const repository = (await wire.repository()) ?? {};
  const found: Record<string, string> = {};
  // Who judges whom has a test of its own.
  for await (const { topic, state, text } of examineTeam(project, { repository, reach: models.reach }))
    if (state !== "fine" && topic !== "reviews") found[topic] = `${state}: ${text}`;
  return found;
}

test("a model is looked for without paying, and each way in which it cannot be asked has a way out", async () => {
  await using server = await startProviderServer({ answers, keys: ["right"], models: [{ name }] });
  const bare = createServer((_, response) => response.writeHead(404).end("nothing here"));
  await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve));
  const address = bare.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const at = await deskHere();
  const right = { ANTHROPIC_BASE_URL: server.origin, ANTHROPIC_API_KEY: "right" };
  const checks = { checks: expect.stringMatching(/^note: none are set/) };
  expect(await troubles(at, right)).toMatchObject({
    "model strong": "wrong: no model is set for it (for mara, jonas, architect). Choose one: huddle model",
    "model fast": expect.stringMatching(/^wrong: no model is set for it \(for coach\)/),
  });
  await at.huddle(["model", "set", "all", `anthropic/${name}`], { env: right });
  expect(await troubles(at, right)).toEqual(checks);
  const model = `model anthropic/${name}`;
  for (const [env, words] of [
    [{ ...right, ANTHROPIC_API_KEY: "wrong" }, /^wrong: anthropic refuses the key \(401\)/],
    [
      { ...right, ANTHROPIC_BASE_URL: "http://127.0.0.1:9" },
      /^wrong: nobody answers at http:\/\/127.0.0.1:9\/v1/,
    ],
    [
      { ...right, ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` },
      /^note: its provider answers, but has no list/,
    ],
    [{}, /^wrong: There is no key for anthropic\. Set ANTHROPIC_API_KEY/],
  ] as const)
    expect(await troubles(at, env)).toEqual({ ...checks, [model]: expect.stringMatching(words) });
  await at.huddle(["model", "set", "fast", "anthropic/other", "--anyway"], { env: right });
  expect(await troubles(at, right)).toEqual({
    ...checks,
    "model anthropic/other": expect.stringMatching(
      /^wrong: anthropic answers, and has no model anthropic\/other/,
    ),
  });
  expect(server.requests.filter(({ asked }) => asked !== undefined)).toEqual([]);
  bare.close();
});

test("checks are what they were when a person tried them; without a commit or a name nothing can start", async () => {
  await using server = await startProviderServer({ answers, models: [{ name }] });
  const at = await deskHere({ Makefile: "test:\n\ttest ! -e red\n" });
  const env = { ANTHROPIC_BASE_URL: server.origin, ANTHROPIC_API_KEY: "right" };
  await at.huddle(["model", "set", "all", `anthropic/${name}`], { env });
  await at.huddle(["init"]);
  expect(await troubles(at, env)).toEqual({ checks: expect.stringMatching(/^note: nobody has tried them/) });
  await at.huddle(["init", "--try"]);
  expect(await troubles(at, env)).toEqual({});
  const { code, stdout } = await at.huddle(["doctor"], { env });
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining("All is well: a team can work here.\n"),
  });

  await at.commit({ red: "" });
  await at.huddle(["init", "--try"]);
  expect(await troubles(at, env)).toEqual({ checks: expect.stringMatching(/^note: test is red on commit/) });
  expect((await at.huddle(["doctor"], { env })).stdout).toContain(
    "Nothing is wrong. A team can start here, but",
  );
  await writeFile(
    join(at.repository, ".huddle/team.json"),
    '{ "checks": { "full": [{ "run": "no-such-program" }] } }',
  );
  await at.huddle(["trust", "--give"]);
  await at.huddle(["init", "--try"]);
  expect(await troubles(at, env)).toEqual({
    checks: expect.stringMatching(/^wrong: no-such-program cannot start/),
  });
  await at.git("config", "--global", "--unset", "user.name");
  expect(await troubles(at, env)).toMatchObject({
    "new session": "wrong: cannot start: git does not know who you are",
  });
});

test("outside of a project nothing is promised about a team", async () => {
  const root = await emptyPlace();
  const { code, stdout } = await runHere(["doctor"], { cwd: root, env: plainEnv(root) });
  expect(code).toBe(0);
  expect(stdout).toContain("All is well with this machine.");
});
