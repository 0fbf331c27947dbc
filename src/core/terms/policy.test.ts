import { expect, test } from "vitest";
import { planned, policy, seat, team } from "../../../test/support/plans.ts";
import { assignTasks } from "../rules/assign-tasks.ts";
import { artifactKinds, type Pace, phases } from "./phase.ts";
import {
  buildersOf,
  engineersOf,
  executedBy,
  isRehearsal,
  modelName,
  needsYes,
  notModelName,
  type Policy,
  phaseAfter,
  phasesOf,
  providerOf,
  reviewerOf,
  type Seat,
  scribeOf,
  turnsIn,
} from "./policy.ts";

const talks = (id: string): Seat => ({ ...seat(id), textOnly: true });
const [coach, architect] = [seat("coach", "coach"), seat("architect", "architect")];

test("somebody else reviews: the architect, or the next engineer", () => {
  expect(reviewerOf(team, "ada")?.id).toBe("architect");
  expect(reviewerOf([seat("ada"), seat("bo"), seat("cy"), coach], "bo")?.id).toBe("cy");
  expect(reviewerOf([seat("ada"), seat("bo"), coach], "bo")?.id).toBe("ada");
});

test("the coach writes up, or the architect, or the first engineer", () => {
  expect(scribeOf(team)?.id).toBe("coach");
  expect(scribeOf([seat("ada"), architect])?.id).toBe("architect");
  expect(scribeOf([seat("ada"), seat("bo")])?.id).toBe("ada");
});

test("a member without tools gets no task, reviews nothing and writes nothing up", () => {
  const seats = [talks("ada"), seat("bo"), seat("cy")];
  expect(assignTasks([planned("t1"), planned("t2"), planned("t3", "t1")], seats)).toEqual([
    { task: "t1", seat: "bo" },
    { task: "t2", seat: "cy" },
    { task: "t3", seat: "bo" },
  ]);
  expect(reviewerOf(seats, "cy")?.id).toBe("bo");
  expect(reviewerOf([talks("ada"), seat("bo"), coach], "bo")).toBeUndefined();
  expect(scribeOf(seats)?.id).toBe("bo");
});

test("of several coaches or architects, the first one writes up and reviews", () => {
  const two = (role: "coach" | "architect") => [seat("ada"), seat("one", role), seat("two", role)];
  expect(scribeOf(two("coach"))?.id).toBe("one");
  expect(scribeOf(two("architect"))?.id).toBe("one");
  expect(reviewerOf(two("architect"), "ada")?.id).toBe("one");
});

test("who must accept what depends on the pace, except for a brief", () => {
  const asked = (pace: Pace) => artifactKinds.filter((kind) => needsYes(pace, kind));
  expect(asked("auto")).toEqual(["brief"]);
  expect(asked("normal")).toEqual(["scope", "tasks", "brief", "agreement"]);
  expect(asked("careful")).toEqual(artifactKinds);
});

test("phases follow each other as the policy says, or as in any iteration", () => {
  expect(phasesOf(policy)).toEqual(phases);
  const short: Policy = { ...policy, phases: ["planning", "implementation"], turnsIn: { planning: 2 } };
  expect(phasesOf(short)).toEqual(["planning", "implementation"]);
  expect([phaseAfter(short, "planning"), phaseAfter(short, "implementation")]).toEqual([
    "implementation",
    undefined,
  ]);
  const session = { policy: short, seats: team };
  expect([turnsIn(session, "planning"), turnsIn(session, "implementation")]).toEqual([2, policy.turns]);
});

test("a model's name says its provider; one scripted member makes a rehearsal", () => {
  expect(["acme/one", "one/a/b", " acme/one", "acme/"].map((name) => modelName.test(name))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(notModelName("one")).toContain('"one" is not a model');
  expect([providerOf("acme/one/two"), providerOf("one")]).toEqual(["acme", "one"]);
  const scripted = { ...seat("bo"), model: "rehearsal/bo" };
  expect([isRehearsal([seat("ada"), scripted]), isRehearsal([seat("ada")])]).toEqual([true, false]);
  expect(engineersOf(team).map(({ id }) => id)).toEqual(["ada", "bo"]);
  expect(buildersOf([talks("ada"), seat("bo"), coach]).map(({ id }) => id)).toEqual(["bo"]);
});

test.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ["nothing", [], [], []],
  ["each once, in the order in which they run", ["a", "b"], ["b", "c", "a"], ["a", "b", "c"]],
  ["the same words in another spelling, as two", ["a b"], ["a  b"], ["a b", "a  b"]],
])("what a session executes on its own: %s", (_, quick, full, runs) => {
  const checks = (all: readonly string[]) => all.map((run) => ({ name: "check", run }));
  const all = { quick: checks(quick), full: checks(full), timeoutMs: 1 };
  expect(executedBy({ checks: all })).toEqual(runs);
  expect(executedBy({ checks: all, setup: null })).toEqual(runs);
  expect(executedBy({ checks: all, setup: { run: "s" } })).toEqual(["s", ...runs]);
  expect(executedBy({ checks: all, setup: { run: "s", update: "u" } })).toEqual(["s", "u", ...runs]);
});
