import { expect, test } from "vitest";
import { policy, team } from "../../../test/support/plans.ts";
import { grooming, type SessionProject, sessionProject } from "../../../test/support/session-project.ts";
import { Fault } from "../../core/fault.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { nextFor } from "../look/next-for.ts";
import { advance } from "../say/advance.ts";
import { groomingPolicy, openGrooming } from "./groom.ts";
import { groomingsOf } from "./groomings.ts";
import { askForBrief, promote } from "./promote.ts";

const start = { seats: team, policy, base: "base", branch: "main" };
const now = "2026-02-01T00:00:00.000Z";

async function talked(at: SessionProject, turns = 1): Promise<SessionFiles> {
  const files = await at.open("Offline mode", grooming);
  const phase = "exploration" as const;
  await files.journal.append(() => [
    { actor: "harness", event: { type: "phase.entered", phase, visit: 1, kickoff: "", charter: "c" } },
  ]);
  for (let turn = 1; turn <= turns; turn++) {
    const thread = `turn/exploration.1/${turn}`;
    await files.journal.append(() => [
      { actor: "harness", event: { type: "turn.started", thread, seat: "ada", round: 1, kind: "engineer" } },
      { actor: "harness", event: { type: "turn.ended", thread, how: "said" } },
    ]);
  }
  return files;
}

async function handsIn({ journal }: SessionFiles, brief: string): Promise<void> {
  const body = { title: "A cache", brief, findings: ["a.txt:1 has none"], openQuestions: [], outOfScope: [] };
  const { stage, artifacts } = journal.state();
  const version = (artifacts.brief?.version ?? 0) + 1;
  await journal.append(() => [
    {
      actor: "coach",
      event: {
        type: "artifact.submitted",
        kind: "brief",
        phase: "exploration",
        visit: stage?.visit ?? 1,
        version,
        body,
      },
    },
  ]);
}

test("an iteration starts from the accepted brief once, even if the grooming's log does not say so", async () => {
  const at = await sessionProject();
  const files = await talked(at);
  await askForBrief(files.journal, files.id);
  await handsIn(files, "It keeps what was read.");
  await advance(files.journal);

  const first = await promote(at.project, files, start);
  expect(first).toEqual({ session: "cache", existed: false });
  const cache = await at.project.sessions.open("cache");
  expect(cache.journal.state().session).toMatchObject({
    kind: "iteration",
    title: "A cache",
    brief: "It keeps what was read.\n## Found out\n- a.txt:1 has none",
    from: "offline-mode",
  });
  await cache.close();
  expect(files.journal.state().session.promoted).toEqual(["cache"]);
  const head = files.journal.state().head;
  expect(await promote(at.project, files, start)).toEqual({ session: "cache", existed: true });
  expect(files.journal.state().head).toBe(head);
});

test("after a kill between opening the iteration and recording it, a second try opens no second iteration", async () => {
  const at = await sessionProject();
  const files = await talked(at);
  await askForBrief(files.journal, files.id);
  await handsIn(files, "It keeps what was read.");
  await advance(files.journal);
  const text = "It keeps what was read.\n## Found out\n- a.txt:1 has none";
  await at.open("A cache", { brief: text, from: files.id }); // as far as the killed try got
  expect(await promote(at.project, files, start)).toEqual({ session: "cache", existed: true });
  expect(files.journal.state().session.promoted).toEqual(["cache"]);
  expect(await at.project.sessions.list()).toHaveLength(2);
});

test("the next step names the grooming: go on, edit the brief, build from it, continue it", async () => {
  const at = await sessionProject();
  const files = await talked(at, 2);
  const next = () =>
    nextFor({ session: files.id, state: files.journal.state(), running: false, named: true }, now).command;
  expect(next()).toBe("huddle groom continue offline-mode");
  await askForBrief(files.journal, files.id);
  expect(next()).toBe("huddle groom promote offline-mode");
  await handsIn(files, "One.");
  expect(next()).toBe("huddle groom promote offline-mode");
  await advance(files.journal);
  expect(next()).toBe("huddle groom promote offline-mode");
  await promote(at.project, files, start);
  expect(next()).toBe("huddle groom continue offline-mode");
  const state = files.journal.state();
  expect(nextFor({ session: "s", state, running: false, named: true }, now).why).toContain("cache");
});

test("nothing becomes a brief before anything was said", async () => {
  const at = await sessionProject();
  const files = await talked(at, 0);
  await expect(askForBrief(files.journal, files.id)).rejects.toThrow(
    new Fault("refused", "Nothing has been said about it yet. Type: huddle groom continue offline-mode"),
  );
});

test("the list has groomings only, most recent activity first", async () => {
  const at = await sessionProject();
  const first = await talked(at, 2);
  await at.open("Another topic", grooming);
  await at.open("An iteration");
  expect((await groomingsOf(at.project)).map(({ session }) => session)).toEqual([
    "another-topic",
    "offline-mode",
  ]);
  await handsIn(first, "One.");
  expect(await groomingsOf(at.project)).toMatchObject([
    { session: "offline-mode", topic: "Offline mode", turns: 2, waits: 1, promoted: [] },
    { session: "another-topic", turns: 0, waits: 0 },
  ]);
  await expect(openGrooming(at.project, "iteration")).rejects.toThrow("iteration is not a grooming.");
});

test("a grooming has one phase, and thirty turns by default", () => {
  expect(groomingPolicy(policy)).toMatchObject({ phases: ["exploration"], turnsIn: { exploration: 30 } });
  expect(groomingPolicy(policy, 5).turnsIn).toEqual({ exploration: 5 });
});
