import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import { teamJsonSchema } from "../../src/config/team/team-file.ts";
import { eachCheckOnce } from "../../src/core/state/baseline.ts";
import { noAbort } from "../support/git-place.ts";
import { deskHere } from "../support/huddle-here.ts";
import { withKey } from "../support/with-key.ts";

const model = ["model", "set", "all", "anthropic/claude-sonnet-5-5"];

test("init tries what it found in a clean checkout, and the first session takes over what passed", async () => {
  const key = await withKey();
  const at = await deskHere({ Makefile: "lint:\n\ttest ! -e dirt\ntest: lint\n\techo ok\n" });
  await writeFile(join(at.repository, "dirt"), "not committed\n");
  await at.huddle(model);
  const asked = await at.huddle(["init"]);
  expect(asked.stdout).not.toContain("✓");
  expect(await at.json([], { env: key })).toMatchObject({
    where: "checks-untried",
    next: { command: "huddle init --try" },
  });

  const { code, stdout } = await at.huddle(["init", "--try"], { env: key });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}✓ lint \(make lint\): /m);
  expect(stdout).toMatch(/^ {2}✓ test \(make test\): /m);
  expect(stdout).toMatch(/^Everything passes on commit \w{8}\.$/m);
  expect(stdout).toMatch(/^Next: huddle new /m);
  expect(await at.json([], { env: key })).toMatchObject({ where: "nothing-open" });

  const project = await openWire({ env: at.env, cwd: at.repository }).openProject();
  const { policy } = await project.readTeam();
  const workspace = project.openWorkspace("session", 1);
  const worktree = await workspace.checkout("baseline", await at.git("rev-parse", "HEAD"), noAbort);
  const { timeoutMs } = policy.checks;
  const commit = await at.git("rev-parse", "HEAD");
  const asks = { commit, checks: eachCheckOnce(policy), timeoutMs, setup: policy.setup };
  const kept = await workspace.keptBaseline(worktree, asks);
  expect(kept?.runs.map(({ exit }) => exit)).toEqual([0, 0]);
  expect(kept).not.toHaveProperty("session");
  await workspace.clear();
  const { stateFolder } = await openWire({ env: at.env, cwd: at.repository }).machine();
  expect(await readdir(join(stateFolder, "worktrees")).catch(() => [])).toEqual([]);
});

test("what is red, and what cannot start, is said before anybody began, until it is mended", async () => {
  const full = [
    { name: "test", run: "echo 'not ok 1 - adds'; exit 1" },
    { name: "lint", run: "no-such-linter ." },
  ];
  const key = await withKey();
  const at = await deskHere({ ".huddle/team.json": JSON.stringify({ checks: { full } }) });
  await at.huddle(model);
  const { tried } = await at.json(["init", "--try"]);
  expect(tried).toMatchObject({
    runs: [
      { name: "test", exit: 1, failing: [{ test: "adds" }] },
      { name: "lint", exit: 127, broken: expect.stringContaining("no-such-linter") },
    ],
  });
  const { stdout } = await at.huddle([], { env: key });
  expect(stdout).toContain("one test fails:\n    adds\n");
  expect(stdout).toContain("lint cannot start here.");
  expect(await at.json([], { env: key })).toMatchObject({ where: "checks-red" });

  await writeFile(join(at.repository, ".huddle/team.json"), '{ "checks": { "full": [{ "run": "true" }] } }');
  expect(await at.json([], { env: key })).toMatchObject({ where: "checks-untried" });
});

test("where nobody is asked, nothing runs that is not trusted", async () => {
  const at = await deskHere();
  await at.commit({ ".huddle/team.json": '{ "checks": { "full": [{ "run": "touch ran" }] } }' });
  expect(await at.json(["init", "--try"])).toMatchObject({ error: { code: "trust.needed" } });
});

test("the schema that init names is there, and is the one of this version", async () => {
  const at = await deskHere();
  await at.huddle(["init"]);
  const team = JSON.parse(await readFile(join(at.repository, ".huddle/team.json"), "utf8"));
  const schema = await readFile(join(at.repository, ".huddle", team.$schema), "utf8");
  expect(JSON.parse(schema)).toEqual(JSON.parse(JSON.stringify(teamJsonSchema())));
});
