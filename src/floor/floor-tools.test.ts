import { expect, test } from "vitest";
import { policy } from "../../test/support/plans.ts";
import type { SandboxState } from "../core/ports/commands.ts";
import type { Session } from "../core/state/session.ts";
import type { Policy } from "../core/terms/policy.ts";
import { reviewComplete } from "../tools/ends/review-complete.ts";
import { submitPlan } from "../tools/ends/submit-plan.ts";
import {
  claimTools,
  codingSpecs,
  codingTools,
  planningSpecs,
  planningTools,
  planReviewSpecs,
  reviewSpecs,
  reviewTools,
} from "./floor-tools.ts";

const ready: SandboxState = { state: "ready", kind: "bubblewrap" };
const off: SandboxState = { state: "off", why: "" };
const running = ["run_command", "run_checks", "install", "read_output"];

/** Which tools that run something an author and a reviewer are offered. */
function offered(more: Partial<Policy>, sandbox: SandboxState): readonly string[] {
  const session = { policy: { ...policy, ...more } } as Session; // all that is read of it
  return [codingSpecs, reviewSpecs].map((specs) =>
    specs(session, sandbox)
      .map(({ name }) => name)
      .filter((name) => running.includes(name))
      .join(" "),
  );
}

test.each<[Partial<Policy>, SandboxState, string, string]>([
  [{ commands: "free" }, ready, "run_command run_checks read_output", "run_command run_checks read_output"],
  [{ commands: "free" }, off, "run_checks read_output", ""],
  // A reviewer asks nobody, so where each command wants a yes it has none.
  [{ commands: "ask" }, ready, "run_command run_checks read_output", ""],
  [{ commands: "none" }, ready, "", ""],
  [{}, ready, "", ""],
  [{ commands: "free", setup: { run: "x" } }, off, "run_checks install read_output", ""],
])("%j: %j", (more, sandbox, author, reviewer) => {
  expect(offered(more, sandbox)).toEqual([author, reviewer]);
});

test("a reviewer has no tool that writes", () => {
  const session = { policy: { ...policy, commands: "free" } } as Session; // all that is read of it
  const offered = reviewSpecs(session, ready).map(({ name }) => name);
  const known = [...reviewTools, reviewComplete].filter(({ name }) => offered.includes(name));
  expect(known).toHaveLength(offered.length);
  expect(known.filter(({ effect }) => effect === "writes")).toEqual([]);
});

test("who plans or judges a plan has no tool that writes", () => {
  const session = { policy: { ...policy, commands: "none" } } as Session; // all that is read of it
  const offered = [...planningSpecs(session), ...planReviewSpecs].map(({ name }) => name);
  const known = [...planningTools, ...claimTools];
  expect(offered).toContain(submitPlan.name);
  expect(known.filter(({ effect }) => effect === "writes")).toEqual([]);
  const writing = codingTools.filter(({ effect }) => effect === "writes").map(({ name }) => name);
  expect(writing).not.toEqual([]);
  expect(offered.filter((name) => writing.includes(name))).toEqual([]);
});
