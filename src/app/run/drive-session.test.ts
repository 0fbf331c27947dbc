import { describe, expect, onTestFinished, test } from "vitest";
import { modelOf } from "../../../test/support/fake-session.ts";
import { FakeWorld } from "../../../test/support/fake-workspace.ts";
import { temporaryFolder, tickingNow } from "../../../test/support/log-fixtures.ts";
import { sha } from "../../../test/support/loop-stage.ts";
import { noTrials } from "../../../test/support/no-trials.ts";
import { permitsInMemory } from "../../../test/support/permits-in-memory.ts";
import { plainPrompts } from "../../../test/support/plain-prompts.ts";
import { policy, team } from "../../../test/support/plans.ts";
import { nothingTrusted } from "../../../test/support/trusted.ts";
import type { Model } from "../../core/ports/model.ts";
import type { SessionFiles } from "../../core/ports/sessions.ts";
import { noKeys } from "../../core/text/redaction.ts";
import { openSessionStore } from "../../log/session-store.ts";
import type { Project } from "../project.ts";
import { newSession } from "../sessions/new-session.ts";
import { type Drive, driveSession } from "./drive-session.ts";

const noAbort = new AbortController().signal;

/** A project with real session files; its world is in memory, and every runner but this one is dead. */
async function projectOf(world = new FakeWorld()): Promise<Project & { readonly swept: string[][] }> {
  const folder = await temporaryFolder();
  const swept: string[][] = [];
  const now = tickingNow();
  return {
    root: folder,
    branch: "trunk",
    sessions: openSessionStore(folder, { now, temporary: folder, program: "test" }),
    processes: {
      self: () => ({ host: "here", pid: 1, startedAt: "then" }),
      life: async () => "dead",
      end: async () => {},
    },
    clock: { now, sleep: async () => {} },
    hash: sha,
    trust: nothingTrusted,
    permits: permitsInMemory(),
    trials: noTrials,
    redaction: noKeys,
    prompts: plainPrompts,
    promptFiles: async () => ({ files: [], faults: [] }),
    sandbox: async () => ({ state: "missing", why: "nobody looked", remedy: "" }),
    price: () => undefined,
    canUseTools: () => true,
    assertFree: async () => {},
    lacking: async () => [],
    leftovers: async () => ({ branches: [], held: 0, forUndo: 0, folders: [] }),
    readTeam: () => Promise.reject(new Error("there are no files to follow")),
    holdBase: async () => {},
    hasFolder: async () => true,
    random: () => 0.5,
    swept,
    openWorkspace: (_, fence) => {
      const workspace = world.open(fence);
      return {
        ...workspace,
        sweep: async (keep) => {
          swept.push([...keep]);
          await workspace.sweep(keep);
        },
      };
    },
  };
}

async function opened(project: Project, title = "Twice", base = new FakeWorld().base): Promise<SessionFiles> {
  const brief = "Double it.";
  const files = await newSession(project, { title, brief, seats: team, policy, base, branch: "trunk" });
  onTestFinished(() => files.close());
  return files;
}

function driving(model: Model, more: Partial<Drive> = {}): Drive {
  return { lease: { mode: "run" }, model, signal: noAbort, linger: false, ...more };
}

async function types(files: SessionFiles): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const { event } of files.journal.read(1)) all.push(event.type);
  return all;
}

describe("driving a session", () => {
  test("takes the lease, goes as far as it goes, and says that it has left", async () => {
    const project = await projectOf();
    const files = await opened(project);
    const fences: number[] = [];
    const ending = await driveSession(
      project,
      files,
      driving(modelOf(), { onLease: (fence) => fences.push(fence) }),
    );
    expect(ending).toMatchObject({ kind: "waiting" });
    expect(fences).toEqual([2]);
    expect((await types(files)).at(-1)).toBe("runner.stopped");
    expect(files.journal.state().runner).toMatchObject({ seq: 2, stopped: "one thing waits for you" });
  });

  test("all facts of the runner carry its fence", async () => {
    const project = await projectOf();
    const files = await opened(project);
    await driveSession(project, files, driving(modelOf()));
    const fences = new Set<number | undefined>();
    for await (const { seq, fence } of files.journal.read(3)) if (seq > 2) fences.add(fence);
    expect([...fences]).toEqual([2]);
  });

  test("while another lives, it is busy and nothing is written", async () => {
    const plain = await projectOf();
    const project = { ...plain, processes: { ...plain.processes, life: async () => "alive" as const } };
    const files = await opened(project);
    let asked = () => {};
    const working = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const model: Model = {
      reply: (...[, , , signal]) => {
        asked();
        return new Promise((_, reject) =>
          signal.addEventListener("abort", () => reject(new Error("aborted"))),
        );
      },
    };
    const stop = new AbortController();
    const first = driveSession(project, files, driving(model, { signal: stop.signal }));
    await working;
    const before = await types(files);
    expect(await driveSession(project, files, driving(modelOf()))).toMatchObject({
      kind: "busy",
      runner: { pid: 1 },
    });
    expect(await types(files)).toEqual(before);
    stop.abort();
    expect(await first).toMatchObject({ kind: "stopped" });
  });

  test("a stop is reported as a stop", async () => {
    const project = await projectOf();
    const files = await opened(project);
    const stop = new AbortController();
    stop.abort();
    expect(await driveSession(project, files, driving(modelOf(), { signal: stop.signal }))).toMatchObject({
      kind: "stopped",
    });
    expect(await types(files)).toEqual(["session.opened", "runner.started", "runner.stopped"]);
  });

  test("sweeping leaves the worktrees of tasks that are not done", async () => {
    const world = new FakeWorld();
    const project = await projectOf(world);
    const files = await opened(project, "Twice", world.base);
    await files.journal.append(() => [
      { actor: "human", event: { type: "policy.changed", patch: { pace: "auto" }, why: "test" } },
    ]);
    const stuck = modelOf(({ thread }) => {
      if (thread.startsWith("coding/")) throw new Error("down");
      return undefined;
    });
    await driveSession(project, files, driving(stuck));
    const standing = files.journal.state().tasks.t1?.worktree;
    expect(standing).toBeDefined();
    await driveSession(project, files, driving(stuck));
    expect(project.swept).toEqual([[], [standing]]);
  });

  test("when it cannot start, its heartbeat stops as well", async () => {
    const project = await projectOf();
    const files = await opened(project);
    let beating: AbortSignal | undefined;
    const broken: SessionFiles = {
      ...files,
      beat: (signal) => {
        beating = signal;
      },
      serveSignals: async () => {
        throw new Error("no socket");
      },
    };
    await expect(driveSession(project, broken, driving(modelOf()))).rejects.toThrow("no socket");
    expect(beating?.aborted).toBe(true);
  });
});

describe("a new session", () => {
  test.each([
    ["A calculator for the terminal", "calculator-terminal"],
    ["Überraschung & Café!", "uberraschung-cafe"],
    ["  the of and  ", "session"],
    ["日本語", "session"],
    ["x".repeat(80), "x".repeat(32)],
    ["../../etc/passwd", "etc-passwd"],
  ])("%j is called %s", async (title, id) => {
    const project = await projectOf();
    expect((await opened(project, title)).id).toBe(id);
  });

  test("whose name is taken gets the next free one", async () => {
    const project = await projectOf();
    await opened(project);
    expect((await opened(project)).id).toBe("twice-2");
  });

  test("starts with one fact by the person", async () => {
    const project = await projectOf();
    const files = await opened(project);
    expect(await types(files)).toEqual(["session.opened"]);
    expect(files.journal.state().session).toMatchObject({ title: "Twice", brief: "Double it.", seats: team });
  });

  test("about nothing, or with a team that cannot work, is refused before a folder is made", async () => {
    const project = await projectOf();
    await expect(opened(project, " ")).rejects.toMatchObject({ code: "usage" });
    const request = { title: "x", brief: "", policy, base: "b", branch: "trunk" };
    await expect(newSession(project, { ...request, seats: [] })).rejects.toMatchObject({
      code: "config.invalid",
    });
    expect(await project.sessions.list()).toEqual([]);
  });
});
