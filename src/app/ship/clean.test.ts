import { expect, test } from "vitest";
import { sessionProject } from "../../../test/support/session-project.ts";
import { byHarness } from "../../core/facts/fact.ts";
import type { Project } from "../project.ts";
import { type CleanItem, clean, planClean, type Storage, type Stored } from "./clean.ts";

const old = "2025-06-01T00:00:00.000Z";
const young = "2026-01-01T00:00:00.000Z";
const stored = (name: string, changedAt = old): Stored => ({ name, path: `/${name}`, bytes: 7, changedAt });

/** Sessions: one that is over, one that is open, one that is being run, and what they keep. */
async function stage(...wanted: readonly ("done" | "open" | "busy")[]) {
  const place = await sessionProject();
  for (const title of wanted) {
    const { journal } = await place.open(title);
    const runner = { type: "runner.started", host: "here", pid: 7, startedAt: title, mode: "run" } as const;
    await journal.append(() => [byHarness(runner)]);
    if (title === "done")
      await journal.append(() => [byHarness({ type: "session.closed", how: "abandoned", why: "enough" })]);
  }
  const removed: string[] = [];
  const storage: Storage = {
    worktrees: async () => ["done", "open", "busy", "gone"].map((name) => stored(name)),
    dependencies: async () =>
      ["k1", "k2.done.5", "k2.busy.9", "k3.open.4.damaged"].map((name) => stored(name)),
    baselines: async () => [stored("base")],
    temporary: async () => [stored("t-old"), stored("t-young", young)],
    strayBlobs: async (session) => [stored(`b-${session}`), stored(`b-${session}-young`, young)],
    remove: async (path) => void removed.push(path),
  };
  const project = {
    ...place.project,
    processes: {
      life: async ({ startedAt }: { startedAt: string }) => (startedAt === "busy" ? "alive" : "dead"),
    },
    openWorkspace: (session: string) => ({ clear: async () => void removed.push(`worktrees of ${session}`) }),
  } as unknown as Project; // all that cleaning uses
  return { project, storage, removed };
}

const paths = (items: readonly CleanItem[]) => items.map(({ path }) => path).sort();

test("what a session needs that is open or being run stays", async () => {
  const { project, storage } = await stage("done", "open", "busy");
  expect(paths(await planClean(project, storage))).toEqual([
    "/b-done",
    "/b-open",
    "/done",
    "/gone",
    "/k2.done.5",
    "/k3.open.4.damaged",
    "/t-old",
  ]);
});

test("where no session is open, set-up makes its folders again, and checks run again on base commits", async () => {
  const { project, storage } = await stage("done");
  expect(paths(await planClean(project, storage))).toEqual(expect.arrayContaining(["/k1", "/base"]));
});

test("a session whose log cannot be trusted keeps everything", async () => {
  const { project, storage } = await stage("done");
  const open = async (id: string) => ({ ...(await project.sessions.open(id)), eventsOnceKnown: 99 });
  const cut = { ...project, sessions: { ...project.sessions, open } };
  const kept = paths(await planClean(cut as Project, storage));
  expect(kept).not.toContain("/done");
  expect(kept).not.toContain("/b-done");
});

test("only what was named and can still go is removed", async () => {
  const { project, storage, removed } = await stage("done");
  const plan = await planClean(project, storage);
  const since = { ...storage, temporary: async () => [] };
  const named = plan.filter(({ path }) => path !== "/k1");
  const gone = await clean(project, since, named);
  expect(paths(gone)).toEqual([
    "/b-done",
    "/base",
    "/busy",
    "/done",
    "/gone",
    "/k2.busy.9",
    "/k2.done.5",
    "/k3.open.4.damaged",
    "/open",
  ]);
  expect([...removed].sort()).toEqual([
    "/b-done",
    "/base",
    "/k2.busy.9",
    "/k2.done.5",
    "/k3.open.4.damaged",
    "worktrees of busy",
    "worktrees of done",
    "worktrees of gone",
    "worktrees of open",
  ]);
});
