import { expect, test } from "vitest";
import { sessionProject } from "../../../test/support/session-project.ts";
import { byHarness } from "../../core/facts/fact.ts";
import { spendingOf } from "../../core/views/cost/cost.ts";
import type { Project } from "../project.ts";
import { allCosts, costLines } from "./cost.ts";

const reserved = { input: 100, output: 50, micros: 900 };
const runner = { type: "runner.started", host: "here", pid: 7, startedAt: "then", mode: "run" } as const;
const asked = {
  type: "model.asked",
  ask: 1,
  attempt: 1,
  model: "acme/big",
  renderer: 1,
  hash: "h",
  bytes: 3,
  reserved,
} as const;

/** A session whose runner has asked a model and recorded nothing since. */
async function asking(life: "alive" | "dead" | "elsewhere", stopped: boolean) {
  const { project, open } = await sessionProject();
  const files = await open("Twice");
  const thread = "turn/refinement.1/1";
  await files.journal.append((_, first) => [
    byHarness(runner),
    byHarness({ type: "phase.entered", phase: "refinement", visit: 1, kickoff: "", charter: "c" }),
    byHarness({ type: "turn.started", thread, seat: "ada", round: 1, kind: "engineer" }),
    byHarness({ type: "loop.opened", thread, terminal: "pass_turn", asks: 4 }),
    byHarness({ ...asked, loop: `l${first + 3}` }),
    ...(stopped ? [byHarness({ type: "runner.stopped", why: "told to" })] : []),
  ]);
  // Only this of the project's processes is asked.
  const processes = { life: async () => life } as unknown as Project["processes"];
  return { project: { ...project, processes }, files };
}

test.each([
  ["alive", false, "under way"],
  ["dead", false, "unconfirmed"],
  // On another machine, and no sign of life was ever seen.
  ["elsewhere", false, "unconfirmed"],
  ["alive", true, "unconfirmed"],
] as const)("a request whose runner is %s (stopped: %s) is %s, in one session and in all", async (...row) => {
  const [life, stopped, end] = row;
  const { project, files } = await asking(life, stopped);
  expect(await costLines(project, files)).toMatchObject([{ end, micros: 900 }]);
  await files.close();
  const { lines } = await allCosts(project);
  expect(lines).toMatchObject([{ end }]);
  const { reserved: held, unconfirmed } = spendingOf(lines);
  expect([held.requests, unconfirmed.requests]).toEqual(end === "under way" ? [1, 0] : [0, 1]);
});
