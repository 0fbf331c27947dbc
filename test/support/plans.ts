import type { PlannedTask, Scope } from "../../src/core/terms/artifacts.ts";
import type { Policy, Seat } from "../../src/core/terms/policy.ts";

export function planned(id: string, ...dependsOn: string[]): PlannedTask {
  return {
    id,
    title: `Build ${id}`,
    requirements: ["r1"],
    approach: "the plain way",
    avoid: [],
    done: ["a test says so"],
    files: [],
    dependsOn,
  };
}

export const scope: Scope = {
  summary: "One thing.",
  requirements: [{ id: "r1", text: "it works", accepted: ["a test says so"] }],
  openQuestions: [],
  assumptions: [],
  outOfScope: [],
};

export function seat(id: string, role: Seat["role"] = "engineer"): Seat {
  return { id, role, model: "scripted" };
}

export const team: readonly Seat[] = [
  seat("ada"),
  seat("bo"),
  seat("coach", "coach"),
  seat("architect", "architect"),
];

/** Nobody here decides for a person how a task goes on. */
export const withoutArchitect: readonly Seat[] = team.filter(({ role }) => role !== "architect");

export const policy: Policy = {
  pace: "normal",
  turns: 6,
  asks: { turn: 4, artifact: 3, coding: 8, review: 5 },
  checks: { quick: [], full: [], timeoutMs: 1000 },
  author: { name: "Pia", email: "pia@example.com" },
};
