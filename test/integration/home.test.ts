import { appendFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lookAtHome } from "../../src/app/ready/look-at-home.ts";
import { groundOf } from "../../src/cli/acts/ground-of.ts";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import { type Home, homeEntries } from "../../src/core/views/home/home.ts";
import { emptyPlace } from "../support/git-place.ts";
import { deskHere } from "../support/huddle-here.ts";
import { plainEnv } from "../support/plain.ts";

const sessions = (home: Home) =>
  homeEntries(home).flatMap((one) => (one.kind === "session" ? `${one.group}: ${one.session.session}` : []));

test("an empty folder, a repository without a commit, and one with sessions: each says what it is, and is left as it is", async () => {
  const root = await emptyPlace();
  const cwd = join(root, "project");
  await mkdir(cwd);
  const env = plainEnv(root);
  const look = () => lookAtHome(groundOf(openWire({ env, cwd })));
  expect(await look()).toEqual({ at: { kind: "no-repository", folder: cwd, isHome: false }, sessions: [] });
  expect(await readdir(cwd)).toEqual([]);
  const at = await deskHere();
  await at.git("checkout", "-q", "--orphan", "fresh");
  const there = () => lookAtHome(groundOf(openWire({ env: at.env, cwd: at.repository })));
  expect(await there()).toMatchObject({ at: { kind: "no-commit" }, sessions: [] });
});

test("ten sessions, one of them damaged and one deleted while they are listed, are a home all the same", async () => {
  const at = await deskHere();
  const names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
  for (const name of names) expect((await at.huddle(["new", name])).code).toBe(0);
  expect((await at.huddle(["drop", "two", "--yes"])).code).toBe(0);
  const folder = join(at.repository, ".git/huddle/sessions");
  const log = join(folder, "three", "log.jsonl");
  await writeFile(log, (await readFile(log, "utf8")).replace(/"title":"./, '"title":"X'));
  await appendFile(log, '{"seq":9,"prev":"nothing"}\n{"seq":10,"prev":"nothing"}\n');
  await rm(join(folder, "four"), { recursive: true });
  expect((await at.huddle(["use", "one"])).code).toBe(0);
  const home = await lookAtHome(groundOf(openWire({ env: at.env, cwd: at.repository })));
  const listed = sessions(home);
  expect(listed[0]).toBe("Needs you: three");
  expect(listed.at(-1)).toBe("Over: two");
  expect(listed).toHaveLength(9);
  expect(listed.filter((one) => one.startsWith("Iterations: "))).toHaveLength(7);
});

test("a damaged session that would be meant is told in the list, once", async () => {
  const at = await deskHere();
  expect((await at.huddle(["new", "one"])).code).toBe(0);
  await writeFile(join(at.repository, ".git/huddle/sessions/one/log.jsonl"), "junk\n");
  const home = await lookAtHome(groundOf(openWire({ env: at.env, cwd: at.repository })));
  expect(home.trouble).toBeUndefined();
  expect(sessions(home)).toEqual(["Needs you: one"]);
  expect(homeEntries(home)).toHaveLength(1);
});

test("a team file that is not valid is told in full, and hides no session", async () => {
  const at = await deskHere();
  expect((await at.huddle(["new", "one"])).code).toBe(0);
  expect((await at.huddle(["drop", "one", "--yes"])).code).toBe(0);
  await mkdir(join(at.repository, ".huddle"), { recursive: true });
  await writeFile(join(at.repository, ".huddle/team.json"), '{ "pace": "slow" }');
  const home = await lookAtHome(groundOf(openWire({ env: at.env, cwd: at.repository })));
  expect(home.trouble).toMatch(/team\.json is not valid:\n {2}line 1, pace: /);
  expect(sessions(home)).toEqual(["Over: one"]);
  expect(homeEntries(home)[0]?.kind).toBe("trouble");
});

test("a folder that was deleted meanwhile is said to be gone", async () => {
  const root = await emptyPlace();
  const env = plainEnv(root);
  const gone = join(root, "gone");
  const home = await lookAtHome(groundOf(openWire({ env, cwd: gone })));
  expect(homeEntries(home)).toHaveLength(1);
});
