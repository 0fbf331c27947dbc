import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionProject } from "../../../test/support/session-project.ts";
import { Fault } from "../../core/fault.ts";
import type { Project } from "../project.ts";
import { examineMachine, examineProject, isAtLeast, type Machine } from "./doctor.ts";
import { type Finding, fine, note, toldOnce, wrong } from "./finding.ts";
import { type ProgramFound, programFinding } from "./program-findings.ts";

const well: Machine = {
  nodeVersion: "v20.19.0",
  gitVersion: async () => "2.38.0",
  sharedProcesses: async () => undefined,
  sandbox: async () => ({ state: "ready", kind: "bubblewrap", version: "0.8.0" }),
  programs: async () => [],
  diskOf: async () => "local",
  freeBytes: async () => undefined,
  stateFolder: "/",
  oldLocks: async () => [],
  teamFile: async () => undefined,
  userConfig: async () => undefined,
  worktrees: async () => [],
};

async function statesOf(machine: Machine): Promise<readonly string[]> {
  const findings: Finding[] = [];
  for await (const finding of examineMachine(machine)) findings.push(finding);
  return findings.map(({ topic, state }) => `${topic}: ${state}`);
}

test("a machine that has everything Huddle needs", async () => {
  expect(await statesOf(well)).toEqual(["Node: fine", "git: fine", "your settings: fine", "sandbox: fine"]);
});

test("what is too old, missing or readable by others is wrong, and the rest is still checked", async () => {
  const ill: Machine = {
    ...well,
    nodeVersion: "v18.20.1",
    gitVersion: () => Promise.reject(new Fault("machine.lacking", "no git")),
    userConfig: async () => ({ path: "/c", readableByOthers: true }),
  };
  expect(await statesOf(ill)).toEqual(["Node: wrong", "git: wrong", "your settings: wrong", "sandbox: fine"]);
});

test.each([
  ["2.38.0", "2.38", true],
  ["2.39.5", "2.38", true],
  ["3.0", "2.38", true],
  ["2.4.9", "2.38", false],
  ["20.9.0", "20.19", false],
  ["22.1.0-nightly", "20.19", true],
])("%s is at least %s: %s", (found, needed, enough) => {
  expect(isAtLeast(found, needed)).toBe(enough);
});

test("10.17: doctor says what checks can see where there is no sandbox, and why it is more than their own processes", async () => {
  const off = async () => ({ state: "off" as const, why: "you want none" });
  const told = async (why: string | undefined, sandbox: Machine["sandbox"] = off) => {
    const found = [];
    for await (const finding of examineMachine({ ...well, sandbox, sharedProcesses: async () => why }))
      if (finding.topic === "checks") found.push(finding);
    return found;
  };
  expect(await told(undefined)).toMatchObject([
    { state: "fine", text: expect.stringContaining("with your rights") },
  ]);
  expect(await told("there is no unshare")).toMatchObject([
    { state: "note", text: expect.stringMatching(/keys included: there is no unshare$/) },
  ]);
  expect(await told(undefined, well.sandbox)).toEqual([]);
});

/** What doctor says about this topic of a project. */
async function told(topic: string, project: Project, machine: Machine = well): Promise<readonly Finding[]> {
  const prompts = { instructions: async () => undefined };
  const promptFiles = async () => ({ files: [], faults: [] });
  const found: Finding[] = [];
  const examined = { ...project, prompts, promptFiles } as unknown as Project; // all that doctor reads
  for await (const finding of examineProject(machine, examined))
    if (finding.topic === topic) found.push(finding);
  return found;
}

test.each([
  ["disk", "Clone the repository to one"],
  ["disk of worktrees", "Set XDG_STATE_HOME to a folder on a local disk"],
])("a shared %s is wrong, also when it is nearly full, and the advice fits it", async (topic, advice) => {
  const { project } = await sessionProject();
  const ill = { ...well, diskOf: async () => "NFS", freeBytes: async () => 900_000_000 };
  expect(await told(topic, project, ill)).toMatchObject([
    { state: "wrong", text: expect.stringContaining(advice) },
    { state: "note", text: expect.stringContaining("900 MB are free") },
  ]);
  const full = { ...well, freeBytes: async () => 900_000_000 };
  expect((await told(topic, project, full)).map(({ state }) => state)).toEqual(["fine", "note"]);
});

test("10.20: doctor names the branch with landed work beside a damaged log only if there is one", async () => {
  const { project, open } = await sessionProject();
  const { id, folder } = await open("Twice");
  await writeFile(join(folder, "log.jsonl"), "Dear diary\n");
  const branch = `huddle/${id}/main`;
  const texts = async (at: Project) => (await told(`session ${id}`, at)).map(({ text }) => text);
  expect(await texts(project)).toEqual([expect.not.stringContaining(branch)]);
  const branches = [{ name: branch, commit: "c0ffee" }];
  const landed = { ...project, leftovers: async () => ({ branches, held: 0, forUndo: 0, folders: [] }) };
  expect(await texts(landed)).toEqual([
    expect.stringMatching(`damaged.*\\. Work that has landed is on the branch ${branch}$`),
  ]);
});

test.each<[string, Omit<ProgramFound, "program">, boolean, Finding["state"], string]>([
  ["is nowhere", {}, true, "wrong", "not found"],
  ["is here, without a sandbox", { outside: { path: "/b/x" } }, false, "fine", "/b/x"],
  ["is not in the sandbox", { outside: { path: "/b/x" } }, true, "note", "/b/x, but not inside the sandbox"],
  [
    "is the same in the sandbox",
    { outside: { path: "/b/x", version: "x 1" }, inside: { path: "/b/x", version: "x 1" } },
    true,
    "fine",
    "/b/x, x 1, and inside the sandbox",
  ],
  [
    "is another in the sandbox",
    { outside: { path: "/h/x", version: "x 2" }, inside: { path: "/b/x", version: "x 1" } },
    true,
    "fine",
    "/h/x, x 2; inside the sandbox /b/x, x 1",
  ],
])("a program that checks need and that %s", (_, found, sandboxed, state, words) => {
  const finding = programFinding({ program: "x", ...found }, sandboxed);
  expect(finding).toMatchObject({ topic: "program x", state, text: expect.stringContaining(words) });
});

test("the programs of the team file are looked for, and those of one that is not valid are not", async () => {
  const { project } = await sessionProject();
  const asked: unknown[] = [];
  const machine: Machine = {
    ...well,
    programs: async (root, runs) => {
      asked.push([root, runs]);
      return [{ program: "npm" }];
    },
  };
  const checks = { quick: [], full: [{ name: "tests", run: "npm test" }], timeoutMs: 1 };
  const team = { policy: { checks } } as unknown as Awaited<ReturnType<Project["readTeam"]>>; // all it reads
  const found = (readTeam: Project["readTeam"]) => told("program npm", { ...project, readTeam }, machine);
  expect(await found(async () => team)).toMatchObject([{ state: "wrong" }]);
  expect(asked).toEqual([[project.root, ["npm test"]]]);
  expect(await found(() => Promise.reject(new Fault("config.invalid", "no")))).toEqual([]);
  expect(asked).toHaveLength(1);
});

test("a program that set-up makes is not missing before it has run", async () => {
  const { project } = await sessionProject();
  const programs = async () => [{ program: ".venv/bin/python" }, { program: "/opt/none" }];
  const full = [{ name: "tests", run: ".venv/bin/python -m pytest" }];
  const checks = { quick: [], full, timeoutMs: 1 };
  const found = async (more: object) => {
    const team = { policy: { checks, ...more } } as unknown as Awaited<ReturnType<Project["readTeam"]>>; // all it reads
    const readTeam = async () => team;
    const machine = { ...well, programs };
    return [
      ...(await told("program .venv/bin/python", { ...project, readTeam }, machine)),
      ...(await told("program /opt/none", { ...project, readTeam }, machine)),
    ].map(({ topic }) => topic);
  };
  expect(await found({})).toHaveLength(2);
  expect(await found({ setup: { run: "python3 -m venv .venv" } })).toEqual(["program /opt/none"]);
});

const bad = "config.json is not valid:\n  modle is not known ($& stays as it is)";

test.each<[string, Finding, Finding]>([
  ["the same words", wrong("sandbox", bad), note("sandbox", "see your settings")],
  [
    "them in a sentence",
    wrong("new", `cannot start: ${bad}`),
    note("new", "cannot start: see your settings"),
  ],
  ["them in a note", note("checks", `untried: ${bad}`), note("checks", "untried: see your settings")],
  [
    "another fault",
    wrong("team file", "team.json is not valid"),
    wrong("team file", "team.json is not valid"),
  ],
  ["what was only noted", wrong("disk", "nearly full"), wrong("disk", "nearly full")],
  ["something fine", fine("prompts", bad), fine("prompts", bad)],
])("doctor tells one wrong thing once, and points there after that: %s", (_, finding, told) => {
  const earlier = [fine("git", "2.38"), note("disk", "nearly full"), wrong("your settings", bad)];
  expect(toldOnce(earlier, finding)).toEqual(told);
});
