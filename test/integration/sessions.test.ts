import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { newSession } from "../../src/app/sessions/new-session.ts";
import { openWire } from "../../src/cli/wire/open-wire.ts";
import { byHarness } from "../../src/core/facts/fact.ts";
import type { Desk } from "../support/huddle.ts";
import { deskHere } from "../support/huddle-here.ts";
import { keptPlace } from "../support/kept-place.ts";

const sessionsFolder = (at: Desk) => join(at.repository, ".git/huddle/sessions");

/** A repository in which every state of a session occurs once; `mode` and `parser` are open. */
const manySessions = keptPlace(async (): Promise<Desk> => {
  const at = await deskHere();
  for (const title of ["Parser", "Mode", "Torn", "Gone", "Busy"])
    expect((await at.huddle(["new", title])).code, title).toBe(0);
  expect((await at.huddle(["drop", "gone", "--yes"])).code).toBe(0);
  const project = await openWire({ env: at.env, cwd: at.repository }).openProject();
  const busy = await project.sessions.open("busy");
  await busy.journal.append(() => [
    byHarness({ type: "runner.started", ...project.processes.self(), mode: "run" }),
  ]);
  await busy.close();
  const { seats, policy } = await project.readTeam();
  const talk = { kind: "grooming", title: "Talk", brief: "", branch: "main" } as const;
  const base = await at.git("rev-parse", "HEAD");
  const author = { name: "Pia", email: "pia@example.com" };
  const rules = { ...policy, phases: ["exploration" as const], author };
  await (await newSession(project, { ...talk, seats, policy: rules, base })).close();
  await mkdir(join(sessionsFolder(at), "empty"));
  const log = join(sessionsFolder(at), "torn", "log.jsonl");
  await writeFile(log, (await readFile(log, "utf8")).replace(/"title":"./, '"title":"X'));
  await appendFile(log, '{"seq":9,"prev":"nothing"}\n{"seq":10,"prev":"nothing"}\n');
  return at;
});

/** All that could change: the logs and what stands beside them, the choice, and the refs. */
async function everything(at: Desk): Promise<string> {
  const texts: string[] = [await at.git("for-each-ref")];
  for (const id of ["parser", "mode", "torn", "gone", "busy", "talk", "empty"])
    texts.push(await readFile(join(sessionsFolder(at), id, "log.jsonl"), "utf8").catch(() => ""));
  return texts.join("\n");
}

/** What is typed about a session that it does not fit, the exit code, and the words that say so. */
const refused: readonly (readonly [typed: readonly string[], code: number, words: RegExp])[] = [
  [["use", "parsre"], 1, /There is no session parsre\. Did you mean parser\? There are: /],
  [["use", "Parser"], 1, /Did you mean parser\?/],
  [["use", "constructor"], 1, /There is no session constructor\. There are: /],
  [["use", "../parser"], 1, /There is no session /],
  [["use", ""], 1, /There is no session /],
  [["use", "gone"], 1, /gone is over: dropped\. .*huddle show --session gone/],
  [["use", "talk"], 1, /talk is a grooming\. To go on with it: huddle groom continue talk/],
  [["use", "empty"], 1, /empty never began.*huddle drop empty/],
  [["use", "torn"], 1, /torn cannot be used\. .*log/s],
  [["use", "parser", "--none"], 2, /huddle use parser, or huddle use --none/],
  [["drop"], 2, /Say which session: huddle drop <session>/],
  [["drop", "parsre", "--yes"], 1, /Did you mean parser\?/],
  [["drop", "parser", "--session", "mode"], 2, /Two sessions are named, parser and mode/],
  [
    ["drop", "busy", "--yes"],
    1,
    new RegExp(`Process ${process.pid} on ${hostname()} runs busy\\. Stop it first`),
  ],
  [["status", "--session", "parsre"], 1, /Did you mean parser\?/],
  [["inbox", "--session", "parsre"], 1, /Did you mean parser\?/],
];

test("whatever is typed about a session that it does not fit, a sentence says so, and nothing changes", async () => {
  const at = await manySessions();
  const before = await everything(at);
  for (const [typed, code, words] of refused) {
    const told = await at.huddle(typed);
    const line = typed.join(" ");
    expect(told.stderr, line).toMatch(words);
    expect(told.stderr, line).not.toContain("This should not happen");
    expect(told.code, line).toBe(code);
  }
  expect(await everything(at)).toBe(before);
  // One log that cannot be read keeps nobody from choosing.
  expect(await at.huddle(["use", "mode"])).toMatchObject({ code: 0, stderr: "" });
});

test("the list has every session, however it stands, with what is open first", async () => {
  const at = await manySessions();
  await at.huddle(["use", "parser"]);
  const { stdout } = await at.huddle(["sessions"]);
  const rows = stdout.trimEnd().split("\n");
  expect(rows[0]).toBe("  torn");
  expect(rows[1]).toMatch(/^ {4}cannot be read: /);
  expect(rows.filter((row) => /^[* ] \w/.test(row)).at(-1)).toBe("  gone: Gone");
  expect(stdout).toMatch(
    /^\* parser: Parser\n {4}not begun · last event (?:.* ago|just now) · nothing spent$/m,
  );
  expect(stdout).toMatch(/^ {2}busy: Busy\n.* · at work \(process \d+\)$/m);
  expect(stdout).toMatch(/^ {2}talk: Talk\n {4}grooming · /m);
  expect(stdout).toMatch(/^ {2}empty\n {4}never began · /m);
  expect(stdout).toMatch(/^ {4}over: dropped · /m);
  expect(rows.at(-1)).toBe("Next: huddle doctor  (torn cannot be read)");
  const { sessions } = await at.json(["sessions"]);
  expect(sessions).toContainEqual(
    expect.objectContaining({
      session: "parser",
      isMeant: true,
      began: true,
      needs: [],
      spent: expect.anything(),
    }),
  );
  expect(sessions).toHaveLength(7);
});

test("use chooses until the session is over, another one is begun, or none is wanted", async () => {
  const at = await deskHere();
  for (const title of ["Parser", "Mode"]) await at.huddle(["new", title]);
  const meant = async () => (await at.json(["use"])).session;
  const status = async () => (await at.json(["status"])).session;
  expect([await meant(), await status()]).toEqual(["mode", "mode"]);
  expect((await at.huddle(["use", "parser"])).stdout).toContain("are about parser, which you chose");
  expect([await meant(), await status()]).toEqual(["parser", "parser"]);
  // Named on the command line, another one is meant.
  expect((await at.json(["status", "--session", "mode"])).session).toBe("mode");
  expect((await at.json(["use", "--none"])).session).toBe("mode");
  await at.huddle(["use", "parser"]);
  await at.huddle(["new", "Third"]);
  expect(await meant()).toBe("third");
  await at.huddle(["use", "parser"]);
  expect((await at.huddle(["drop", "--session", "parser", "--yes"])).code).toBe(0);
  expect([await meant(), await status()]).toEqual(["third", "third"]);
});

test("dropping says of worktrees alone that work is lost with them", async () => {
  const at = await deskHere();
  await at.huddle(["new", "Parser"]);
  const project = await openWire({ env: at.env, cwd: at.repository }).openProject();
  const stop = new AbortController().signal;
  const name = await project
    .openWorkspace("parser", 3)
    .addWorktree("t1", await at.git("rev-parse", "HEAD"), undefined, stop);
  const worktree = await project.openWorkspace("parser", 3).placeOf(name);
  await mkdir(join(worktree ?? "", "..", "tmp.3"));
  const { stdout } = await at.huddle(["drop", "parser"]);
  expect(stdout).toMatch(/\/t1\.3, with what is not committed there$/m);
  expect(stdout).toMatch(/\/tmp\.3$/m);
});
