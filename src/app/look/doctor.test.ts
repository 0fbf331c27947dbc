import { expect, test } from "vitest";
import { Fault } from "../../core/fault.ts";
import { examineMachine, type Finding, isAtLeast, type Machine } from "./doctor.ts";

const well: Machine = {
  nodeVersion: "v20.19.0",
  gitVersion: async () => "2.38.0",
  sharedProcesses: async () => undefined,
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
  expect(await statesOf(well)).toEqual(["Node: fine", "git: fine", "checks: fine", "your settings: fine"]);
});

test("what is too old, missing or readable by others is wrong, and the rest is still checked", async () => {
  const ill: Machine = {
    ...well,
    nodeVersion: "v18.20.1",
    gitVersion: () => Promise.reject(new Fault("machine.lacking", "no git")),
    userConfig: async () => ({ path: "/c", readableByOthers: true }),
  };
  expect(await statesOf(ill)).toEqual(["Node: wrong", "git: wrong", "checks: fine", "your settings: wrong"]);
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

test("10.17: doctor says what checks can see, and why where it is more than their own processes", async () => {
  const told = async (why: string | undefined) => {
    const found = [];
    for await (const finding of examineMachine({ ...well, sharedProcesses: async () => why }))
      if (finding.topic === "checks") found.push(finding);
    return found;
  };
  expect(await told(undefined)).toMatchObject([
    { state: "fine", text: expect.stringContaining("with your rights") },
  ]);
  expect(await told("there is no unshare")).toMatchObject([
    { state: "note", text: expect.stringMatching(/keys included: there is no unshare$/) },
  ]);
});
