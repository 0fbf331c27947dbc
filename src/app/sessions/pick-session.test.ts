import { expect, test } from "vitest";
import { grooming, sessionProject } from "../../../test/support/session-project.ts";
import type { Project } from "../project.ts";
import { findSession, pickSession } from "./pick-session.ts";

async function picked(project: Project, wanted?: string): Promise<string> {
  const { files } = await pickSession(project, wanted);
  await files.close();
  return files.id;
}

test("the default is the newest iteration that is not over, and never a grooming", async () => {
  const { project, open } = await sessionProject();
  await open("First");
  const second = await open("Second");
  await open("Some topic", grooming);
  expect(await picked(project)).toBe("second");
  expect(await picked(project, "some-topic")).toBe("some-topic");
  await second.journal.append(() => [
    { actor: "human", event: { type: "session.closed", how: "abandoned", why: "enough" } },
  ]);
  expect(await picked(project)).toBe("first");
});

test("with groomings alone there is no default session, and the error names both next steps", async () => {
  const { project, open } = await sessionProject();
  await open("Some topic", grooming);
  expect(await findSession(project)).toBeUndefined();
  await expect(pickSession(project)).rejects.toThrow(
    'There is no session yet. Type: huddle new "what should be built", or see: huddle groom list',
  );
});

test("a session that is done as one task has its plan and its engineer from the first append on", async () => {
  const { open } = await sessionProject();
  const files = await open("Fix the typo", { oneTask: true });
  const { session, tasks } = files.journal.state();
  expect(session).toMatchObject({ kind: "iteration", policy: { phases: ["implementation"] } });
  expect(tasks).toMatchObject({ t1: { owner: "ada", state: "WAITING", plan: { title: "Fix the typo" } } });
  const facts = [];
  for await (const fact of files.journal.read(1)) facts.push(fact);
  expect(facts.slice(0, -1).every((fact) => fact.more)).toBe(true);
});
